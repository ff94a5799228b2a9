import type { PriceLevel } from './book.ts';
import type { EpochMs } from './time.ts';

/** Reasons for which a book is not known any more. */
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

/** New total of one level; size 0 removes it. */
export interface BookChange extends PriceLevel {
  readonly side: 'bid' | 'ask';
}

interface BookMessage {
  /** Canonical id. */
  readonly asset: string;
  /** Our clock. */
  readonly receivedAt: EpochMs;
  /** The venue's clock, where it states one. */
  readonly venueTime: EpochMs | null;
  /** Number of the message as the venue counts; null where it counts none. */
  readonly seq: number | null;
}

/**
 * A message of a venue about a book, in Yes terms for binaries. Events of an asset come in the order of arrival; after a
 * break the next one is a whole book.
 */
export type BookEvent = BookMessage &
  (
    | {
        readonly kind: 'whole';
        /** Best level first. */
        readonly bids: readonly PriceLevel[];
        /** Best level first. */
        readonly asks: readonly PriceLevel[];
        /** Most levels of a side that the venue sends; null: all. */
        readonly depth: number | null;
      }
    | {
        readonly kind: 'change';
        /** Changes of one frame, in its order. */
        readonly changes: readonly BookChange[];
      }
    | {
        /**
         * The book is not known any more. `receivedAt` is the last moment at which it surely was: it may lie before events
         * that were sent already, whose changes are then in doubt.
         */
        readonly kind: 'break';
        readonly reason: BookBreak;
      }
  );

/** Ways by which a trade reached the tape. The order is that of their numbers in stored blocks. */
export const TRADE_SOURCES = ['stream', 'poll', 'backfill'] as const;
export type TradeSource = (typeof TRADE_SOURCES)[number];

/** Side of the taker; in Yes terms for binaries. */
export type TakerSide = 'buy' | 'sell';

/** A trade as its venue states it, in Yes terms for binaries. */
export interface VenueTrade {
  /** Canonical id. */
  readonly asset: string;
  /** Price of a share from 0 to 1, or dollars. */
  readonly price: number;
  /** Contracts, or units of the base asset. */
  readonly size: number;
  /** Side of the taker as the venue states it; null where it states none. It is never guessed. */
  readonly side: TakerSide | null;
  /** Origin of the side; null without one. */
  readonly sideSource: 'venue' | null;
  /** Id of the trade at its venue; null where it states none. */
  readonly id: string | null;
  /** The venue's clock, where it states one. */
  readonly venueTime: EpochMs | null;
  /** Our clock; null for a trade that was read afterwards. */
  readonly receivedAt: EpochMs | null;
  readonly source: TradeSource;
  /** Whether the venue marks it as agreed outside of the book. */
  readonly isBlock: boolean;
}

/** Begin or end of a time within which a venue sends every trade of an asset. */
export type TradesHeard = {
  /** Canonical id. */
  readonly asset: string;
  /** Our clock; of an end the last moment at which a trade would surely have been heard. */
  readonly at: EpochMs;
} & ({ readonly kind: 'begin' } | { readonly kind: 'end'; readonly reason: BookBreak });

/** Trades that a venue lists, read in one go. */
export interface TradesRead {
  /** The oldest first. */
  readonly trades: readonly VenueTrade[];
  /** No trade since this moment, by the venue's clock, is missing; null: nothing is known to be whole. */
  readonly wholeFrom: EpochMs | null;
  /** Whether the venue had more pages than were read. */
  readonly isCut: boolean;
}

/** Newest trades of a whole venue. */
export interface TradesPoll extends TradesRead {
  /** Our clock when the first page was requested: what the venue listed later may be missing. */
  readonly polledAt: EpochMs;
}
