import { pino } from 'pino';
import { LocalFailureThrottle } from '../../src/accounts/limits/local-failure-throttle.ts';
import { type Clock, UpstreamError } from '../../src/domain/index.ts';
import { AssetDirectory } from '../../src/feed/asset-directory.ts';
import { toBookTouch } from '../../src/feed/book-touches.ts';
import type { Feed } from '../../src/feed/feed.ts';
import type { LiveTrades } from '../../src/feed/live-trades.ts';
import type { Pulses } from '../../src/feed/pulses/pulses.ts';
import type { BookReader, MarketReader } from '../../src/feed/readers.ts';
import type { TapedMarketReader } from '../../src/feed/taped-markets.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { TapeReader } from '../../src/history/tape/contract/tape-reader.ts';
import type { ServedTree } from '../../src/history/tree/served/served-tree.ts';
import type { AccessGate } from '../../src/http/access/gate.ts';
import { WRONG_SNAPSHOT_TOKENS } from '../../src/http/access/snapshot-token.ts';
import { HeavyWork } from '../../src/http/heavy/heavy-work.ts';
import { TerminalFiles } from '../../src/http/pages/terminal/terminal-files.ts';
import type { Refusals } from '../../src/http/responses/refusals.ts';
import {
  assetRoutes,
  m2mRoutes,
  mcpRoutes,
  metricsRoutes,
  screenRoutes,
  serviceRoutes,
  streamRoutes,
  treeRoutes,
} from '../../src/http/routes/public.ts';
import { terminalRoutes } from '../../src/http/routes/terminal.ts';
import type { ApiServer, RouteSet } from '../../src/http/routing/registration.ts';
import { buildServer } from '../../src/http/server/server.ts';
import type { ServerSettings } from '../../src/http/server/settings.ts';
import type { QuestionGroups } from '../../src/m2m/fair-values.ts';
import { createM2m } from '../../src/m2m/m2m.ts';
import { FeedSearch } from '../../src/search/feed-search.ts';
import type { ChangeableSearch } from '../../src/search/market-search.ts';
import { FtsSearch } from '../../src/search/sqlite/fts-search.ts';
import { VERSION } from '../../src/version.ts';
import { NO_REFERENCES } from './no-references.ts';
import { EMPTY_TAPE, NO_TAPE, NO_TAPED_MARKETS } from './tape-stand.ts';

type ServiceParts = Parameters<typeof serviceRoutes>[0];

type RouteParts = Parameters<typeof assetRoutes>[0] &
  Parameters<typeof m2mRoutes>[0] &
  Parameters<typeof screenRoutes>[0] &
  ServiceParts &
  Parameters<typeof metricsRoutes>[0];

/** Parts that a test may replace. */
export type ApiParts = Omit<RouteParts, 'feed' | 'history' | 'staleReports' | 'clock' | 'm2m' | 'mcp'> & {
  readonly live: Pulses;
  readonly groups: QuestionGroups;
  /** Default: no trades. */
  readonly tapedMarkets: TapedMarketReader;
  /** Default: none are heard. */
  readonly liveTrades: LiveTrades | null;
  /** Absent: the server has no tree of files. */
  readonly tree: ServedTree | null;
  /** Default: a search among the listed markets alone. */
  readonly search: ChangeableSearch;
  readonly gate: AccessGate;
  readonly refusals: Refusals;
  /** Default: the work is done in the process. */
  readonly heavy: HeavyWork;
  /** Reader of books and trades, for the default of `heavy`. Absent: nothing was recorded. */
  readonly tapeReader: TapeReader;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Sets beside those of the public server. */
  readonly sets: readonly RouteSet[];
  readonly settings: Partial<ServerSettings> & { readonly metrics?: boolean; readonly mcp?: boolean };
};

/** Parts that every server needs. */
interface Basics {
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly staleReports: ServiceParts['staleReports'];
  readonly clock: Clock;
}

export type ApiChanges = Partial<ApiParts & Basics>;

/** Builds the public server over parts of a test. Without screens or live prices it has no routes that need them. */
export async function buildApi(parts: Basics & Partial<ApiParts>): Promise<ApiServer> {
  const { feed, history, clock, live, screens, settings = {} } = parts;
  const log = parts.log ?? pino({ level: 'silent' });
  const now = parts.now ?? (() => performance.now());
  const books: BookReader = parts.books ?? { book: unreadable };
  const markets: MarketReader = parts.markets ?? { readCandles: unreadable, readFunding: unreadable };
  const { metrics = true, mcp = false, ...ofServer } = settings;
  const publicUrls = ofServer.publicUrls ?? [];
  const m2m = createM2m({
    search: new FeedSearch(feed, parts.search ?? new FtsSearch()),
    feed,
    history,
    clock,
    now,
    readCandles: (ref) => markets.readCandles(ref),
    book: (ref) => books.book(ref),
    newestPulse: live === undefined ? undefined : (asset) => live.newest(asset),
    bookTouch: (asset) => {
      const book = books.newest?.(asset) ?? null;
      return book === null ? null : toBookTouch(book);
    },
    changes: screens === undefined ? undefined : (states) => screens.references.readChanges(states),
    tapedMarkets: parts.tapedMarkets ?? NO_TAPED_MARKETS,
    groups: parts.groups ?? screens?.links,
  });
  const options = {
    assets: new AssetDirectory(feed, history, (name) => m2m.suggestions.suggest(name)),
    probeUpstreams: async () => [],
    snapshots: { stats: () => NO_SNAPSHOT_FILE },
    pulses: () => ({ assetsPolling: 0, totalSubscribers: 0, perAsset: {} }),
    references: { read: async () => NO_REFERENCES },
    tapeStatus: { read: async () => null },
    silences: () => ({ ongoing: [], ended: [], perVenue: new Map() }),
    resolutions: () => ({ waiting: 0, recorded: 0 }),
    readDiskSpace: async () => ({ freeBytes: 100 * 1024 ** 3, totalBytes: 200 * 1024 ** 3 }),
    snapshotToken: null,
    snapshotThrottle: new LocalFailureThrottle({ ...WRONG_SNAPSHOT_TOKENS, now }),
    moneyMetrics: null,
    rights: parts.rights ?? { isShown: () => true },
    tape: NO_TAPE,
    liveTrades: null,
    ...parts,
    log,
    books,
    markets,
    m2m,
    publicUrls,
    mcp,
  };
  return buildServer({
    sets: [
      assetRoutes(options),
      ...(parts.tree === undefined ? [] : [treeRoutes({ ...options, tree: parts.tree })]),
      ...(screens === undefined ? [] : [screenRoutes({ ...options, screens })]),
      m2mRoutes(options),
      ...(live === undefined ? [] : [streamRoutes({ ...options, pulses: live })]),
      serviceRoutes(options),
      ...(metrics ? [metricsRoutes(options)] : []),
      ...(mcp ? [mcpRoutes({ version: VERSION, publicUrls, log })] : []),
      terminalRoutes({
        files: TERMINAL,
        server: 'main',
        other: { publicUrl: null, port: () => 8081 },
        hasAdminToken: true,
      }),
      ...(parts.sets ?? []),
    ],
    settings: { version: VERSION, trustedProxies: [], paidGating: false, ...ofServer },
    gate: parts.gate ?? null,
    heavy: parts.heavy ?? new HeavyWork({ history, tape: parts.tapeReader ?? EMPTY_TAPE, now }),
    ...(parts.refusals === undefined ? {} : { refusals: parts.refusals }),
    log,
    now,
  });
}

const TERMINAL = TerminalFiles.read();
const NO_SNAPSHOT_FILE = { exists: false, sizeBytes: null, lastTs: null, ageMs: null, count24h: 0 };

function unreadable(): never {
  throw new UpstreamError('timeout', 'no answer', { retryAfterMs: 1_500 });
}
