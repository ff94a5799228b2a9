import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { startSimulator } from '../../simulator/index.ts';
import { ADMIN_TOKEN, type Answer, ServiceCalls } from '../simulation/service-callers.ts';
import { placeSettings, removePlace } from './service-data.ts';
import { launchService, oneVenueSettings, type ServiceProcess } from './service-process.ts';
import { eventually } from './simulated-service.ts';

export interface GatedProcess {
  readonly service: ServiceProcess;
  readonly calls: ServiceCalls;
  readonly apiUrl: string;
  readonly dataDir: string;
  /** Requests a route that is open to all. */
  get(url: string): Promise<Answer>;
  /** Issues a key. @returns It. */
  issue(body?: Record<string, unknown>): Promise<string>;
}

/** Starts the service as a process of its own, with gating and billing, over one simulated venue that was polled. */
export async function startGatedProcess(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<GatedProcess> {
  const simulator = await startSimulator({ port: 0, seed: 3, markets: 8 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-gated-'));
  const service = launchService(
    {
      ...oneVenueSettings(simulator.urls, dataDir),
      ...(await placeSettings(dataDir)),
      CROSSTAPE_PAID_GATING: 'on',
      CROSSTAPE_PREPAID_BILLING: 'on',
      CROSSTAPE_KEY_ENV: 'test',
      CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
      ...env,
    },
    { flags },
  );
  t.after(async () => {
    await service.end('SIGKILL');
    await simulator.close();
    await removePlace(dataDir);
  });
  const addresses = await service.ready;
  const calls = new ServiceCalls(addresses);
  const { apiUrl } = addresses;
  const get = async (url: string): Promise<Answer> => {
    const response = await fetch(apiUrl + url);
    return { status: response.status, body: await response.json() };
  };
  await eventually(async () => (await get('/api/book/hl-BTC')).status === 200, 'the venue is polled');
  return {
    service,
    calls,
    apiUrl,
    dataDir,
    get,
    issue: async (body = {}) => {
      const request = { owner: 'alice', tier: 'pro', ...body };
      return (await calls.admin('POST', '/api/account/keys', request)).body.rawKey;
    },
  };
}
