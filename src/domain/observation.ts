import type { EpochMs } from './time.ts';

/** Origin of an observation: a poll of the venue, its candles, an imported file, or one trade of an imported tape. */
export const OBSERVATION_SOURCES = ['poll', 'backfill', 'import', 'trade'] as const;

export type ObservationSource = (typeof OBSERVATION_SOURCES)[number];

/** A price of one asset at one venue and time. Observations are kept permanently. */
export interface Observation {
  /** Time of our poll, or the venue's time when it states one per market. */
  readonly t: EpochMs;
  /** Price in US dollars or as a probability, by the asset's unit. Finite. */
  readonly p: number;
  /** Volume traded since the previous record, never a running total; null when not known. */
  readonly v: number | null;
  readonly s: ObservationSource | null;
}
