import {
  type AssetRef,
  type Clock,
  computeAge,
  type EpochMs,
  type MarketState,
  type Touch,
} from '../domain/index.ts';
import type { BookTouch } from '../feed/book-touches.ts';
import { type Feed, type ResolvedAsset, STALE_AFTER_MS } from '../feed/feed.ts';
import type { Pulse } from '../feed/pulses/pulse.ts';

/** The newest known state of one asset, without a request to its venue. */
export interface LiveView {
  readonly ref: AssetRef;
  /** Newest state of the market; null: the asset is not among the recorded markets. */
  readonly state: MarketState | null;
  /**
   * Whether an asset without a state is still listed by its venue, but beyond the maximum number of recorded markets.
   */
  readonly isBeyondLimit: boolean;
  /** Mark price of a perpetual, recorded price of a binary; null: none. */
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** Time of the price by the venue's clock, epoch ms; null: the venue states none. */
  readonly venueTime: EpochMs | null;
  /** Time when this service received `last`, epoch ms; null: the asset is not listed. */
  readonly receivedAt: EpochMs | null;
  /** Age of the venue's newest poll result in ms; null: there is none. */
  readonly feedAgeMs: number | null;
  /** Whether the newest poll result is older than 120 s, or does not list the asset. */
  readonly isStale: boolean;
}

export interface LiveViewsOptions {
  readonly feed: Feed;
  /** Finds the newest pulse of a listed asset. Absent: only the feed is read. */
  readonly newestPulse?: ((asset: string) => Pulse | null) | undefined;
  /** Finds the best prices of the newest book that was read, however old. Absent: no books are read. */
  readonly bookTouch?: ((asset: string) => BookTouch | null) | undefined;
  readonly clock: Clock;
}

/** Combines feed, streams and books into one view of an asset. */
export class LiveViews {
  readonly #options: LiveViewsOptions;

  constructor(options: LiveViewsOptions) {
    this.#options = options;
  }

  build({ ref, state, isBeyondLimit = false }: ResolvedAsset): LiveView {
    const { feed, newestPulse } = this.#options;
    const feedAgeMs = feed.ageMs(ref.venue);
    if (state === null) return { ...NOTHING_LIVE, ref, feedAgeMs, isBeyondLimit };

    const fetchedAt = feed.snapshot(ref.venue)?.fetchedAt ?? null;
    const pulse = newestPulse?.(ref.asset) ?? null;
    const { bid, ask } = this.#touch(state, pulse, fetchedAt);
    return {
      ref,
      state,
      isBeyondLimit: false,
      last: pulse === null ? state.price : pulse.price,
      bid,
      ask,
      venueTime: pulse === null ? state.venueTime : pulse.venueTime,
      receivedAt: pulse?.receivedAt ?? fetchedAt,
      feedAgeMs,
      isStale: feed.isStale(ref.venue),
    };
  }

  /** Finds bid and ask from the newest source that states them: poll, stream, or a fresh book. */
  #touch(state: MarketState, pulse: Pulse | null, fetchedAt: EpochMs | null): Touch {
    const { bookTouch, clock } = this.#options;
    const sources: TimedTouch[] = [];
    // The age of a repeated poll result is unknown, so every other source counts as newer.
    if (statesTouch(state))
      sources.push({ ...toTouch(state), at: state.carried === true ? 0 : (fetchedAt ?? 0) });
    if (pulse !== null && statesTouch(pulse)) sources.push({ ...toTouch(pulse), at: pulse.receivedAt });
    const book = bookTouch?.(state.ref.asset) ?? null;
    if (book !== null && computeAge(clock(), book.receivedAt) <= STALE_AFTER_MS) {
      sources.push({ bid: book.bid, ask: book.ask, at: book.receivedAt });
    }
    return sources.reduce((newest, source) => (source.at > newest.at ? source : newest), NO_QUOTE);
  }
}

interface TimedTouch extends Touch {
  /** Time when the touch was received, epoch ms. */
  readonly at: number;
}

const NO_QUOTE: TimedTouch = { bid: null, ask: null, at: Number.NEGATIVE_INFINITY };

const NOTHING_LIVE = {
  state: null,
  last: null,
  bid: null,
  ask: null,
  venueTime: null,
  receivedAt: null,
  isStale: true,
} as const;

/** Whether a source states a touch: it has a bid or an ask, or no price at all because the book is empty. */
function statesTouch({ price, bid, ask }: Touch & { readonly price: number | null }): boolean {
  return bid !== null || ask !== null || price === null;
}

function toTouch({ bid, ask }: Touch): Touch {
  return { bid, ask };
}
