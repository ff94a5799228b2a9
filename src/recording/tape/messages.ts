import type { BookBreak, VenueId, VenueTrade } from '../../domain/index.ts';
import type { TapeFrames } from '../../history/tape/contract/tape-frames.ts';
import type {
  HeardKey,
  NumberedMarket,
  TapeClass,
  TapeState,
} from '../../history/tape/contract/tape-writer.ts';

/** A trade, as its venue states it, of a market by its number. */
export interface NumberedTrade extends Omit<VenueTrade, 'asset'> {
  readonly market: number;
}

/** Change of the time within which trades are known. Times are epoch ms. */
export type HeardChange = { readonly key: HeardKey } & (
  | { readonly kind: 'begin'; readonly fromMs: number; readonly polledToMs: number | null }
  | { readonly kind: 'extend'; readonly toMs: number }
  | { readonly kind: 'end'; readonly toMs: number; readonly reason: BookBreak }
  | { readonly kind: 'fill'; readonly fromMs: number; readonly toMs: number }
);

/** What was received within a tenth of a second, in the order in which it counts. */
export interface TapeBatch {
  readonly kind: 'batch';
  /** Everything that was received until then is in this batch or an earlier one, epoch ms. */
  readonly atMs: number;
  /** Markets that were not named before. */
  readonly markets: readonly NumberedMarket[];
  /** Numbers that no later message is about, before they are named anew. */
  readonly forgotten: readonly number[];
  readonly frames: TapeFrames | null;
  /** Ends every span behind these frames. Without a moment they end with the last commit. */
  readonly breakAll: { readonly reason: BookBreak; readonly toMs: number | null } | null;
  readonly classes: readonly { readonly market: number; readonly everyMs: TapeClass }[];
  readonly trades: readonly NumberedTrade[];
  readonly heard: readonly HeardChange[];
}

/** Trades that a venue lists of a market, to be compared with those that are stored. */
export interface TapeListing {
  readonly kind: 'listing';
  readonly market: number;
  /** Window of the list, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly trades: readonly NumberedTrade[];
  /** Whether the list says which trades settled: it has every one that did. */
  readonly isOfSettled: boolean;
}

/** All trades that a venue lists of its markets in a window. */
export interface TapeVenueListing {
  readonly kind: 'venueListing';
  readonly venue: VenueId;
  /** Window of the list, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly trades: readonly NumberedTrade[];
}

/**
 * Trades of an hour by the side that their venue stated, without those that never settled or were agreed outside of the
 * book. Sizes are contracts, or units of the base asset.
 */
export interface HourVolume {
  readonly asset: string;
  /** Begin of the hour, epoch ms. */
  readonly hourMs: number;
  readonly buys: number;
  readonly sells: number;
  /** Without a side. */
  readonly unknown: number;
  readonly trades: number;
}

/** Trades that were stored when the thread began. */
export interface TapeVolumes {
  readonly kind: 'volumes';
  readonly volumes: readonly HourVolume[];
}

export interface TapeStop {
  readonly kind: 'stop';
  readonly atMs: number;
}

export type TapeMessage = TapeBatch | TapeListing | TapeVenueListing | TapeStop;

/** Counts of trades of a venue. */
export interface TradeCounts {
  trades: number;
  buys: number;
  sells: number;
  unknownSide: number;
  duplicates: number;
  refused: number;
  timeRefused: number;
  tooOld: number;
}

/** What the thread says after each commit, and after one that was refused. Counts are those since the last report. */
export interface TapeReport {
  readonly kind: 'report';
  readonly state: TapeState;
  /** Levels and changes of all batches that are on the disk or were dropped, since the thread began. */
  readonly handled: number;
  /** Why the last commit was refused; null: it was not. */
  readonly failure: string | null;
  /** Markets whose frames could not be applied, once for each time. */
  readonly refused: readonly number[];
  /** Numbers of markets that were forgotten, as a batch wanted it. */
  readonly forgotten: readonly number[];
  /** Changes of books that are not known. */
  readonly unknown: number;
  readonly resyncChanges: number;
  readonly trades: Readonly<Partial<Record<VenueId, Readonly<TradeCounts>>>>;
  /** Trades of the commits since the last report, less those that turned out never to settle. */
  readonly volumes: readonly HourVolume[];
}

/** The result of a comparison. Times are epoch ms. */
export interface TapeCompared {
  readonly kind: 'compared';
  readonly market: number;
  /** Oldest print that the list does not have yet; null: it has all that are old enough. */
  readonly oldestMissingMs: number | null;
  /** Oldest print that was too young; null: there is none. */
  readonly nextMs: number | null;
}

/** What a thread found of an earlier run. */
export interface TapeRestored {
  readonly kind: 'restored';
  /** Last commit, epoch ms. */
  readonly newestMs: number;
  /** Up to where trades of venues were heard, epoch ms. */
  readonly heardToMs: Readonly<Partial<Record<VenueId, number>>>;
  /** Canonical ids of the markets of its last days. */
  readonly assets: readonly string[];
  /** Oldest print of each market, epoch ms, of which is not known whether it settled. */
  readonly uncompared: readonly { readonly asset: string; readonly t: number }[];
}

export type TapeReply = TapeReport | TapeCompared | TapeRestored | TapeVolumes | { readonly kind: 'stopped' };
