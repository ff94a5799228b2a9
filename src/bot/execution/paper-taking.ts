import type { EpochMs, VenueId } from '../../domain/index.ts';

/** One side of a book, with the bot whose paper orders take from it. */
export interface PaperSide {
  readonly botId: string;
  readonly mode: 'mock' | 'live';
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly side: 'buy' | 'sell';
}

/** Size that the paper orders of a bot have taken at one price. All texts are decimals. */
export interface TakenLevel {
  readonly price: string;
  /** Size that the venue offered at the time of the taking. */
  readonly offered: string;
  readonly taken: string;
  /** Time at which the book with that offer was received. */
  readonly seenAt: EpochMs;
}

/** Sizes that one order takes of a side; they are stored with the order. */
export interface PaperTaking {
  readonly levels: readonly (TakenLevel & {
    /** Size taken of the same offer by earlier orders, as it was when this order was sized. */
    readonly before: string;
  })[];
  /** Prices whose earlier takings no longer count: they have left the book, or the offer has changed. */
  readonly gone: readonly string[];
}
