import { epochMs } from '../../../domain/index.ts';
import type { SeriesEntry } from '../../contract/series.ts';
import type { SeriesState } from '../series/series.ts';

/** Size of a record of a tail in memory, bytes. */
const TAIL_RECORD_BYTES = 25;

/** Converts a series that has records to an entry of the catalogue. */
export function toEntry(series: SeriesState): SeriesEntry {
  const { venue, storeKey, asset, sealed, tail } = series;
  return {
    venue,
    storeKey,
    asset,
    bytes: sealed.bytes + tail.length * TAIL_RECORD_BYTES,
    firstMs: epochMs(Math.min(sealed.firstMs, tail.firstMs)),
    lastMs: epochMs(tail.length > 0 ? tail.lastMs : sealed.lastMs),
    count: sealed.records + tail.length,
    countIsEstimate: false,
  };
}
