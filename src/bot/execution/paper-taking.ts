import type { EpochMs, VenueId } from '../../domain/index.ts';

/** The side of a book from which a bot takes with its paper orders. */
export interface PaperSide {
  readonly botId: string;
  readonly mode: 'mock' | 'live';
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly side: 'buy' | 'sell';
}

/** Size that the paper orders of a bot have taken at a price. All texts are decimals. */
export interface TakenLevel {
  readonly price: string;
  /** Size that the venue offered at the time of the taking. */
  readonly offered: string;
  readonly taken: string;
  /** Time at which the book of that offer was received. */
  readonly seenAt: EpochMs;
}

/** Sizes that one order takes of a side; they are stored with the order. */
export interface PaperTaking {
  readonly levels: readonly (TakenLevel & {
    /** Size taken of the same offer before, by which the order was sized. */
    readonly before: string;
  })[];
  /** Prices without earlier takings any more: they left the book, or their offer has changed. */
  readonly gone: readonly string[];
}
