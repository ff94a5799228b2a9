import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildAccounts } from '../../src/app/accounts/build-accounts.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { wallClock } from '../../src/domain/index.ts';
import { webhookRoutes } from '../../src/http/routes/account/account-routes.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { WEBHOOK_SECRETS } from '../support/provider-events.ts';
import { openKilledDatabase } from './killed-database.ts';

/** A child process: takes webhooks into a data directory, on the writing thread of the service, or into a database of a server. Prints its port. */
const [place = ''] = process.argv.slice(2);
const database = await openKilledDatabase(place, true);
const now = () => performance.now();
const accounts = buildAccounts({
  config: readConfig({
    CROSSTAPE_WEBHOOK_RATE_PER_MIN: '1000000',
    CROSSTAPE_DEPOSIT_DAY_CAP_USD: '1000000000',
  }),
  secrets: { ...NO_SECRETS, webhooks: WEBHOOK_SECRETS },
  database,
  clock: wallClock,
  now,
});
const server = await buildServer({
  sets: [webhookRoutes(accounts)],
  settings: { version: '1.0.0', trustedProxies: [], paidGating: false },
  gate: accounts.gate,
  log: pino({ level: 'silent' }),
  now,
});
await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
