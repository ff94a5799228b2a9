import type { Bot } from '../bot/bot.ts';
import { MINUTE_MS } from '../domain/index.ts';
import { readDiskSpace } from '../health/disk-space.ts';
import { staleReportQueries } from '../health/sqlite/stale-reports.ts';
import { writeStaleReport } from '../health/stale-reporting.ts';
import { StoredStaleReports } from '../health/stored-stale-reports.ts';
import { HeavyWork } from '../http/heavy/heavy-work.ts';
import type { TerminalFiles } from '../http/pages/terminal/terminal-files.ts';
import { accountRoutes, webhookRoutes } from '../http/routes/account/account-routes.ts';
import { adminRoutes, botAdminRoutes } from '../http/routes/admin/admin-routes.ts';
import {
  assetRoutes,
  m2mRoutes,
  mcpRoutes,
  metricsRoutes,
  screenRoutes,
  serviceRoutes,
  streamRoutes,
} from '../http/routes/public.ts';
import { terminalRoutes } from '../http/routes/terminal.ts';
import type { Companion } from '../http/routing/companion.ts';
import { buildServer } from '../http/server/server.ts';
import { closeGracefully } from '../http/server/shutdown.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import { VERSION } from '../version.ts';
import { flagFacts, moneyFindings, moneyMetrics } from './accounts.ts';
import type { FeedRole } from './feed-role.ts';
import type { Foundation } from './foundation.ts';
import { heavyThreads } from './heavy-threads.ts';
import { type Listening, serverSettings } from './listening.ts';
import type { Readers } from './readers.ts';

/** `GET /api/alerts/stale/history` shows reports so far apart, and those that callers ask for. */
const STALE_REPORT_EVERY_MS = 5 * MINUTE_MS;

export interface ApiRoleOptions extends Foundation, FeedRole, Readers {
  readonly bot: Bot;
  readonly files: TerminalFiles;
  readonly listening: Listening;
  /** The bot API, named beside the main one. */
  readonly companion: Companion;
}

/** What answers the main API. */
export interface ApiRole {
  /** Listens. Returns the address. */
  listen(): Promise<string>;
}

/** @param lifecycle Receives how each part stops. */
export async function openApiRole(
  options: ApiRoleOptions,
  lifecycle: AsyncDisposableStack,
): Promise<ApiRole> {
  const { config, secrets, log, clock, now, history, feed, accounts, database, bot, listening } = options;
  const settings = serverSettings(config);
  const { publicUrls } = settings;
  const staleReports = new StoredStaleReports(database, database.queries(staleReportQueries));
  const answering = { ...options, staleReports };
  const stats = {
    pulses: () => options.pulses.stats(),
    silences: () => options.watchdog.stats(),
    resolutions: () => options.resolutions.stats(),
    money: () => moneyFindings(accounts, database, clock),
    diskSpace: () => readDiskSpace(config.dataDir).catch(() => null),
  };
  const threads = heavyThreads(
    { ...secrets, dataDir: config.history.dataDir },
    {
      threads: config.server.heavyThreads,
      onError: (error) => log.error({ err: error }, 'a thread for heavy work has ended'),
    },
  );
  lifecycle.adopt(threads, (pool) => pool.close());
  const server = await buildServer({
    sets: [
      assetRoutes(answering),
      screenRoutes(answering),
      m2mRoutes(answering),
      streamRoutes({ ...answering, live: options.pulses }),
      serviceRoutes({
        ...answering,
        ...stats,
        trading: () => bot.findings(),
        snapshotToken: secrets.snapshotToken,
        snapshotThrottle: accounts.snapshotThrottle,
        publicUrls,
        mcp: config.server.mcp,
      }),
      accountRoutes(accounts.routes),
      webhookRoutes(accounts),
      adminRoutes({
        operator: accounts.operator,
        facts: flagFacts(config, {
          vaultEnabled: bot.vault.closedBecause === null,
          engineLoop: bot.engine !== null,
          chains: accounts.chains,
        }),
        isUp: (venue) => feed.snapshot(venue) !== null,
      }),
      botAdminRoutes({
        operator: accounts.operator,
        keys: accounts.keys.store,
        controls: bot.controls,
        review: bot.review,
        vault: bot.vault,
      }),
      ...(config.server.metrics
        ? [metricsRoutes({ ...answering, ...stats, moneyMetrics: moneyMetrics(options) })]
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
  lifecycle.adopt(server, (running) => closeGracefully(running));
  const staleReporting = new PeriodicTask({
    everyMs: STALE_REPORT_EVERY_MS,
    run: async () => void (await writeStaleReport({ feed, history, staleReports, clock })),
    onError: (error) => log.error({ err: error }, 'stale report could not be written'),
  });
  lifecycle.adopt(staleReporting, (task) => task.stop());
  return {
    listen: async () => {
      await server.listen({ host: config.server.host, port: config.server.port });
      staleReporting.start();
      return listening.add('main', server.server);
    },
  };
}
