import { prepareControlQueries } from '../../bot/control/sql/controls.ts';
import { StoredControls } from '../../bot/control/stored-controls.ts';
import { prepareOrderQueries } from '../../bot/orders/sql/order-queries.ts';
import { StoredOrderReview } from '../../bot/orders/stored-order-review.ts';
import { prepareStaleReportQueries } from '../../health/sql/stale-reports.ts';
import { StoredStaleReports } from '../../health/stale/stored-stale-reports.ts';
import { HeavyWork } from '../../http/heavy/heavy-work.ts';
import type { TerminalFiles } from '../../http/pages/terminal/terminal-files.ts';
import { accountRoutes, webhookRoutes } from '../../http/routes/account/account-routes.ts';
import { adminRoutes, botAdminRoutes, vaultRoutes } from '../../http/routes/admin/admin-routes.ts';
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
import { buildServer } from '../../http/server/server.ts';
import { VERSION } from '../../version.ts';
import { buildMoneyMetrics, collectFlagFacts } from '../accounts/reports.ts';
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
import { createHeavyThreads } from './heavy-threads.ts';
import { type Listening, toServerSettings } from './listening.ts';
import { openServedTree } from './served-tree.ts';

export interface ApiRoleOptions extends Foundation, NewestState, Readers, Installation {
  readonly files: TerminalFiles;
  readonly listening: Listening;
  readonly readiness: ReadinessOptions;
  /** The bot API, named beside the main one; null: another process has it. */
  readonly companion: Companion;
}

/** The server of the main API. */
export interface ApiRole {
  /** Listens. Returns the address. */
  listen(): Promise<string>;
}

/** @param lifecycle Receives how each part stops. */
export async function openApiRole(
  options: ApiRoleOptions,
  lifecycle: AsyncDisposableStack,
): Promise<ApiRole> {
  const {
    config,
    secrets,
    log,
    clock,
    now,
    history,
    feed,
    accounts,
    database,
    redis,
    installationStatus,
    bot,
    listening,
    readiness,
  } = options;
  const settings = toServerSettings(config);
  const { publicUrls } = settings;
  const staleReports = new StoredStaleReports(database, database.buildQueries(prepareStaleReportQueries));
  const answering = { ...options, staleReports };
  const stats = {
    pulses: () => options.pulses.stats(),
    silences: () => options.silences(),
    resolutions: () => options.resolutions(),
    readMoneyFindings: () => readMoney(options, options),
    readDiskSpace: () => readScarcestDisk(config.dataDir, installationStatus),
    ...(redis === null ? {} : { isRedisUp: () => redis.isUp }),
    installation: {
      role: config.role,
      leaders: () => options.leaders(),
      processes: () => installationStatus.processes(),
      findings: () => installationStatus.findings(),
    },
    ...watchShipping(options, lifecycle),
  };
  const threads = createHeavyThreads(
    { ...secrets, dataDir: config.history.dataDir },
    {
      threads: config.server.heavyThreads,
      onError: (error) => log.error({ err: error }, 'a thread for heavy work has ended'),
    },
  );
  lifecycle.adopt(threads, (pool) => pool.close());
  const tree = openServedTree(options, lifecycle);
  const server = await buildServer({
    sets: [
      readinessRoutes(readiness),
      assetRoutes(answering),
      treeRoutes({ ...options, tree }),
      screenRoutes(answering),
      m2mRoutes(answering),
      streamRoutes(answering),
      serviceRoutes({
        ...answering,
        ...stats,
        readTradingFindings: () => readTrading(options),
        snapshotToken: secrets.snapshotToken,
        snapshotThrottle: accounts.snapshotThrottle,
        publicUrls,
        mcp: config.server.mcp,
      }),
      accountRoutes(accounts.routes),
      webhookRoutes(accounts),
      adminRoutes({
        operator: accounts.operator,
        readFacts: async () =>
          collectFlagFacts(config, { ...readBotFlags(options), chains: accounts.chains }),
        isUp: (venue) => feed.snapshot(venue) !== null,
      }),
      botAdminRoutes({
        operator: accounts.operator,
        keys: accounts.keys.store,
        controls:
          bot?.controls ?? new StoredControls(database, database.buildQueries(prepareControlQueries), clock),
        review:
          bot?.review ??
          new StoredOrderReview({
            ledger: accounts.ledger,
            queries: database.buildQueries(prepareOrderQueries),
            clock,
          }),
      }),
      // The keys of the vault are with the process that trades: apart, its own server has these routes.
      ...(bot === null ? [] : [vaultRoutes({ operator: accounts.operator, vault: bot.vault })]),
      ...(config.server.metrics
        ? [metricsRoutes({ ...answering, ...stats, moneyMetrics: buildMoneyMetrics(options) })]
        : []),
      ...(config.server.mcp ? [mcpRoutes({ version: VERSION, publicUrls, log })] : []),
      terminalRoutes({ files: options.files, server: 'main', other: listening.getServer('bot') }),
    ],
    settings: { ...settings, other: listening.getServer('bot') },
    companion: options.companion,
    gate: accounts.gate,
    refusals: accounts.refusals,
    heavy: new HeavyWork({
      history,
      threads,
      limits: { perAddress: config.server.maxHeavyPerAddress, total: config.server.maxHeavy },
      now,
    }),
    log,
    now,
  });
  return { listen: listening.take('main', server, lifecycle) };
}
