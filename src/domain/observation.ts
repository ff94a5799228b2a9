import type { EpochMs } from './time.ts';

/**
 * Where an observation came from: a poll of the venue, its candles, an imported file, or (imported
 * tapes only) one trade.
 */
export const OBSERVATION_SOURCES = ['poll', 'backfill', 'import', 'trade'] as const;

export type ObservationSource = (typeof OBSERVATION_SOURCES)[number];

/** A price that one venue stated for one asset at one moment. Kept forever. */
export interface Observation {
  /** Our receive time of the poll, or the venue's time where it states one per market. */
  readonly t: EpochMs;
  /** US dollars or probability, by the asset's unit. Finite. */
  readonly p: number;
  /** Volume traded since the record before, never a running figure. null when not known. */
  readonly v: number | null;
  readonly s: ObservationSource | null;
}
