import type { VenueId } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import type { AgeCounts } from './stale-assets.ts';

/** Stored form of a report, sufficient to evaluate it again with any threshold of whole minutes. */
export interface StaleReport {
  /** Time of the report, in epoch ms. */
  readonly ts: number;
  readonly ages: Readonly<Partial<Record<VenueId, AgeCounts>>>;
}

/** Time in ms for which reports are kept, which is the longest span that callers may request. */
export const STALE_REPORT_RETENTION_MS = 48 * HOUR_MS;
