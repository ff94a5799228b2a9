import type { VenueId } from '../../domain/index.ts';
import type { BookTouch } from '../book-touches.ts';
import type { Feed } from '../feed.ts';
import type { SnapshotStats } from '../snapshot-store.ts';
import type { SilenceStats } from '../watchdog/silence.ts';
import type { FeedStatus, ResolutionCounts } from './feed-status.ts';

export interface FeedReportOptions {
  readonly feed: Feed;
  /** Returns the fence of the lease under which this process reads the venues; null: it has none yet. */
  readonly fence: () => number | null;
  /** Returns the address at which the feed answers other processes. */
  readonly url: () => string;
  readonly silences: () => SilenceStats;
  readonly resolutions: () => ResolutionCounts;
  readonly snapshots: () => SnapshotStats;
  readonly refreshes: (venue: VenueId) => Readonly<Record<string, number>>;
  /** Returns the best prices of recently read books, by asset. */
  readonly touches: (venue: VenueId) => Readonly<Record<string, BookTouch>>;
  /** Returns the number of calls of the internal port without a valid signature. */
  readonly forgedCalls: () => number;
}

/** Builds the status of the feed of this process for other processes. */
export class FeedReport {
  readonly #options: FeedReportOptions;

  constructor(options: FeedReportOptions) {
    this.#options = options;
  }

  /** Whether this process holds the lease under which venues are published. */
  get isLeading(): boolean {
    return this.#options.fence() !== null;
  }

  status(venue: VenueId): FeedStatus {
    const { feed, fence, url, silences, resolutions, snapshots, refreshes, touches, forgedCalls } =
      this.#options;
    const { perVenue, ended, ongoing } = silences();
    const isOfVenue = (silence: { readonly venue: VenueId }) => silence.venue === venue;
    const { detected = 0, recovered = 0 } = perVenue.get(venue) ?? {};
    return {
      fence: fence() ?? 0,
      url: url(),
      startedAt: feed.startedAt,
      health: feed.health(venue),
      silences: {
        detected,
        recovered,
        ended: ended.filter(isOfVenue),
        ongoing: ongoing.filter(isOfVenue),
      },
      resolutions: resolutions(),
      snapshots: snapshots(),
      refreshes: refreshes(venue),
      touches: touches(venue),
      forgedCalls: forgedCalls(),
    };
  }
}
