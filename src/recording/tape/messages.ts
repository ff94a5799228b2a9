import type { BookBreak, VenueId, VenueTrade } from '../../domain/index.ts';
import type { TapeFrames } from '../../history/tape/contract/tape-frames.ts';
import type {
  HeardKey,
  NumberedMarket,
  TapeClass,
  TapeState,
} from '../../history/tape/contract/tape-writer.ts';

/** A trade as its venue states it, with the number of its market. */
export interface NumberedTrade extends Omit<VenueTrade, 'asset'> {
  readonly market: number;
}

/** Change of the time within which trades are received completely. Times are epoch ms. */
export type HeardChange = { readonly key: HeardKey } & (
  | { readonly kind: 'begin'; readonly fromMs: number; readonly polledToMs: number | null }
  | { readonly kind: 'extend'; readonly toMs: number }
  | { readonly kind: 'end'; readonly toMs: number; readonly reason: BookBreak }
  | { readonly kind: 'fill'; readonly fromMs: number; readonly toMs: number }
);

/** Input of a tenth of a second, in the order in which it must be applied. */
export interface TapeBatch {
  readonly kind: 'batch';
  /** Time in epoch ms up to which all input is in this batch or an earlier one. */
  readonly atMs: number;
  /** Markets that no earlier batch named. */
  readonly markets: readonly NumberedMarket[];
  /** Market numbers that no later message uses before they are assigned again. */
  readonly forgotten: readonly number[];
  readonly frames: TapeFrames | null;
  /** Break of every open span after these frames. With `toMs` null, spans end with the last commit. */
  readonly breakAll: { readonly reason: BookBreak; readonly toMs: number | null } | null;
  readonly classes: readonly { readonly market: number; readonly everyMs: TapeClass }[];
  readonly trades: readonly NumberedTrade[];
  readonly heard: readonly HeardChange[];
}

/** Trades from a venue's list of one market, for comparison with the stored ones. */
export interface TapeListing {
  readonly kind: 'listing';
  readonly market: number;
  /** Window of the list in epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly trades: readonly NumberedTrade[];
  /** Whether the list contains exactly the trades that settled. */
  readonly isOfSettled: boolean;
}

/** All trades of a venue's markets in a window. */
export interface TapeVenueListing {
  readonly kind: 'venueListing';
  readonly venue: VenueId;
  /** Window of the list in epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly trades: readonly NumberedTrade[];
}

/**
 * Trades of an hour by stated side, without those that never settled or were agreed outside of the book. Sizes are in
 * contracts or units of the base asset.
 */
export interface HourVolume {
  readonly asset: string;
  /** Start of the hour in epoch ms. */
  readonly hourMs: number;
  readonly buys: number;
  readonly sells: number;
  /** Size without a stated side. */
  readonly unknown: number;
  readonly trades: number;
}

/** Trades that were stored before the thread started. */
export interface TapeVolumes {
  readonly kind: 'volumes';
  readonly volumes: readonly HourVolume[];
}

export interface TapeStop {
  readonly kind: 'stop';
  readonly atMs: number;
}

export type TapeMessage = TapeBatch | TapeListing | TapeVenueListing | TapeStop;

/** Counts of a venue's trades. */
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

/** Report of the thread after each successful or failed commit. Counts are those since the last report. */
export interface TapeReport {
  readonly kind: 'report';
  readonly state: TapeState;
  /** Number of levels and changes that are on the disk or were dropped, since the thread started. */
  readonly handled: number;
  /** Reason why the last commit failed; null: it succeeded. */
  readonly failure: string | null;
  /** Markets whose frames could not be applied, once per failure. */
  readonly refused: readonly number[];
  /** Market numbers that were forgotten because a batch requested it. */
  readonly forgotten: readonly number[];
  /** Number of changes of unknown books. */
  readonly unknown: number;
  readonly resyncChanges: number;
  readonly trades: Readonly<Partial<Record<VenueId, Readonly<TradeCounts>>>>;
  /** Volumes of the commits since the last report, less trades that never settled. */
  readonly volumes: readonly HourVolume[];
}

/** Result of a comparison. Times are epoch ms. */
export interface TapeCompared {
  readonly kind: 'compared';
  readonly market: number;
  /** Time of the oldest print that the list does not contain yet; null: it contains all that are old enough. */
  readonly oldestMissingMs: number | null;
  /** Time of the oldest print that was too young to be judged; null: there is none. */
  readonly nextMs: number | null;
}

/** State of an earlier run that the thread found. */
export interface TapeRestored {
  readonly kind: 'restored';
  /** Time of the last commit in epoch ms. */
  readonly newestMs: number;
  /** Time in epoch ms up to which trades of each venue were received completely. */
  readonly heardToMs: Readonly<Partial<Record<VenueId, number>>>;
  /** Canonical asset ids of the markets of the last days. */
  readonly assets: readonly string[];
  /** Markets with prints that were not compared with settled trades, each with the time of the oldest in epoch ms. */
  readonly uncompared: readonly { readonly asset: string; readonly t: number }[];
}

export type TapeReply = TapeReport | TapeCompared | TapeRestored | TapeVolumes | { readonly kind: 'stopped' };
