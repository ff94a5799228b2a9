import type { PriceLevel } from './book.ts';
import type { EpochMs } from './time.ts';

/** Reasons why a book is no longer known. */
export const BOOK_BREAKS = [
  'connection',
  'silence',
  'sequence',
  'disagrees',
  'refused',
  'dropped',
  'ended',
  'overload',
  'disk',
  'clock',
  'restart',
] as const;
export type BookBreak = (typeof BOOK_BREAKS)[number];

/** New size of one level; size 0 removes it. */
export interface BookChange extends PriceLevel {
  readonly side: 'bid' | 'ask';
}

interface BookMessage {
  /** Canonical asset id. */
  readonly asset: string;
  /** Time of arrival by our clock. */
  readonly receivedAt: EpochMs;
  /** Time by the venue's clock; null when the venue states none. */
  readonly venueTime: EpochMs | null;
  /** Sequence number of the message at the venue; null when there is none. */
  readonly seq: number | null;
}

/**
 * A message of a venue about a book, in Yes terms for binaries. Events of an asset are in the order of arrival. After a
 * break the next event is a whole book.
 */
export type BookEvent = BookMessage &
  (
    | {
        readonly kind: 'whole';
        /** Bids, best level first. */
        readonly bids: readonly PriceLevel[];
        /** Asks, best level first. */
        readonly asks: readonly PriceLevel[];
        /** Maximum number of levels per side that the venue sends; null: all levels. */
        readonly depth: number | null;
      }
    | {
        readonly kind: 'change';
        /** Changes of one frame, in their order. */
        readonly changes: readonly BookChange[];
      }
    | {
        /**
         * The book is no longer known. `receivedAt` is the last time at which it certainly was. It may be before events
         * that were sent already, whose changes are then doubtful.
         */
        readonly kind: 'break';
        readonly reason: BookBreak;
      }
  );

/** Ways in which a trade reached the tape. Their order is that of their numbers in stored blocks. */
export const TRADE_SOURCES = ['stream', 'poll', 'backfill'] as const;
export type TradeSource = (typeof TRADE_SOURCES)[number];

/** Side of the taker; in Yes terms for binaries. */
export type TakerSide = 'buy' | 'sell';

/** A trade as its venue states it, in Yes terms for binaries. */
export interface VenueTrade {
  /** Canonical asset id. */
  readonly asset: string;
  /** Price in dollars, or of a share from 0 to 1. */
  readonly price: number;
  /** Size in contracts or units of the base asset. */
  readonly size: number;
  /** Side of the taker as the venue states it, never guessed; null when it states none. */
  readonly side: TakerSide | null;
  /** Origin of the side; null without one. */
  readonly sideSource: 'venue' | null;
  /** Id of the trade at its venue; null when it has none. */
  readonly id: string | null;
  /** Time by the venue's clock; null when the venue states none. */
  readonly venueTime: EpochMs | null;
  /** Time of arrival by our clock; null for a trade that was read later. */
  readonly receivedAt: EpochMs | null;
  readonly source: TradeSource;
  /** Whether the venue marks the trade as agreed outside of the book. */
  readonly isBlock: boolean;
}

/** Begin or end of a time in which a venue sends every trade of an asset. */
export type TradesHeard = {
  /** Canonical asset id. */
  readonly asset: string;
  /** Time by our clock. For an end, the last time at which a trade would certainly have been received. */
  readonly at: EpochMs;
} & ({ readonly kind: 'begin' } | { readonly kind: 'end'; readonly reason: BookBreak });

/** Trades from a venue's list, as the result of one read. */
export interface TradesRead {
  /** Trades, oldest first. */
  readonly trades: readonly VenueTrade[];
  /** Time by the venue's clock from which no trade is missing; null: no part is known to be complete. */
  readonly wholeFrom: EpochMs | null;
  /** Whether the venue had more pages than were read. */
  readonly isCut: boolean;
}

/** Newest trades of a whole venue. */
export interface TradesPoll extends TradesRead {
  /** Time by our clock at which the first page was requested. Trades that the venue listed later may be missing. */
  readonly polledAt: EpochMs;
}
