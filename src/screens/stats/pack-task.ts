import {
  type FlatStats,
  flatStats,
  hourlyPack,
  type PackHorizonInputs,
  type ReturnBasis,
} from '../../analytics/index.ts';

/** One pack to compute: hourly bars, and what is known of a binary market's end. */
export interface PackTask {
  readonly basis: ReturnBasis;
  readonly t: Float64Array;
  readonly p: Float64Array;
  /** Facts about the end of a binary; null for perpetuals. */
  readonly end: PackHorizonInputs | null;
}

/** The flat pack of one task. Pure: it runs in the worker thread, and in tests without one. */
export function computePack({ basis, t, p, end }: PackTask): FlatStats {
  return flatStats(hourlyPack({ t, p }, basis, end ?? undefined));
}
