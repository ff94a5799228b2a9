import {
  type FlatStats,
  flatStats,
  hourlyPack,
  type PackHorizonInputs,
  type ReturnBasis,
} from '../../analytics/index.ts';

/** Input of one statistics pack: hourly bars, and what is known of the end of a binary market. */
export interface PackTask {
  readonly basis: ReturnBasis;
  readonly t: Float64Array;
  readonly p: Float64Array;
  /** Price and end of a binary market. null for perpetuals. */
  readonly end: PackHorizonInputs | null;
}

/**
 * Computes the flat statistics pack of one task. The function is pure. It runs in the worker thread, and in tests
 * without one.
 */
export function computePack({ basis, t, p, end }: PackTask): FlatStats {
  return flatStats(hourlyPack({ t, p }, basis, end ?? undefined));
}
