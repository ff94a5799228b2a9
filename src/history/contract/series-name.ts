import type { SeriesKey } from './series.ts';

/**
 * Formats the key of a series as one text that is unique over all venues, for keys of maps. Stored series numbers are
 * hashes of this text, so its format must never change.
 */
export function toSeriesName({ venue, storeKey }: SeriesKey): string {
  return `${venue}\0${storeKey}`;
}
