import { BATCHED } from '../../coding/marks.ts';
import { ColumnBuilder } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { countKeys, type StoredAtTimes, toKey } from './dedup.ts';

/**
 * Records that must be removed when a batch is withdrawn. Of equal records, those that no other batch holds, and that
 * were neither inserted without a batch nor recorded, are removed, the last ones first, since earlier records were
 * there before the batch. A batch removes at most what it has beyond the other batches: one whose rows were all known
 * removes nothing.
 */
export class Surplus {
  /** Number of records to remove. */
  readonly count: number;
  /** Number of records removed so far. */
  taken = 0;
  /** Counts of equal records by their key: `stay` remain, and `seen` were read so far. */
  readonly #kept = new Map<string, { readonly stay: number; seen: number }>();

  /**
   * Counts how many of the equal records stay.
   *
   * @param rows Rows of the batch.
   * @param countHeld Returns how many records with a key other batches hold.
   */
  constructor({ inserted, appended }: StoredAtTimes, rows: Columns, countHeld: (key: string) => number) {
    const own = countKeys(rows);
    let count = 0;
    for (const [key, { batched, others }] of inserted) {
      const held = countHeld(key);
      const unclaimed = batched - Math.max(0, held - others - (appended.get(key) ?? 0));
      const beyond = (own.get(key) ?? 0) - held;
      const stay = batched - Math.min(batched, Math.max(0, Math.min(unclaimed, beyond)));
      if (stay === batched) continue;
      count += batched - stay;
      this.#kept.set(key, { stay, seen: 0 });
    }
    this.count = count;
  }

  /**
   * Removes records from a piece. Must be called for the pieces of a series in order. @returns The same columns when
   * all records stay.
   */
  leaveOut(columns: Columns): Columns {
    const left = new ColumnBuilder(columns.length);
    for (let i = 0; i < columns.length; i++) {
      if (!this.#isSurplus(columns, i)) {
        left.push(columns.t[i]!, columns.p[i]!, columns.v[i]!, columns.s[i]!);
      }
    }
    this.taken += columns.length - left.length;
    return left.length === columns.length ? columns : left;
  }

  #isSurplus(columns: Columns, i: number): boolean {
    if ((columns.s[i]! & BATCHED) === 0) return false;
    const kept = this.#kept.get(toKey(columns, i));
    return kept !== undefined && ++kept.seen > kept.stay;
  }
}
