import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Clock, MINUTE_MS, type VenueId, wallClock } from '../domain/index.ts';
import { AssetDirectory } from '../feed/asset-directory.ts';
import { LiveFeed } from '../feed/live/live-feed.ts';
import { LiveBooks } from '../feed/live-books.ts';
import { MarketReads } from '../feed/market-reads.ts';
import { Pulses } from '../feed/pulses/pulses.ts';
import { SnapshotFile } from '../feed/snapshot-file.ts';
import { type SilenceStats, SilenceWatchdog } from '../feed/watchdog/silence-watchdog.ts';
import { writeStaleReport } from '../health/stale-reporting.ts';
import { openStaleReports } from '../health/stale-reports.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { buildBotServer } from '../http/server/bot-server.ts';
import { buildServer } from '../http/server/server.ts';
import { closeGracefully } from '../http/server/shutdown.ts';
import type { Log } from '../log.ts';
import { Backfiller } from '../recording/backfiller.ts';
import { Recorder } from '../recording/recorder.ts';
import { ResolutionTracker } from '../recording/resolution-tracker.ts';
import { openScreens } from '../screens/screens.ts';
import { createAdapters, pollIntervalMs } from '../venues/registry.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import { USER_AGENT, VERSION } from '../version.ts';

/** How often it is looked whether a venue has been unread for too long. */
const GAP_CHECK_MS = 1_000;

export interface PartsOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  /** 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** What both the service and the offline commands need. */
export interface Parts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly history: HistoryStore;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
}

/** Opens the store (one process at a time) and builds the venue adapters. */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { config, secrets } = options;
  const clock = options.clock ?? wallClock;
  const random = options.random ?? Math.random;
  const history = await openSqliteHistory({ dataDir: config.dataDir, clock });
  const adapters = createAdapters({ config, secrets, clock, random, userAgent: USER_AGENT });
  return { clock, random, history, adapters };
}

export interface AppOptions extends PartsOptions {
  readonly log: Log;
}

export interface App {
  readonly apiUrl: string;
  readonly botUrl: string;
  readonly feed: LiveFeed;
  readonly history: HistoryStore;
  /** Streams that are or were silent. */
  silences(): SilenceStats;
  /** Stops in the order in which nothing is lost: answers, polls, snapshot, store. */
  stop(): Promise<void>;
}

/** `GET /api/alerts/stale/history` shows reports so far apart, and those that callers ask for. */
const STALE_REPORT_EVERY_MS = 5 * MINUTE_MS;

/** Builds every part, joins them, and starts them in order. The only place that knows them all. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, secrets, log } = options;
  const { clock, random, history, adapters } = await openParts(options);

  const recorder = new Recorder({ history, clock, intervalMs: (venue) => pollIntervalMs(config, venue) });
  const feed = new LiveFeed({
    adapters: [...adapters.values()],
    pollMs: (venue) => pollIntervalMs(config, venue),
    clock,
    random,
    onPoll: async (poll) => {
      try {
        await recorder.record(poll);
      } catch (error) {
        // The feed stays useful while the disk is full; the store says so in the health answers.
        log.error({ err: error, venue: poll.venue }, 'poll could not be recorded');
      }
    },
    onFailure: (venue, error) => {
      log.warn({ venue, failure: error.failure }, error.message);
      recorder.noteFailure(venue, error.message).catch((cause) => {
        log.error({ err: cause, venue }, 'gap could not be recorded');
      });
    },
  });

  const watchdog = new SilenceWatchdog({
    feed,
    adapters,
    clock,
    intervalMs: (venue) => pollIntervalMs(config, venue),
    putGap: (gap) => history.putGap(gap),
    onError: (error) => log.error({ err: error }, 'silence could not be recorded'),
  });
  const resolutions = new ResolutionTracker({
    feed,
    history,
    adapters,
    clock,
    onError: (error) => log.error({ err: error }, 'settlement could not be recorded'),
  });

  const snapshotFile = new SnapshotFile(config.dataDir, clock);
  await restoreSnapshots(snapshotFile, feed, log);
  for (const venue of config.venues) await recorder.resume(venue);

  const staleReports = openStaleReports({ dataDir: config.dataDir });
  const books = new LiveBooks({ adapters, clock });
  const pulses = new Pulses({ feed, adapters, book: (ref) => books.book(ref), clock });
  const screens = await openScreens({
    feed,
    history,
    backfiller: new Backfiller({ history, adapters, clock }),
    budgetUsedFrac: (venue) => adapters.get(venue)?.counters().budgetUsedFrac ?? 0,
    clock,
    dataDir: config.dataDir,
    onError: (error) => log.error({ err: error }, 'work behind the screens failed'),
  });
  const server = await buildServer({
    feed,
    history,
    assets: new AssetDirectory(feed, history),
    books,
    markets: new MarketReads({ adapters, clock }),
    adapters,
    snapshotFile,
    staleReports,
    live: pulses,
    pulses: () => pulses.stats(),
    silences: () => watchdog.stats(),
    resolutions: () => resolutions.stats(),
    clock,
    log,
    screens,
    groups: screens.links,
    snapshotToken: secrets.snapshotToken,
    settings: {
      version: VERSION,
      dataDir: config.dataDir,
      trustedProxies: config.trustedProxies,
      metrics: config.metrics,
      mcp: config.mcp,
      paidGating: config.paidGating,
      streamLimits: { perAddress: config.maxStreamsPerAddress, total: config.maxStreams },
    },
  });
  const botServer = buildBotServer();
  try {
    await server.listen({ host: config.host, port: config.port });
    botServer.listen({ host: config.host, port: config.botPort });
    await once(botServer, 'listening');
  } catch (error) {
    await server.close();
    await screens.stop();
    await history.close();
    throw readableListenError(error);
  }

  const gapTimer = setInterval(() => {
    for (const venue of config.venues) {
      recorder.check(venue).catch((error) => log.error({ err: error, venue }, 'gap could not be recorded'));
    }
  }, GAP_CHECK_MS).unref();
  watchdog.start();
  resolutions.start();
  feed.start();
  snapshotFile.start(feed, (error) => log.error({ err: error }, 'snapshot file could not be written'));

  const staleReporting = setInterval(() => {
    writeStaleReport({ feed, history, staleReports, clock }).catch((error) => {
      log.error({ err: error }, 'stale report could not be written');
    });
  }, STALE_REPORT_EVERY_MS).unref();

  return {
    apiUrl: urlOf(server.server),
    botUrl: urlOf(botServer),
    feed,
    history,
    silences: () => watchdog.stats(),
    stop: async () => {
      botServer.close();
      botServer.closeAllConnections();
      clearInterval(staleReporting);
      await closeGracefully(server);
      pulses.close();
      await screens.stop();
      await feed.stop();
      clearInterval(gapTimer);
      await watchdog.stop();
      await resolutions.stop();
      await snapshotFile.stop();
      await snapshotFile.write(feed).catch((error) => log.error({ err: error }, 'last snapshot'));
      staleReports.close();
      await history.close();
    },
  };
}

async function restoreSnapshots(snapshotFile: SnapshotFile, feed: LiveFeed, log: Log): Promise<void> {
  try {
    for (const reading of await snapshotFile.load()) feed.restore(reading);
  } catch (error) {
    log.warn(
      { err: error },
      'the snapshot file of the last run is not readable; waiting for the first polls',
    );
  }
}

/** The address of a listening server in the form that a user can type. */
function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function readableListenError(error: unknown): Error {
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code !== 'EADDRINUSE') return error instanceof Error ? error : new Error(String(error));
  return new Error(`${address}:${port} is in use; choose another port or stop the other process`, {
    cause: error,
  });
}
