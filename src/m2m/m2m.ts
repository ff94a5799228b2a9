import type { AssetRef, Book, Candle, Clock } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { Pulse } from '../feed/pulses.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { Bundles } from './bundles.ts';
import { FairValues, type QuestionGroups } from './fair-values.ts';
import { IndexBoard } from './index-board.ts';
import { LiveViews } from './live-view.ts';
import { Quotes } from './quotes.ts';
import { StoreFiguresReader } from './store-figures.ts';
import { VenueCandles } from './venue-candles.ts';

export interface M2mOptions {
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly clock: Clock;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Hourly candles of the venue. @throws {UpstreamError} */
  readonly candles: (ref: AssetRef) => Promise<Candle[]>;
  /** The newest pulse of a listed asset. Absent: the feed alone is read. */
  readonly newestPulse?: ((asset: string) => Pulse | null) | undefined;
  /** The newest book that was read. Absent: no books. */
  readonly newestBook?: ((asset: string) => Book | null) | undefined;
  /** Absent: binaries have no fair value. */
  readonly groups?: QuestionGroups | undefined;
}

/** What programs ask for: the index, bundles and quotes. */
export interface M2m {
  readonly index: IndexBoard;
  readonly bundles: Bundles;
  readonly quotes: Quotes;
  readonly views: LiveViews;
}

/** Joins feed, store and links for the machine-to-machine endpoints. */
export function createM2m(options: M2mOptions): M2m {
  const { feed, history, clock, now, candles, newestPulse, newestBook, groups } = options;
  const views = new LiveViews({ feed, newestPulse, newestBook, clock });
  const fairValues = new FairValues(feed, groups ?? null);
  const venueCandles = new VenueCandles({ candles, now });
  const figures = new StoreFiguresReader({
    history,
    clock,
    now,
    candles: (ref) => venueCandles.closes(ref),
  });
  return {
    index: new IndexBoard(feed, fairValues),
    bundles: new Bundles({ views, fairValues, figures, clock }),
    quotes: new Quotes({ views, fairValues, history, clock }),
    views,
  };
}
