import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { startApp } from '../../src/app/assemble.ts';
import { toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { type ConfigOverrides, changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { epochMs, VENUES } from '../../src/domain/index.ts';
import { placeSettings, removePlace } from './service-data.ts';
import { API_PROCESSES, startSeveral, type WholeApp } from './several-processes.ts';

/**
 * The whole service over the simulator, in a data directory of its own: in this process, or as several of a run that says so,
 * whose API answers at their proxy.
 */
export interface SimulatedService {
  app: WholeApp;
  readonly simulator: Simulator;
  readonly dataDir: string;
  /** Requests the answer's status and its body as JSON. */
  get(url: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Moves the clock of the service and of the venues. */
  pass(ms: number): void;
  now(): number;
  stop(): Promise<void>;
  /** Starts the service again on the same data, where it was. */
  start(): Promise<void>;
}

const POLL_MS = 1_000;

interface ServerPorts {
  readonly port?: number;
  readonly botPort?: number;
}

export async function startSimulatedService(
  t: TestContext,
  options: {
    readonly markets?: number;
    /** Start of the simulated time, which runs on as usual. Default: now. */
    readonly startAt?: number;
    readonly config?: ConfigOverrides;
    /** Environment from which the secrets are read. */
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<SimulatedService> {
  let ahead = options.startAt === undefined ? 0 : options.startAt - Date.now();
  const clock = () => epochMs(Date.now() + ahead);
  const simulator = await startSimulator({ port: 0, seed: 7, markets: options.markets ?? 120, clock });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-simulated-'));
  const simulated = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
    references: { relays: 'off' },
    feed: { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: POLL_MS }])) },
  });
  const config = changeConfig(simulated, options.config ?? {});
  const secrets = readSecrets({ ...options.env, ...(await placeSettings(dataDir)) });
  const startService = async (ports: ServerPorts = {}) => {
    const start = API_PROCESSES === 0 ? startApp : startSeveral;
    const placed = changeConfig(config, { server: ports });
    return (await start({ config: placed, secrets, clock, log: pino({ level: 'silent' }) })) as WholeApp;
  };
  let isRunning = true;
  const service: SimulatedService = {
    app: await startService(),
    simulator,
    dataDir,
    get: async (url) => {
      const response = await fetch(service.app.apiUrl + url);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    pass: (ms) => {
      ahead += ms;
    },
    now: clock,
    stop: async () => {
      if (isRunning) await service.app.stop();
      isRunning = false;
    },
    start: async () => {
      service.app = await startService(readPorts(service.app));
      isRunning = true;
    },
  };
  t.after(async () => {
    await service.stop();
    await simulator.close();
    await removePlace(dataDir);
  });
  return service;
}

/** Reads the ports of both APIs. */
function readPorts({ apiUrl, botUrl }: WholeApp): ServerPorts {
  return { port: Number(new URL(apiUrl).port), botPort: Number(new URL(botUrl).port) };
}

/** Resolves when every venue was polled by this run of the service. */
export function allVenuesPolled({ app }: SimulatedService): Promise<unknown> {
  return eventually(
    () => VENUES.every((venue) => app.feed.snapshot(venue)?.restored === false),
    'every venue is polled',
  );
}

/** Asks ten times a second until it holds. @throws after `limitMs`, with what was waited for. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 30_000,
): Promise<void> {
  const startedAt = Date.now();
  while (!(await holds())) {
    if (Date.now() - startedAt > limitMs) throw new Error(`did not happen within ${limitMs} ms: ${what}`);
    await sleep(100);
  }
}
