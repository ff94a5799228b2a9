import { LRUCache } from 'lru-cache';
import type { Gap, Recorder } from '../../domain/index.ts';
import type { GapName } from '../contract/gaps.ts';
import type { Window } from '../contract/series.ts';
import type { GapTable } from './gap-table.ts';

/** Maximum number of series whose gaps are cached. */
const MAX_SERIES = 512;
/** Maximum number of gaps of a cached series; one with more is looked up by the requested window. */
const MAX_GAPS = 1_000;
/** Maximum number of cached gaps of all series; gaps of a venue are counted with each of its series. */
const MAX_GAPS_KEPT = 50_000;

/**
 * Cache of the gaps of series, in the only process that writes them: every page of records states its gaps, and reading
 * them from the file takes as long as formatting a hundred records.
 */
export class CachedGaps {
  readonly #table: GapTable;
  /** Gaps by venue and store key, in order; null when there are too many to cache. */
  readonly #kept = new LRUCache<string, { readonly gaps: readonly Gap[] | null }>({
    max: MAX_SERIES,
    maxSize: MAX_GAPS_KEPT,
    sizeCalculation: ({ gaps }) => 1 + (gaps?.length ?? 0),
  });

  constructor(table: GapTable) {
    this.#table = table;
  }

  listOverlapping(venue: Recorder, window: Window, storeKey = ''): Gap[] {
    const key = `${venue} ${storeKey}`;
    let known = this.#kept.get(key);
    if (known === undefined) {
      const gaps = this.#table.listOverlapping(venue, {}, storeKey);
      known = { gaps: gaps.length > MAX_GAPS ? null : gaps };
      this.#kept.set(key, known);
    }
    if (known.gaps === null) return this.#table.listOverlapping(venue, window, storeKey);
    const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = window;
    return known.gaps.filter((gap) => gap.fromMs <= toMs && (gap.toMs === null || gap.toMs >= fromMs));
  }

  put(gap: Gap): void {
    // The cache is cleared before the write: even after a failed write, the state of the file is read again.
    this.#kept.clear();
    this.#table.put(gap);
  }

  remove(gap: GapName): void {
    this.#kept.clear();
    this.#table.remove(gap);
  }

  /** Clears the cache after a change that bypassed it. */
  forget(): void {
    this.#kept.clear();
  }
}
