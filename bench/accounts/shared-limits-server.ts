import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { buildAccounts } from '../../src/app/accounts/build-accounts.ts';
import { openLimits } from '../../src/app/accounts/limits.ts';
import { openConfiguredRedis } from '../../src/app/stores/redis.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { wallClock } from '../../src/domain/index.ts';
import { openSqliteDatabase } from '../../test/support/service-database.ts';
import { HOT, record, startService } from '../m2m/service.ts';

/** A child process: one server whose limits are in process and one that asks Redis, alike in everything else. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
const database = await openSqliteDatabase({ dataDir, thread: true });
const lifecycle = new AsyncDisposableStack();
const now = () => performance.now();

async function serve(redisUrl: string | null) {
  const redis = await openConfiguredRedis(redisUrl, database, pino({ level: 'silent' }), lifecycle);
  const limits = await openLimits({ database, clock: wallClock, now, redis, processes: () => 1 }, lifecycle);
  const config = readConfig({ CROSSTAPE_PAID_GATING: 'on', CROSSTAPE_TIER_PRO_RATE_PER_MIN: '1000000' });
  const accounts = buildAccounts({ config, secrets: NO_SECRETS, database, clock: wallClock, now, limits });
  const service = await startService({
    streams: 20,
    api: { gate: accounts.gate, settings: { paidGating: true } },
  });
  await record(service.history, HOT, 10_000);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return { accounts, service, port };
}

const [inProcess, shared] = [await serve(null), await serve(process.argv[2] ?? null)];
const flushing = setInterval(() => {
  void inProcess.accounts.flush();
  void shared.accounts.flush();
}, 1_000);
const { rawKey } = await inProcess.accounts.keys.issue({
  owner: 'bench',
  tier: 'pro',
  label: null,
  venues: 'all',
  expiresAt: null,
});
process.send?.({ inProcess: inProcess.port, shared: shared.port, rawKey, asset: HOT.asset });
process.on('disconnect', async () => {
  clearInterval(flushing);
  await inProcess.service.close();
  await shared.service.close();
  await lifecycle.disposeAsync();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
