import type { FailureThrottle } from '../../accounts/failure-throttle.ts';
import type { KeyRing } from '../../accounts/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys.ts';
import { LocalKeyRing } from '../../accounts/local-key-ring.ts';
import type { Operator } from '../../accounts/operator.ts';
import { accountQueries } from '../../accounts/sqlite/accounts.ts';
import { StoredKeys } from '../../accounts/stored-keys.ts';
import { StoredOperator } from '../../accounts/stored-operator.ts';
import type { ChainFamily } from '../../billing/deposits/chains/chain.ts';
import type { Deposits } from '../../billing/deposits/deposits.ts';
import { depositQueries } from '../../billing/deposits/sqlite/deposit-rows.ts';
import { StoredDeposits } from '../../billing/deposits/stored-deposits.ts';
import type { AuditReport, Ledger } from '../../billing/ledger.ts';
import { LastComparison } from '../../billing/money-figures.ts';
import { NO_PRICES, type PriceList } from '../../billing/prices.ts';
import { openLedger } from '../../billing/sqlite/ledger.ts';
import { moneyQueries } from '../../billing/sqlite/money-figures.ts';
import { voucherQueries } from '../../billing/sqlite/vouchers.ts';
import { StoredMoneyFigures } from '../../billing/stored-money-figures.ts';
import { StoredVouchers } from '../../billing/stored-vouchers.ts';
import { WebhookReceiver } from '../../billing/webhooks/in/receiver.ts';
import { StoredEvents } from '../../billing/webhooks/in/stored-events.ts';
import type { Config } from '../../config/config.ts';
import { describeMissingAdminToken, letsLocalToolsIn } from '../../config/local-operator.ts';
import type { Secrets } from '../../config/secrets.ts';
import {
  type Clock,
  cryptoRandom,
  DAY_MS,
  MICRO_PER_USD,
  MINUTE_MS,
  type MicroUsd,
  microUsd,
  type RandomBytes,
  SECOND_MS,
} from '../../domain/index.ts';
import { AccountGate } from '../../http/access/account-gate.ts';
import { AdminCheck } from '../../http/access/admin-check.ts';
import type { Call } from '../../http/access/gate.ts';
import { KeyCheck } from '../../http/access/key-check.ts';
import { LedgerCashier } from '../../http/access/ledger-cashier.ts';
import { MetricsReader } from '../../http/access/metrics-reader.ts';
import { WRONG_SNAPSHOT_TOKENS } from '../../http/access/snapshot-token.ts';
import type { MoneyMetricsOptions } from '../../http/metrics/money-metrics.ts';
import { Refusals } from '../../http/responses/refusals.ts';
import type { AccountRouteOptions } from '../../http/routes/account/account-options.ts';
import type { FlagFacts } from '../../http/routes/admin/flags.ts';
import { parseSignedJson } from '../../http/server/bodies.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { OpenServiceDatabase, ServiceDatabase } from '../../storage/service-database.ts';
import type { SharedWork } from '../processes/leased-work.ts';
import { buildChains, type ChainSettings, type Chains, readChainSettings } from './chains.ts';
import { type Limits, localLimits } from './limits.ts';

const TEN_MINUTES_MS = 10 * MINUTE_MS;

export interface AccountsOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: OpenServiceDatabase;
  readonly clock: Clock;
  /** Monotonic ms. */
  readonly now: () => number;
  readonly random?: RandomBytes;
  readonly log?: Log;
  /** The process ends after one call: what cannot be stored is refused, since nothing could write it later. */
  readonly isCommand?: boolean;
  /** Absent: they are read from the files that the settings name. */
  readonly chainSettings?: ChainSettings;
  /** Absent: this process counts them alone. */
  readonly limits?: Limits;
}

/** Keys, money and what stands before the routes. */
export interface Accounts {
  readonly ledger: Ledger & ServiceDatabase;
  readonly keys: KeyRing;
  readonly operator: Operator;
  readonly vouchers: StoredVouchers;
  readonly deposits: Deposits;
  readonly chains: Chains;
  readonly webhooks: WebhookReceiver;
  readonly gate: AccountGate;
  /** Of the bot API, whose calls have a rate of their own: a busy reader can always reach its kill switch. */
  readonly botGate: AccountGate;
  /** Of wrong snapshot tokens, by the address that sent them. */
  readonly snapshotThrottle: FailureThrottle;
  /** The key of a request that carries one; null without. */
  readonly findKey: (call: Pick<Call, 'headers' | 'ip'>) => Promise<KeyRecord | null>;
  readonly routes: AccountRouteOptions;
  /** Of deposits with their provider. */
  readonly comparison: LastComparison;
  /** What callers of both APIs are refused. */
  readonly refusals: Refusals;
  /** Writes what is counted in memory. */
  flush(): Promise<void>;
}

/** How long a key that another process ended may live on here. */
const MAX_KEY_AGE_MS = 5_000;

/** Builds accounts and billing on the service database. Starts nothing. */
export function buildAccounts(options: AccountsOptions): Accounts {
  const { config, secrets, database, clock, now, random = cryptoRandom } = options;
  const { tiers } = config.accounts;
  const prices = readPrices(config);
  const ledger = openLedger(database, clock);
  const vouchers = new StoredVouchers({
    ledgerDatabase: ledger,
    queries: database.queries(voucherQueries),
    prefix: config.accounts.voucherPrefix,
    clock,
    random,
  });
  const queries = database.queries(accountQueries);
  const operator = new StoredOperator({ database, queries, ledgerDatabase: ledger, vouchers, clock });
  const limits = { perDeposit: usd(config.deposits.capUsd), perDay: usd(config.deposits.dayCapUsd) };
  const deposits = new StoredDeposits({
    ledgerDatabase: ledger,
    queries: database.queries(depositQueries),
    limits,
    clock,
  });
  const chains = buildChains({
    ...options,
    settings: options.chainSettings ?? readChainSettings(config),
    ledger,
    limits,
  });
  const webhooks = new WebhookReceiver({
    events: new StoredEvents({ ledgerDatabase: ledger, limits, clock }),
    secrets: secrets.webhooks,
    modes: { stripe: config.deposits.stripeMode },
    clock,
    parseJson: parseSignedJson,
    onAltered: (provider, eventId) =>
      options.log?.warn({ provider, eventId }, 'an event came again with another body; the first one counts'),
  });
  const format = { prefix: config.accounts.keyPrefix, environment: config.accounts.keyEnvironment };
  const keys = new LocalKeyRing({
    store: new StoredKeys({ database, queries, format, clock, random }),
    format,
    clock,
    keepsRevocations: options.isCommand !== true,
    // Another process may end a key of a database that they share.
    ...(secrets.databaseUrl === null
      ? {}
      : { shared: { maxAgeMs: MAX_KEY_AGE_MS, bridgeMs: MINUTE_MS, now } }),
    onLateRevocation: (ended) =>
      options.log?.warn(
        { keys: ended.map(({ hash }) => hash) },
        'keys that were revoked before are stored so now',
      ),
  });
  const { limits: counters = localLimits({ database, clock, now }) } = options;
  const { usage, slots } = counters;
  const inTenMinutes = (name: string, limit: number) =>
    counters.createThrottle(name, { limit, windowMs: TEN_MINUTES_MS });

  const keyCheck = new KeyCheck({
    keys,
    throttle: counters.createThrottle('key', { limit: config.accounts.authFailuresPerMin }),
  });
  const createRates = (api: string) => ({
    limits: counters.createRequestLimits(`${api}:key`),
    accountRates: counters.createRates(`${api}:account`),
  });
  const gateOptions = {
    keys,
    keyCheck,
    adminCheck: new AdminCheck({
      token: secrets.adminToken,
      openToLocalTools: letsLocalToolsIn(config),
      throttle: counters.createThrottle('admin', { limit: config.accounts.adminFailuresPerMin }),
    }),
    slots,
    tiers,
    prices,
    cashier: new LedgerCashier(ledger, random),
    accountRatePerMin: config.accounts.accountRatePerMin,
    webhookRatePerMin: config.accounts.webhookRatePerMin,
    now,
  };
  return {
    ledger,
    keys,
    operator,
    vouchers,
    deposits,
    chains,
    webhooks,
    gate: new AccountGate({ ...gateOptions, ...createRates('api') }),
    botGate: new AccountGate({
      ...gateOptions,
      ...createRates('bot'),
      accountRatePerMin: config.bot.ratePerMin,
    }),
    snapshotThrottle: counters.createThrottle('snapshot', WRONG_SNAPSHOT_TOKENS),
    findKey: (request) => keyCheck.find(request),
    routes: {
      keys,
      usage,
      tiers,
      ledger,
      vouchers,
      operator,
      deposits,
      wallets: chains.wallets,
      watchedChains: chains.watched,
      walletAttempts: inTenMinutes('wallet', config.deposits.walletAttemptsPerOwner),
      prices,
      prepaidBilling: config.accounts.prepaidBilling,
      redeemFailures: {
        byOwner: inTenMinutes('redeem:owner', config.accounts.redeemFailuresPerOwner),
        byAddress: inTenMinutes('redeem:address', config.accounts.redeemFailuresPerAddress),
      },
      clock,
    },
    comparison: new LastComparison(),
    refusals: new Refusals(),
    flush: async () => {
      // One after the other: on a nearly full disk the end of a key may fit where counts beside it would not.
      try {
        await keys.flush();
      } finally {
        await usage.flush();
      }
    },
  };
}

/**
 * Audits the ledger, first of all when it starts and then for as long as it runs. A ledger that is not in order is
 * closed: nothing is posted, everything is still read.
 */
export function buildAudits({ ledger, log }: Pick<Accounts, 'ledger'> & { readonly log: Log }): SharedWork {
  const report = async ({ findings, transfers, whole }: AuditReport) => {
    const reason = await ledger.closedBecause();
    if (findings.length > 0) {
      log.fatal(
        { findings },
        'the ledger is broken: nothing is posted until a whole audit finds it in order',
      );
    } else if (reason !== null) {
      log.error(
        { reason },
        'the ledger stays closed until a whole audit is clean: restart the service, or wait for the daily one',
      );
    } else log.debug({ transfers, whole }, 'the ledger is in order');
  };
  const audit = async (whole: boolean) => report(await ledger.audit({ whole }));
  const tasks = [
    new PeriodicTask({
      everyMs: TEN_MINUTES_MS,
      run: () => audit(false),
      onError: (error) => log.error({ err: error }, 'the ledger could not be audited'),
    }),
    new PeriodicTask({
      everyMs: DAY_MS,
      run: () => audit(true),
      onError: (error) => log.error({ err: error }, 'the ledger could not be audited as a whole'),
    }),
  ];
  return {
    name: 'audit',
    start: async () => {
      try {
        await report(await ledger.auditAtStart());
        if ((await ledger.closedBecause()) === null) {
          const repaid = await ledger.repayDebts();
          if (repaid > 0)
            log.info({ owners: repaid }, 'owners who owed repaid from what was on their balance');
        }
      } finally {
        // A database that is away for a moment must not leave the ledger without audits while this process holds the lease.
        for (const task of tasks) task.start();
      }
    },
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

/**
 * Writes once a second what is counted in memory.
 *
 * @param lifecycle Receives how the last of it is written.
 */
export function startFlushing(
  { keys, flush, log }: Pick<Accounts, 'keys' | 'flush'> & { readonly log: Log },
  lifecycle: AsyncDisposableStack,
): void {
  const task = new PeriodicTask({
    everyMs: SECOND_MS,
    run: flush,
    onError: (error) =>
      log.error({ err: error }, 'usage or revoked keys could not be written; they are kept and tried again'),
  });
  lifecycle.defer(async () => {
    await task.stop();
    await flush().catch((error) =>
      log.error({ err: error }, 'the last second of usage could not be written'),
    );
    const unwritten = keys.unwritten.map(({ hash }) => hash);
    if (unwritten.length > 0) {
      log.fatal(
        { keys: unwritten },
        'the end of these keys could not be written: revoke them again after the start',
      );
    }
  });
  task.start();
}

/** What `/metrics` shows of money, and to whom. */
export function moneyMetrics({
  accounts,
  config,
  secrets,
  database,
  clock,
}: Pick<AccountsOptions, 'config' | 'secrets' | 'database' | 'clock'> & {
  readonly accounts: Pick<Accounts, 'ledger' | 'keys' | 'refusals' | 'comparison'>;
}): MoneyMetricsOptions & { readonly reader: MetricsReader } {
  const figures = new StoredMoneyFigures(database.queries(moneyQueries), clock);
  return {
    read: () => figures.read(),
    refusals: accounts.refusals,
    closedBecause: () => accounts.ledger.closedBecause(),
    comparison: () => accounts.comparison.value,
    unwrittenKeys: () => accounts.keys.unwritten.length,
    clock,
    reader: new MetricsReader({ token: secrets.metricsToken, production: config.production }),
  };
}

/** What `GET /api/admin/flags` reports of the settings. */
export function flagFacts(
  config: Config,
  {
    vaultEnabled,
    engineLoop,
    chains,
  }: Pick<FlagFacts, 'vaultEnabled' | 'engineLoop'> & { readonly chains: Pick<Chains, 'chains'> },
): FlagFacts {
  const isWatched = (family: ChainFamily) => chains.chains.some((chain) => chain.family === family);
  return {
    execMode: config.bot.execMode,
    engineLoop,
    vaultEnabled,
    tradeFeeMicroUsd: readPrices(config).trade,
    paidGating: config.accounts.paidGating,
    prepaidBilling: config.accounts.prepaidBilling,
    deposits: { evm: isWatched('evm'), solana: isWatched('solana') },
    trustProxy: config.server.trustedProxies.length > 0,
    venues: config.feed.venues,
    nodeEnv: config.production ? 'production' : 'development',
  };
}

interface AccountNotice {
  readonly keys: KeyRing;
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'adminToken'>;
  readonly log: Log;
}

/** Says what is missing for a gated service to be of use, and what half a configuration stops. */
export async function announceAccounts({ keys, config, secrets, log }: AccountNotice): Promise<void> {
  if (secrets.adminToken === null) log.warn(describeMissingAdminToken(config));
  if (config.accounts.prepaidBilling && !config.accounts.paidGating) {
    log.warn(
      'CROSSTAPE_PREPAID_BILLING is on and CROSSTAPE_PAID_GATING is off: nobody is known by a key, so nothing is charged',
    );
  }
  if (!config.accounts.paidGating || !(await keys.store.isEmpty())) return;
  log.warn(
    'CROSSTAPE_PAID_GATING is on and no key was issued yet: premium endpoints answer 401. Issue one with "crosstape keys issue --owner <name> --tier pro --url <this service>" and CROSSTAPE_ADMIN_TOKEN_FILE, or without --url while the service is stopped',
  );
}

function readPrices(config: Config): PriceList {
  if (!config.accounts.prepaidBilling) return NO_PRICES;
  return {
    stream: microUsd(config.accounts.prices.streamMicroUsd),
    trade: microUsd(config.accounts.prices.tradeMicroUsd),
  };
}

function usd(dollars: number): MicroUsd {
  return microUsd(dollars * MICRO_PER_USD);
}
