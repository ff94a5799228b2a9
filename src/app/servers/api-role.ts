import type { Alerts } from '../../alerts/alerts.ts';
import { ControlStore } from '../../bot/control/control-store.ts';
import { prepareControlQueries } from '../../bot/control/sql/controls.ts';
import { OrderReview } from '../../bot/orders/order-review.ts';
import { prepareOrderQueries } from '../../bot/orders/sql/order-queries.ts';
import { prepareStaleReportQueries } from '../../health/sql/stale-reports.ts';
import { StaleReports } from '../../health/stale/stale-reports.ts';
import type { TapeReader } from '../../history/tape/contract/tape-reader.ts';
import { HeavyWork } from '../../http/heavy/heavy-work.ts';
import type { TerminalFiles } from '../../http/pages/terminal/terminal-files.ts';
import type { TapeAccess } from '../../http/parameters/tape-access.ts';
import { accountRoutes, webhookRoutes } from '../../http/routes/account/account-routes.ts';
import {
  adminRoutes,
  alertRoutes,
  botAdminRoutes,
  vaultRoutes,
} from '../../http/routes/admin/admin-routes.ts';
import type { ReadinessOptions } from '../../http/routes/health/readiness.ts';
import {
  assetRoutes,
  m2mRoutes,
  mcpRoutes,
  metricsRoutes,
  readinessRoutes,
  screenRoutes,
  serviceRoutes,
  streamRoutes,
  treeRoutes,
} from '../../http/routes/public.ts';
import { terminalRoutes } from '../../http/routes/terminal.ts';
import type { Companion } from '../../http/routing/companion.ts';
import type { RouteSet } from '../../http/routing/registration.ts';
import { buildServer } from '../../http/server/server.ts';
import { decideRights } from '../../references/recording/rights.ts';
import { VERSION } from '../../version.ts';
import { buildMoneyMetrics, collectFlagFacts } from '../accounts/reports.ts';
import { keepAlerts, openAlerts } from '../alerts/alerts.ts';
import type { NewestState } from '../feed/newest-state.ts';
import type { Readers } from '../feed/readers.ts';
import type { Foundation } from '../foundation.ts';
import {
  type Installation,
  readBotFlags,
  readMoney,
  readScarcestDisk,
  readTrading,
} from '../processes/installation.ts';
import { watchShipping } from '../stores/shipping-watch.ts';
import { openTape } from '../stores/tape.ts';
import { createHeavyThreads } from './heavy-threads.ts';
import { openServedTree } from './served-tree.ts';
import { type ServerAddresses, toServerSettings } from './server-addresses.ts';

export interface ApiRoleOptions extends Foundation, NewestState, Readers, Installation {
  readonly files: TerminalFiles;
  readonly listening: ServerAddresses;
  readonly readiness: ReadinessOptions;
  /** Bot API to describe together with the main one; null: another process serves it. */
  readonly companion: Companion;
}

/** The server of the main API. */
export interface ApiRole {
  /** Listens and returns the address. */
  listen(): Promise<string>;
}

/** Opens the server of the main API. @param lifecycle Receives the stop of each part. */
export async function openApiRole(
  options: ApiRoleOptions,
  lifecycle: AsyncDisposableStack,
): Promise<ApiRole> {
  const { accounts, listening, log, now } = options;
  const tape = openTape(options, lifecycle);
  const alerts = openAlerts(options);
  const stats = { ...buildStats(options), ...watchShipping(options, lifecycle) };
  await keepAlerts(alerts, options, { ...options, ...stats }, options.chooser, lifecycle);
  const heavy = openHeavyWork(options, tape.reader, lifecycle);
  const server = await buildServer({
    sets: listRouteSets({ ...options, alerts }, stats, tape.access, lifecycle),
    settings: { ...toServerSettings(options.config), other: listening.getServer('bot') },
    companion: options.companion,
    gate: accounts.gate,
    refusals: accounts.refusals,
    heavy,
    log,
    now,
  });
  return { listen: listening.adopt('main', server, lifecycle) };
}

function listRouteSets(
  options: ApiRoleOptions & { readonly alerts: Alerts },
  stats: ReturnType<typeof buildStats> & ReturnType<typeof watchShipping>,
  tape: TapeAccess,
  lifecycle: AsyncDisposableStack,
): readonly RouteSet[] {
  const { config, secrets, accounts, database, bot } = options;
  const { publicUrls } = toServerSettings(config);
  const staleReports = new StaleReports(database, database.buildQueries(prepareStaleReportQueries));
  const rights = decideRights({
    paidGating: config.accounts.paidGating,
    share: config.references.share,
  });
  const answering = { ...options, staleReports, rights, tape };
  return [
    readinessRoutes(options.readiness),
    assetRoutes(answering),
    treeRoutes({ ...answering, tree: openServedTree(options, rights, lifecycle) }),
    screenRoutes(answering),
    m2mRoutes(answering),
    streamRoutes(answering),
    serviceRoutes({
      ...answering,
      ...stats,
      snapshotToken: secrets.snapshotToken,
      snapshotThrottle: accounts.snapshotThrottle,
      publicUrls,
      mcp: config.server.mcp,
    }),
    accountRoutes(accounts.routes),
    webhookRoutes(accounts),
    ...listAdminSets(options),
    alertRoutes({ ...answering, operator: accounts.operator }),
    // The trading process has the keys of the vault. When it is another process, its own server has these routes.
    ...(bot === null ? [] : [vaultRoutes({ operator: accounts.operator, vault: bot.vault })]),
    ...(config.server.metrics
      ? [metricsRoutes({ ...answering, ...stats, moneyMetrics: buildMoneyMetrics(options) })]
      : []),
    ...(config.server.mcp ? [mcpRoutes({ version: VERSION, publicUrls, log: options.log })] : []),
    terminalRoutes({
      files: options.files,
      server: 'main',
      other: options.listening.getServer('bot'),
      hasAdminToken: secrets.adminToken !== null,
    }),
  ];
}

/** Lists the route sets of the operator. Controls and orders come from the database when another process trades. */
function listAdminSets(options: ApiRoleOptions): readonly RouteSet[] {
  const { config, clock, feed, accounts, database, bot } = options;
  const { operator, keys, ledger, chains } = accounts;
  return [
    adminRoutes({
      operator,
      readFacts: async () => collectFlagFacts(config, { ...readBotFlags(options), chains }),
      isUp: (venue) => feed.snapshot(venue) !== null,
    }),
    botAdminRoutes({
      operator,
      keys: keys.store,
      controls:
        bot?.controls ?? new ControlStore(database, database.buildQueries(prepareControlQueries), clock),
      review:
        bot?.review ??
        new OrderReview({ ledger, queries: database.buildQueries(prepareOrderQueries), clock }),
    }),
  ];
}

/** Builds the state of this process and of the others, for health and metrics. */
function buildStats(options: ApiRoleOptions) {
  const { config, redis, installationStatus } = options;
  return {
    pulses: () => options.pulses.stats(),
    silences: () => options.silences(),
    resolutions: () => options.resolutions(),
    ...(options.settledAnomalies === undefined ? {} : { settledAnomalies: options.settledAnomalies }),
    readMoneyFindings: () => readMoney(options, options),
    readTradingFindings: () => readTrading(options),
    readDiskSpace: () => readScarcestDisk(config.dataDir, installationStatus),
    ...(redis === null ? {} : { isRedisUp: () => redis.isUp }),
    installation: {
      role: config.role,
      leaders: () => options.leaders(),
      processes: () => installationStatus.processes(),
      findings: () => installationStatus.findings(),
    },
  };
}

function openHeavyWork(
  { config, secrets, log, history, now }: ApiRoleOptions,
  tape: TapeReader,
  lifecycle: AsyncDisposableStack,
): HeavyWork {
  const { heavyThreads, maxHeavy, maxHeavyPerAddress } = config.server;
  const threads = createHeavyThreads(
    { ...secrets, dataDir: config.history.dataDir },
    {
      threads: heavyThreads,
      onError: (error) => log.error({ err: error }, 'a thread for heavy work has ended'),
    },
  );
  lifecycle.adopt(threads, (pool) => pool.close());
  const limits = { perAddress: maxHeavyPerAddress, total: maxHeavy };
  return new HeavyWork({ history, tape, threads, limits, now });
}
