import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Accounts } from '../../src/app/accounts/accounts.ts';
import { buildAccounts } from '../../src/app/accounts/build-accounts.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { wallClock } from '../../src/domain/index.ts';
import { accountRoutes } from '../../src/http/routes/account/account-routes.ts';
import { openSqliteDatabase } from '../../test/support/service-database.ts';
import { HOT, record, startService } from '../m2m/service.ts';

/** A child process: one server with gating and one without, alike in everything else. Sends its parent both ports. */
const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';
const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
const database = await openSqliteDatabase({ dataDir, thread: true });

const buildGatedAccounts = (gating: 'on' | 'off'): Accounts =>
  buildAccounts({
    config: readConfig({
      CROSSTAPE_PAID_GATING: gating,
      CROSSTAPE_PREPAID_BILLING: process.env.CROSSTAPE_PREPAID_BILLING ?? 'off',
      CROSSTAPE_TIER_ENTERPRISE_RATE_PER_MIN: '1000000',
    }),
    secrets: { ...NO_SECRETS, adminToken: ADMIN_TOKEN },
    database,
    clock: wallClock,
    now: () => performance.now(),
  });

async function serve(gating: 'on' | 'off') {
  const accounts = buildGatedAccounts(gating);
  const service = await startService({
    streams: 20,
    api: {
      gate: accounts.gate,
      sets: [accountRoutes(accounts.routes)],
      settings: { paidGating: gating === 'on' },
    },
  });
  await record(service.history, HOT, 10_000);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return { accounts, service, port };
}

const gated = await serve('on');
const open = await serve('off');
const flushing = setInterval(() => void gated.accounts.flush(), 1_000);
const { rawKey } = await gated.accounts.keys.issue({
  owner: 'bench',
  tier: 'enterprise',
  label: null,
  venues: 'all',
  expiresAt: null,
});
const { rawKey: emptyKey } = await gated.accounts.keys.issue({
  owner: 'nobody_paid',
  tier: 'pro',
  label: null,
  venues: 'all',
  expiresAt: null,
});
process.send?.({
  emptyKey,
  gatedPort: gated.port,
  openPort: open.port,
  rawKey,
  adminToken: ADMIN_TOKEN,
  asset: HOT.asset,
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', async () => {
  clearInterval(flushing);
  await gated.service.close();
  await open.service.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
