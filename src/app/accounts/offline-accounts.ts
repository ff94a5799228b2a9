import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pino } from 'pino';
import { ControlStore } from '../../bot/control/control-store.ts';
import { prepareControlQueries } from '../../bot/control/sql/controls.ts';
import { OrderReview } from '../../bot/orders/order-review.ts';
import { prepareOrderQueries } from '../../bot/orders/sql/order-queries.ts';
import type { Config } from '../../config/config.ts';
import { NO_SECRETS, type Secrets } from '../../config/secrets.ts';
import { wallClock } from '../../domain/index.ts';
import { accountRoutes } from '../../http/routes/account/account-routes.ts';
import { adminRoutes, botAdminRoutes, vaultRoutes } from '../../http/routes/admin/admin-routes.ts';
import { buildServer } from '../../http/server/server.ts';
import type { ServerOptions } from '../../http/server/server-parts.ts';
import type { OpenServiceDatabase } from '../../storage/service-database.ts';
import type { Vault } from '../../vault/vault.ts';
import { VERSION } from '../../version.ts';
import { ADDRESSES_FILE } from '../backups/files.ts';
import { openVault } from '../bot/vault.ts';
import { openConfiguredDatabase } from '../stores/service-database.ts';
import type { Accounts } from './accounts.ts';
import { buildAccounts } from './build-accounts.ts';
import { collectFlagFacts } from './reports.ts';

/** The answer to a request. */
export interface AccountAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The operator's endpoints for a data directory that no service uses, or for a database on a server. */
export interface OfflineAccounts {
  call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<AccountAnswer>;
  close(): Promise<void>;
}

/**
 * Opens the accounts of a data directory for one command. The routes are those of a running service, so that checks,
 * stored rows and output are the same.
 *
 * @throws {DataDirLockedError} when a service uses the directory.
 */
export async function openOfflineAccounts(
  config: Config,
  secrets: Pick<Secrets, 'vaultKeys'> &
    Partial<Pick<Secrets, 'databaseUrl' | 'depositSecret' | 'chainApiKeys' | 'stripeApiKey' | 'webhooks'>>,
): Promise<OfflineAccounts> {
  const lifecycle = new AsyncDisposableStack();
  try {
    const place = {
      dataDir: config.database.dataDir,
      url: secrets.databaseUrl ?? null,
      user: 'command' as const,
    };
    const database = await openConfiguredDatabase(place, lifecycle);
    // Only this command calls the server, and the token only satisfies its gate.
    const adminToken = randomBytes(32).toString('hex');
    const now = () => performance.now();
    const accounts = buildAccounts({
      config,
      secrets: {
        ...NO_SECRETS,
        adminToken,
        depositSecret: secrets.depositSecret ?? null,
        chainApiKeys: secrets.chainApiKeys ?? NO_SECRETS.chainApiKeys,
        stripeApiKey: secrets.stripeApiKey ?? null,
        webhooks: secrets.webhooks ?? NO_SECRETS.webhooks,
      },
      addressFile: path.join(config.database.dataDir, ADDRESSES_FILE),
      database,
      clock: wallClock,
      now,
      isCommand: true,
    });
    const faults: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => faults.push(findReason(line)) });
    const vault = await openVault(secrets, database, wallClock, log);
    const server = await buildOfflineServer(config, { accounts, vault, database }, { log, now });
    lifecycle.defer(() => server.close());
    return {
      call: async (method, url, body) => {
        faults.length = 0;
        const answer = await server.inject({
          method,
          url,
          remoteAddress: 'command line',
          headers: {
            authorization: `Bearer ${adminToken}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        const answered: AccountAnswer = { status: answer.statusCode, body: answer.json() };
        // No service is running whose log could contain the reason, so it is added to the answer.
        if (!isOwnFault(answered.body)) return answered;
        return { ...answered, body: { ...answered.body, message: faults.join('; ') } };
      },
      close: () => lifecycle.disposeAsync(),
    };
  } catch (error) {
    await lifecycle.disposeAsync();
    throw error;
  }
}

/** Parts that the operator's endpoints need. */
interface OfflineParts {
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly database: OpenServiceDatabase;
}

/** Builds the server of the operator's endpoints. It does not listen, because commands inject their requests. */
function buildOfflineServer(
  config: Config,
  { accounts, vault, database }: OfflineParts,
  { log, now }: Pick<ServerOptions, 'log' | 'now'>,
) {
  return buildServer({
    sets: [
      accountRoutes(accounts.routes),
      adminRoutes({
        operator: accounts.operator,
        readFacts: async () =>
          collectFlagFacts(config, {
            vaultEnabled: vault.closedBecause === null,
            engineLoop: false,
            chains: accounts.chains,
          }),
        isUp: () => false,
      }),
      botAdminRoutes({
        operator: accounts.operator,
        keys: accounts.keys.store,
        controls: new ControlStore(database, database.buildQueries(prepareControlQueries), wallClock),
        review: new OrderReview({
          ledger: accounts.ledger,
          queries: database.buildQueries(prepareOrderQueries),
          clock: wallClock,
        }),
      }),
      vaultRoutes({ operator: accounts.operator, vault }),
    ],
    settings: { version: VERSION, trustedProxies: [], paidGating: config.accounts.paidGating },
    gate: accounts.gate,
    log,
    now,
  });
}

function isOwnFault(body: unknown): body is { readonly error: string } {
  return (body as { readonly error?: unknown } | null)?.error === 'internal';
}

/** Finds the error that a log line reports. */
function findReason(line: string): string {
  const { err, msg } = JSON.parse(line) as {
    readonly err?: { readonly message?: string };
    readonly msg?: string;
  };
  return err?.message ?? msg ?? 'no reason is known';
}
