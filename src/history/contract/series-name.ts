import type { SeriesKey } from './series.ts';

/** A series as one text, unique over all venues: a key of maps. Stored numbers of series are hashes of it, so it never changes. */
export function toSeriesName({ venue, storeKey }: SeriesKey): string {
  return `${venue}\0${storeKey}`;
}
