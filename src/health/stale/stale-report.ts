import type { VenueId } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import type { AgeCounts } from './stale-assets.ts';

/** The stored form of a report: enough to evaluate it again with any threshold of whole minutes. */
export interface StaleReport {
  /** Time of the report, epoch ms. */
  readonly ts: number;
  readonly ages: Readonly<Partial<Record<VenueId, AgeCounts>>>;
}

/** The longest span that callers may ask for. */
export const STALE_REPORT_RETENTION_MS = 48 * HOUR_MS;
