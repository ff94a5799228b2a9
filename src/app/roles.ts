import { isPart } from '../config/roles.ts';
import { MINUTE_MS } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { SilenceStats } from '../feed/watchdog/silence.ts';
import { prepareStaleReportQueries } from '../health/sql/stale-reports.ts';
import { writeStaleReport } from '../health/stale/stale-reporting.ts';
import { StaleReports } from '../health/stale/stale-reports.ts';
import { TerminalFiles } from '../http/pages/terminal/terminal-files.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import { announceAccounts } from './accounts/announcement.ts';
import { openBot } from './bot/bot.ts';
import { findSignal } from './bot/signal.ts';
import { keepCalibration } from './calibration/calibration.ts';
import { openControl } from './control/control-server.ts';
import { openFeedPublishing } from './feed/feed-publishing.ts';
import { openFeedRole } from './feed/feed-role.ts';
import { openLocalState } from './feed/newest-state.ts';
import { openReaders } from './feed/readers.ts';
import type { Foundation } from './foundation.ts';
import { describeBotStatus, openInstallationStatus } from './processes/installation.ts';
import { keepAudits, keepDeposits, openWorkChooser } from './processes/shared-work.ts';
import { openApiRole } from './servers/api-role.ts';
import { describeBotApi } from './servers/bot-description.ts';
import { openBotRole } from './servers/bot-role.ts';
import { openFeedServer } from './servers/feed-server.ts';
import { Readiness } from './servers/readiness.ts';
import { ServerAddresses } from './servers/server-addresses.ts';
import { keepSettledDays } from './settled/settled-days.ts';

/**
 * Interval of the stale-asset reports in `GET /api/alerts/stale/history`, in addition to those that callers request.
 */
const STALE_REPORT_EVERY_MS = 5 * MINUTE_MS;

/** A process whose roles have been opened. */
export interface RunningRoles {
  readonly feed: Feed;
  silences(): SilenceStats;
  /** Address of the server at the port of the main API, as a user can type it. */
  readonly apiUrl: string;
  /** Address of the bot API; null: another process serves it. */
  readonly botUrl: string | null;
}

/**
 * Opens and starts the parts of this process's role: servers first, then the feed and the work behind them.
 *
 * @param lifecycle Receives the stop of each part. The last opened part is stopped first.
 */
export async function openRoles(
  foundation: Foundation,
  lifecycle: AsyncDisposableStack,
): Promise<RunningRoles> {
  const { config, secrets, accounts, log, store } = foundation;
  const chooser = await openWorkChooser(foundation);
  const installationStatus = lifecycle.adopt(await openInstallationStatus(foundation), (open) => open.stop());
  // One process alone serves the bot API, so that it shares its limits with no other.
  foundation.sharers.follow(() =>
    isPart(config.role, 'api') ? (installationStatus.countRunning('api') ?? 1) : 1,
  );
  // When this process always audits, the first audit ends before anything is served.
  if (isPart(config.role, 'api')) await keepAudits(foundation, chooser, lifecycle);
  const deposits = lifecycle.use(new AsyncDisposableStack());
  const feedRole = store === null ? null : await openFeedRole({ ...foundation, history: store }, lifecycle);
  const newest =
    feedRole === null || store === null
      ? await (await import('./feed/remote-state.ts')).openRemoteState(foundation, lifecycle)
      : openLocalState(foundation, store, feedRole, lifecycle);
  const readers = await openReaders(foundation, newest, lifecycle);
  const publishing =
    feedRole === null ? null : await openFeedPublishing(foundation, { feedRole, newest, readers }, lifecycle);
  const readiness = new Readiness(config, newest.feed);
  const shared = {
    ...foundation,
    ...newest,
    ...readers,
    installationStatus,
    chooser,
    files: TerminalFiles.read(),
    listening: new ServerAddresses(config.server),
    readiness: { findReasons: () => readiness.findReasons() },
  };
  const bot = isPart(config.role, 'bot')
    ? await openBot(
        {
          ...shared,
          ledger: accounts.ledger,
          feeMicroUsd: accounts.routes.prices.trade,
          findSignal: (asset) => findSignal(readers.assets, readers.m2m, asset),
          findBotKey: (botId) => accounts.keys.findByBot(botId),
        },
        lifecycle,
      )
    : null;
  if (bot !== null) installationStatus.add(describeBotStatus(bot));
  const botApi = bot === null ? null : await openBotRole({ ...shared, bot }, lifecycle);
  const api = isPart(config.role, 'api')
    ? await openApiRole(
        {
          ...shared,
          bot,
          companion: botApi?.companion ?? (await describeBotApi(foundation, shared.listening, lifecycle)),
        },
        lifecycle,
      )
    : null;
  const staleReporting = feedRole === null ? null : openStaleReporting(foundation, newest.feed);
  lifecycle.defer(async () => staleReporting?.stop());

  if (api !== null) await announceAccounts({ keys: accounts.keys, config, secrets, log });
  const apiUrl = await (api ?? (await openFeedServer(shared, lifecycle))).listen();
  const botUrl = (await botApi?.listen()) ?? null;
  if (api !== null) readers.startSearch();
  if (feedRole !== null && store !== null) {
    await openControl({ ...foundation, history: store, feed: feedRole.feed }, lifecycle);
  }
  if (store !== null) {
    await keepCalibration(foundation, store, chooser, lifecycle);
    await keepSettledDays(foundation, store, chooser, lifecycle);
  }
  staleReporting?.start();
  feedRole?.start();
  await publishing?.start();
  if (isPart(config.role, 'api')) await keepDeposits(foundation, chooser, installationStatus, deposits);
  await installationStatus.start();
  // A stop begins with this step.
  lifecycle.defer(() => readiness.drain());
  return { feed: newest.feed, silences: () => newest.silences(), apiUrl, botUrl };
}

/** Stores reports of stale assets while the feed runs. */
function openStaleReporting({ database, history, clock, log }: Foundation, feed: Feed): PeriodicTask {
  const staleReports = new StaleReports(database, database.buildQueries(prepareStaleReportQueries));
  return new PeriodicTask({
    everyMs: STALE_REPORT_EVERY_MS,
    run: async () => void (await writeStaleReport({ feed, history, staleReports, clock })),
    onError: (error) => log.error({ err: error }, 'stale report could not be written'),
  });
}
