import type { TestContext } from 'node:test';
import { type Logger, pino } from 'pino';
import type { Accounts } from '../../src/app/accounts/accounts.ts';
import { buildAccounts } from '../../src/app/accounts/build-accounts.ts';
import type { Limits, LimitsOptions } from '../../src/app/accounts/limits.ts';
import { buildMoneyMetrics, collectFlagFacts } from '../../src/app/accounts/reports.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Role } from '../../src/config/roles.ts';
import { NO_SECRETS, type Secrets } from '../../src/config/secrets.ts';
import { type EpochMs, epochMs } from '../../src/domain/index.ts';
import { accountRoutes, webhookRoutes } from '../../src/http/routes/account/account-routes.ts';
import { adminRoutes } from '../../src/http/routes/admin/admin-routes.ts';
import type { ApiServer, RouteSet } from '../../src/http/routing/registration.ts';
import type { ApiChanges } from './api-server.ts';
import { NOW } from './fixed-feed.ts';
import { startBench } from './service-bench.ts';
import { openTestDatabase, type TestDatabase } from './service-database.ts';

export const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';

export interface AccountBench {
  readonly app: ApiServer;
  readonly accounts: Accounts;
  readonly database: TestDatabase;
  readonly config: Config;
  /** Everything that was logged. */
  readonly logged: string[];
  /** Moves the wall clock and the monotonic one. */
  pass(ms: number): void;
  /** Moves the wall clock alone. */
  setWall(ms: number): void;
  now(): EpochMs;
  /** Issues a key as the operator does. */
  issue(
    changes?: Record<string, unknown>,
  ): Promise<{ rawKey: string; record: { hash: string; botId: string } }>;
  /** Calls a route as the operator. */
  admin(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Reply>;
  /** Calls a route with a key. */
  call(method: 'GET' | 'POST' | 'DELETE', url: string, rawKey: string, body?: unknown): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestAccountsOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly secrets?: Partial<Secrets>;
  /** Absent: one of its own, with the rights of the role. */
  readonly database?: TestDatabase;
  readonly role?: Role;
  readonly clock: () => EpochMs;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly log?: Logger;
  /** Opens the limits; absent: requests are counted in process. */
  readonly openLimits?: (options: LimitsOptions) => Promise<Limits>;
}

/** Accounts over an in-memory database, gating and billing on, with the routes of a server that has them. */
export async function testAccounts(
  t: TestContext,
  { env, secrets, database, role = 'all', clock, now, log, openLimits }: TestAccountsOptions,
) {
  const config = readConfig({
    CROSSTAPE_PAID_GATING: 'on',
    CROSSTAPE_PREPAID_BILLING: 'on',
    CROSSTAPE_KEY_ENV: 'test',
    ...env,
  });
  const used = database ?? (await openTestDatabase({ role }));
  if (database === undefined) t.after(() => used.close());
  const allSecrets = { ...NO_SECRETS, adminToken: ADMIN_TOKEN, ...secrets };
  const limits = await openLimits?.({ database: used, clock, now });
  const accounts = buildAccounts({
    config,
    secrets: allSecrets,
    database: used,
    clock,
    now,
    ...(limits === undefined ? {} : { limits }),
    ...(log === undefined ? {} : { log }),
  });
  const sets: readonly RouteSet[] = [
    accountRoutes(accounts.routes),
    webhookRoutes(accounts),
    adminRoutes({
      operator: accounts.operator,
      readFacts: async () =>
        collectFlagFacts(config, { vaultEnabled: false, engineLoop: false, chains: accounts.chains }),
      isUp: () => true,
    }),
  ];
  return {
    accounts,
    config,
    database: used,
    sets,
    moneyMetrics: buildMoneyMetrics({ accounts, config, secrets: allSecrets, database: used, clock }),
  };
}

/** Starts a gated service whose clocks stand until they are moved. */
export async function startAccountBench(
  t: TestContext,
  {
    api = {},
    ...options
  }: Partial<Omit<TestAccountsOptions, 'clock' | 'now'>> & { readonly api?: ApiChanges } = {},
): Promise<AccountBench> {
  let wall = NOW as number;
  let monotonic = 5_000_000;
  const now = () => epochMs(wall);
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const {
    accounts,
    config,
    database,
    sets,
    moneyMetrics: money,
  } = await testAccounts(t, {
    role: 'api',
    ...options,
    clock: now,
    now: () => monotonic,
    log,
  });
  const { app } = await startBench(t, {
    now: () => monotonic,
    log,
    gate: accounts.gate,
    refusals: accounts.refusals,
    moneyMetrics: money,
    ...api,
    sets: [...sets, ...(api.sets ?? [])],
    settings: { paidGating: config.accounts.paidGating, ...api.settings },
  });

  const send = async (
    method: string,
    url: string,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Reply> => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      body: answer.body.startsWith('{') ? JSON.parse(answer.body) : answer.body,
      headers: answer.headers as Record<string, string>,
    };
  };
  const admin: AccountBench['admin'] = (method, url, body) =>
    send(method, url, { authorization: `Bearer ${ADMIN_TOKEN}` }, body);
  return {
    app,
    accounts,
    database,
    config,
    logged,
    pass: (ms) => {
      wall += ms;
      monotonic += ms;
    },
    setWall: (ms) => {
      wall = ms;
    },
    now,
    issue: async (changes = {}) => {
      const { status, body } = await admin('POST', '/api/account/keys', {
        tier: 'pro',
        owner: 'alice',
        ...changes,
      });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body;
    },
    admin,
    call: (method, url, rawKey, body) => send(method, url, { 'x-api-key': rawKey }, body),
  };
}
