import type { PriceColumns } from '../analytics/index.ts';
import type { AssetRef, Book, Candle, Clock } from '../domain/index.ts';
import type { BookTouch } from '../feed/book-touches.ts';
import type { Feed } from '../feed/feed.ts';
import type { Pulse } from '../feed/pulses/pulse.ts';
import type { TapedMarketReader } from '../feed/taped-markets.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import type { MarketSearch } from '../search/market-search.ts';
import { AssetIndex, type ReadChanges } from './asset-index.ts';
import { Bundles } from './bundles.ts';
import { FairValues, type QuestionGroups } from './fair-values.ts';
import { LiveViews } from './live-view.ts';
import { Quotes } from './quotes.ts';
import { StoreFiguresReader } from './store-figures.ts';
import { SuggestedAssets } from './suggested-assets.ts';
import { ThrottledReads } from './throttled-reads.ts';

export interface M2mOptions {
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly clock: Clock;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Reads hourly candles from the venue. @throws {UpstreamError} when the venue does not answer. */
  readonly readCandles: (ref: AssetRef) => Promise<readonly Candle[]>;
  /** Finds the newest pulse of a listed asset. Absent: only the feed is read. */
  readonly newestPulse?: ((asset: string) => Pulse | null) | undefined;
  /** Reads a live book. @throws {UpstreamError} when the venue does not answer. */
  readonly book: (ref: AssetRef) => Promise<Book>;
  /** Finds the best prices of the newest book that was read. Absent: no books are read. */
  readonly bookTouch?: ((asset: string) => BookTouch | null) | undefined;
  /** Reads the changes of binaries from the store. Absent: the index has no changes of binaries. */
  readonly changes?: ReadChanges | undefined;
  /** Reads trades by the side that the venue stated. */
  readonly tapedMarkets: TapedMarketReader;
  /** Groups of linked markets. Absent: binaries have no fair value. */
  readonly groups?: QuestionGroups | undefined;
  readonly search: MarketSearch;
}

/**
 * Limits of reading candles. They are kept long, because hours change slowly and only assets with few records need
 * them.
 */
const CANDLE_READS = { keptMs: 300_000, maxWaitMs: 1_000, maxConcurrent: 4 } as const;
/** Limits of reading books for perpetuals whose touch no stream states. */
const BOOK_READS = { keptMs: 5_000, maxWaitMs: 250, maxConcurrent: 8 } as const;

/** Readers of the data for programs: index, bundles and quotes. */
export interface M2m {
  readonly index: AssetIndex;
  readonly bundles: Bundles;
  readonly quotes: Quotes;
  readonly views: LiveViews;
  readonly suggestions: SuggestedAssets;
  readonly search: MarketSearch;
}

/** Creates the readers of the machine-to-machine endpoints from feed, store and links. */
export function createM2m(options: M2mOptions): M2m {
  const { feed, history, clock, now, readCandles: candles, book, newestPulse, bookTouch, groups } = options;
  const { search } = options;
  const { tapedMarkets } = options;
  const views = new LiveViews({ feed, newestPulse, bookTouch, clock });
  const fairValues = new FairValues(feed, groups ?? null);
  const closes = new ThrottledReads({
    read: async (ref) => toCloses(await candles(ref)),
    now,
    ...CANDLE_READS,
  });
  const books = new ThrottledReads({ read: book, now, ...BOOK_READS });
  const figures = new StoreFiguresReader({
    history,
    tapedMarkets,
    clock,
    now,
    readCandles: (ref) => closes.get(ref),
  });
  return {
    index: new AssetIndex(feed, { fairValues, changes: options.changes ?? null, search }),
    bundles: new Bundles({ views, fairValues, figures, history, clock, readBook: (ref) => books.get(ref) }),
    quotes: new Quotes({ views, fairValues, history, clock }),
    views,
    suggestions: new SuggestedAssets({ search, now }),
    search,
  };
}

function toCloses(candles: readonly Candle[]): PriceColumns {
  return {
    t: Float64Array.from(candles, ({ t }) => t),
    p: Float64Array.from(candles, ({ close }) => close),
  };
}
