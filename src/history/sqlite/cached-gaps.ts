import { LRUCache } from 'lru-cache';
import type { Gap, Recorder } from '../../domain/index.ts';
import type { GapName } from '../contract/gaps.ts';
import type { Window } from '../contract/series.ts';
import type { GapTable } from './gap-table.ts';

/** Series whose gaps are kept. */
const MAX_SERIES = 512;
/** A series with more gaps is looked up by the requested window. */
const MAX_GAPS = 1_000;
/** Gaps kept of all series together: those of a venue count with each of its series. */
const MAX_GAPS_KEPT = 50_000;

/**
 * The gaps of series that are read, kept by the one process that writes them: every page of records states its gaps,
 * and asking the file takes as long as writing the text of a hundred records.
 */
export class CachedGaps {
  readonly #table: GapTable;
  /** Gaps by venue and store key, in order; null: too many to keep. */
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
    // Gaps are forgotten also when the write failed: the state of the file is then read again.
    this.#kept.clear();
    this.#table.put(gap);
  }

  remove(gap: GapName): void {
    this.#kept.clear();
    this.#table.remove(gap);
  }

  /** Forgets cached gaps after a change that went past the cache. */
  forget(): void {
    this.#kept.clear();
  }
}
