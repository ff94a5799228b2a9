import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '../domain/index.ts';
import { AssetDirectory } from '../feed/asset-directory.ts';
import type { LiveFeed } from '../feed/live/live-feed.ts';
import { LiveBooks } from '../feed/live-books.ts';
import { MarketReads } from '../feed/market-reads.ts';
import { Pulses } from '../feed/pulses/pulses.ts';
import type { SilenceStats } from '../feed/watchdog/silence-watchdog.ts';
import { readDiskSpace } from '../health/disk-space.ts';
import { SqliteStaleReports } from '../health/sqlite/stale-reports.ts';
import { writeStaleReport } from '../health/stale-reporting.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { HeavyWork } from '../http/heavy/heavy-work.ts';
import { TerminalFiles } from '../http/pages/terminal/terminal-files.ts';
import { accountRoutes, adminRoutes, webhookRoutes } from '../http/routes/account/account-routes.ts';
import { botRoutes } from '../http/routes/bot/bot-routes.ts';
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
import { buildServer } from '../http/server/server.ts';
import { closeGracefully } from '../http/server/shutdown.ts';
import type { Log } from '../log.ts';
import { createM2m } from '../m2m/m2m.ts';
import { Backfiller } from '../recording/backfiller.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import { openScreens } from '../screens/screens.ts';
import { VERSION } from '../version.ts';
import { announceFirstKey, buildAccounts, flagFacts, moneyFindings, startAccountWork } from './accounts.ts';
import { openBot } from './bot.ts';
import { readChainSettings } from './chains.ts';
import { openFeedRole } from './feed-role.ts';
import { heavyThreads } from './heavy-threads.ts';
import { openParts, type PartsOptions } from './parts.ts';
import { openOwnServiceDatabase } from './service-database.ts';

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
  // Start and stop are one list: what was opened last is stopped first, also when a later step of the start fails.
  const lifecycle = new AsyncDisposableStack();
  try {
    return await openApp(options, lifecycle);
  } catch (error) {
    await lifecycle.disposeAsync();
    throw readableListenError(error);
  }
}

async function openApp(options: AppOptions, lifecycle: AsyncDisposableStack): Promise<App> {
  const { config, secrets, log } = options;
  const chainSettings = readChainSettings(config);
  const parts = await openParts(options);
  const { clock, history, adapters } = parts;
  lifecycle.adopt(history, (store) => store.close());
  const database = await openOwnServiceDatabase(config.dataDir, lifecycle, { thread: true });
  const staleReports = new SqliteStaleReports(database);
  const now = () => performance.now();
  const accounts = buildAccounts({ config, secrets, database, clock, now, log, chainSettings });
  await startAccountWork({ ...accounts, log, lifecycle });
  lifecycle.adopt(accounts.chains, (chains) => chains.stop());

  const recording = await openFeedRole({ ...parts, config, log }, lifecycle);
  const { feed, watchdog, resolutions } = recording;

  const books = new LiveBooks({ adapters, clock });
  const markets = new MarketReads({
    adapters,
    history,
    intervalMs: (venue) => feed.health(venue).effectiveIntervalMs,
    clock,
  });
  const screens = await openScreens({
    feed,
    history,
    backfiller: new Backfiller({ history, adapters, clock, candles: markets.venueCandles.bind(markets) }),
    budgetUsedFrac: (venue) => adapters.get(venue)?.counters().budgetUsedBesidePollsFrac ?? 0,
    clock,
    dataDir: config.dataDir,
    disputes: { maxGap: config.linksDisputeGapPct / 100, maxApartMs: config.linksDisputeMinutes * MINUTE_MS },
    onError: (error) => log.error({ err: error }, 'work behind the screens failed'),
  });
  lifecycle.adopt(screens, (running) => running.stop());
  const pulses = new Pulses({
    feed,
    adapters,
    book: (ref) => books.freshBook(ref),
    clock,
    onFault: (error) => log.error({ err: error }, 'a listener of a pulse failed'),
  });
  lifecycle.adopt(pulses, (running) => running.close());

  const assets = new AssetDirectory(feed, history);
  const m2m = createM2m({
    feed,
    history,
    clock,
    now,
    candles: (ref) => markets.candles(ref),
    book: (ref) => books.book(ref),
    newestPulse: (asset) => pulses.newest(asset),
    newestBook: (asset) => books.newest(asset),
    groups: screens.links,
  });
  const answering = {
    ...recording,
    clock,
    log,
    history,
    adapters,
    assets,
    books,
    markets,
    screens,
    m2m,
    staleReports,
  };
  const stats = {
    pulses: () => pulses.stats(),
    silences: () => watchdog.stats(),
    resolutions: () => resolutions.stats(),
    money: () => moneyFindings(accounts, database, clock),
    diskSpace: () => readDiskSpace(config.dataDir).catch(() => null),
  };
  const publicUrls = config.publicUrl === null ? [] : [config.publicUrl];
  const threads = heavyThreads(config.dataDir, {
    threads: config.heavyThreads,
    onError: (error) => log.error({ err: error }, 'a thread for heavy work has ended'),
  });
  lifecycle.adopt(threads, (pool) => pool.close());
  const bot = await openBot(
    {
      ...answering,
      config,
      secrets,
      database,
      ledger: accounts.ledger,
      feeMicroUsd: accounts.routes.prices.trade,
    },
    lifecycle,
  );
  const settings = {
    version: VERSION,
    trustedProxies: config.trustedProxies,
    paidGating: config.paidGating,
    publicUrls,
    streamLimits: { perAddress: config.maxStreamsPerAddress, total: config.maxStreams },
  };
  const files = TerminalFiles.read();
  // Each names the other, so that a page of one can reach both.
  const listening = { main: null as number | null, bot: null as number | null };
  const server = await buildServer({
    sets: [
      assetRoutes(answering),
      screenRoutes(answering),
      m2mRoutes(answering),
      streamRoutes({ ...answering, live: pulses }),
      serviceRoutes({
        ...answering,
        ...stats,
        snapshotToken: secrets.snapshotToken,
        publicUrls,
        mcp: config.mcp,
      }),
      accountRoutes(accounts.routes),
      webhookRoutes(accounts),
      adminRoutes({
        operator: accounts.operator,
        facts: flagFacts(config, { vaultEnabled: bot.vault.closedBecause === null, chains: accounts.chains }),
        isUp: (venue) => feed.snapshot(venue) !== null,
      }),
      ...(config.metrics ? [metricsRoutes({ ...answering, ...stats })] : []),
      ...(config.mcp ? [mcpRoutes({ version: VERSION, publicUrls, log })] : []),
      terminalRoutes({
        files,
        server: 'main',
        other: { publicUrl: config.botPublicUrl, port: () => listening.bot },
      }),
    ],
    settings,
    gate: accounts.gate,
    heavy: new HeavyWork({
      history,
      threads,
      limits: { perAddress: config.maxHeavyPerAddress, total: config.maxHeavy },
      now,
    }),
    log,
    now,
  });
  lifecycle.adopt(server, (running) => closeGracefully(running));
  const botServer = await buildServer({
    sets: [
      botRoutes({
        bot,
        assets,
        ledger: accounts.ledger,
        keyOf: accounts.keyOf,
        countCall: (botId) => accounts.botGate.countCall(botId),
      }),
      terminalRoutes({
        files,
        server: 'bot',
        other: { publicUrl: config.publicUrl, port: () => listening.main },
      }),
    ],
    settings,
    gate: accounts.botGate,
    log,
    now,
  });
  lifecycle.adopt(botServer, (running) => closeGracefully(running));
  await announceFirstKey(accounts.keys, config, log);
  await server.listen({ host: config.host, port: config.port });
  await botServer.listen({ host: config.host, port: config.botPort });
  listening.main = (server.server.address() as AddressInfo).port;
  listening.bot = (botServer.server.address() as AddressInfo).port;

  recording.start();
  accounts.chains.start();
  const staleReporting = new PeriodicTask({
    everyMs: STALE_REPORT_EVERY_MS,
    run: async () => void (await writeStaleReport({ feed, history, staleReports, clock })),
    onError: (error) => log.error({ err: error }, 'stale report could not be written'),
  });
  lifecycle.adopt(staleReporting, (task) => task.stop());
  staleReporting.start();

  return {
    apiUrl: urlOf(server.server),
    botUrl: urlOf(botServer.server),
    feed,
    history,
    silences: () => watchdog.stats(),
    stop: () => lifecycle.disposeAsync(),
  };
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
