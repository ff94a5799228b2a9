import { epochMs } from '../../domain/index.ts';
import type { SeriesEntry } from '../history-store.ts';
import type { Series } from './series.ts';

/** A record of a tail in memory. */
const TAIL_RECORD_BYTES = 25;

/** What the catalogue says of a series that has records. */
export function entryOf(series: Series): SeriesEntry {
  const { venue, storeKey, asset, sealed, tail } = series;
  const firstMs =
    sealed.records > 0 ? Math.min(sealed.firstMs, tail.length > 0 ? tail.t[0]! : Infinity) : tail.t[0]!;
  return {
    venue,
    storeKey,
    asset,
    bytes: sealed.bytes + tail.length * TAIL_RECORD_BYTES,
    firstMs: epochMs(firstMs),
    lastMs: epochMs(tail.length > 0 ? tail.t[tail.length - 1]! : sealed.lastMs),
    count: sealed.records + tail.length,
    countIsEstimate: false,
  };
}
