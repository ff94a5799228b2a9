import type { AssetRef, Book, VenueId } from '../../domain/index.ts';
import { createBookRead } from '../../feed/book-read.ts';
import { type BookTouch, BookTouches, toBookTouch } from '../../feed/book-touches.ts';
import type { Feed } from '../../feed/feed.ts';
import { LiveBooks } from '../../feed/live-books.ts';
import type { LiveTrades } from '../../feed/live-trades.ts';
import { LocalMarkets } from '../../feed/local-markets.ts';
import { LocalPulses } from '../../feed/pulses/local-pulses.ts';
import type { Pulses } from '../../feed/pulses/pulses.ts';
import type { BookReader, MarketReader } from '../../feed/readers.ts';
import type { SnapshotStore } from '../../feed/snapshot-store.ts';
import type { TapeStatusReader } from '../../feed/tape-status.ts';
import type { TapedMarketReader } from '../../feed/taped-markets.ts';
import type { SilenceStats } from '../../feed/watchdog/silence.ts';
import type { VenueLeader } from '../../health/processes/venue-leader.ts';
import { probeUpstreams, type UpstreamResult } from '../../health/upstream-probe.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { FollowingStats } from '../../http/metrics/metrics-registry.ts';
import { Backfiller } from '../../recording/backfiller.ts';
import type { ResolutionTrackerStats } from '../../recording/resolution-tracker.ts';
import type { ReferenceReader } from '../../references/recording/report.ts';
import type { HourFiller } from '../../screens/largest/largest-backfill.ts';
import type { SettledAnomalyCounts } from '../../settled/anomalies.ts';
import type { Foundation } from '../foundation.ts';
import type { FeedRole } from './feed-role.ts';
import { buildTapedMarkets } from './tape.ts';

/** Reader of the tape's status when neither books nor trades are recorded. */
const NO_TAPE: TapeStatusReader = { read: async () => null };

/** The newest state of the venues, read in this process or in another one. */
export interface NewestState {
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly books: BookReader;
  /**
   * Returns the best prices of the newest book that was read of an asset, whatever its age. Never sends a request to
   * the venue.
   */
  bookTouch(asset: string): BookTouch | null;
  /**
   * Best prices of the books that this process has read, for other processes; null in a process that reads no venue.
   */
  readonly touches: BookTouches | null;
  /** Reads a book for price streams: at most a second old, or up to 4 s old while the venue cannot be read. */
  readonly readFreshBook: (ref: AssetRef) => Promise<Book>;
  readonly markets: MarketReader;
  readonly snapshots: Pick<SnapshotStore, 'stats'>;
  /** Returns statistics of silent streams, now and earlier. */
  silences(): SilenceStats;
  resolutions(): ResolutionTrackerStats;
  /**
   * Returns the number of anomalies of settled markets since the start, by code. Absent: another process decides them.
   */
  readonly settledAnomalies?: () => SettledAnomalyCounts;
  readonly references: ReferenceReader;
  readonly tapeStatus: TapeStatusReader;
  readonly tapedMarkets: TapedMarketReader;
  /** Trades as they arrive; null: they are not recorded, or by another process. */
  readonly liveTrades: LiveTrades | null;
  probeUpstreams(): Promise<readonly UpstreamResult[]>;
  /** Returns the process that reads each venue, by venue id; null: this process reads all. */
  leaders(): Readonly<Record<string, VenueLeader>> | null;
  /** Reads missed hours from the venues; null in a process that reads no venue. */
  readonly backfiller: Backfiller | null;
  /** Requests missed hours from the process that reads the venues; null in that process. */
  readonly filler: HourFiller | null;
  /** Returns counters of following another process's feed. Absent: the feed runs in this process. */
  readonly following?: () => FollowingStats;
  /** Returns the fraction of a venue's request budget that is used by other calls than polls, from 0 to 1. */
  budgetUsedFrac(venue: VenueId): number;
}

/**
 * Opens the newest state in the process that reads the venues. `remote-state.ts` is its counterpart for other
 * processes.
 *
 * @param lifecycle Receives the stop of each part.
 */
export function openLocalState(
  { config, adapters, clock, log }: Foundation,
  history: HistoryStore,
  feedRole: FeedRole,
  lifecycle: AsyncDisposableStack,
): NewestState {
  const { feed, snapshots, watchdog, resolutions, verdicts, references, tape } = feedRole;
  const touches = new BookTouches(clock);
  const readBook = createBookRead(adapters);
  const books = new LiveBooks({
    read: async (ref) => {
      const book = await readBook(ref);
      touches.put(ref, book);
      return book;
    },
    clock,
  });
  const markets = new LocalMarkets({
    adapters,
    history,
    intervalMs: (venue) => feed.health(venue).effectiveIntervalMs,
    clock,
  });
  const pulses = new LocalPulses({
    feed,
    adapters,
    book: (ref) => books.readFreshBook(ref),
    clock,
    onFault: (error) => log.error({ err: error }, 'a listener of a pulse failed'),
  });
  lifecycle.adopt(pulses, (running) => running.close());
  return {
    feed,
    pulses,
    books,
    touches,
    markets,
    snapshots,
    readFreshBook: (ref) => books.readFreshBook(ref),
    bookTouch: (asset) => {
      const book = books.newest(asset);
      return book === null ? null : toBookTouch(book);
    },
    silences: () => watchdog.stats(),
    resolutions: () => resolutions.stats(),
    settledAnomalies: () => verdicts.counts(),
    references,
    tapeStatus: tape ?? NO_TAPE,
    tapedMarkets: buildTapedMarkets(config.feed, tape),
    liveTrades: config.feed.tape.trades ? tape : null,
    leaders: () => null,
    probeUpstreams: () => probeUpstreams(adapters.values(), clock),
    filler: null,
    backfiller: new Backfiller({ history, adapters, clock, candles: markets.readVenueCandles.bind(markets) }),
    budgetUsedFrac: (venue) => adapters.get(venue)?.getCounters().budgetUsedBesidePollsFrac ?? 0,
  };
}
