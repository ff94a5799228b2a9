import type { EpochMs, VenueId } from '../../domain/index.ts';

/** The side of a book that a bot takes from with its paper orders. */
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
  /** Size that the venue offered when something was taken there. */
  readonly offered: string;
  readonly taken: string;
  /** When that book was received. */
  readonly seenAt: EpochMs;
}

/** Sizes that one order takes of a side, to be stored with it. */
export interface PaperTaking {
  readonly levels: readonly (TakenLevel & {
    /** Size that was taken of the same offer before; the order was sized by it. */
    readonly before: string;
  })[];
  /** Prices whose earlier takings are over: they left the book, or their offer is another one. */
  readonly gone: readonly string[];
}
