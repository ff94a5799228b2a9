import { ColumnBuilder } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { BATCHED } from '../series/series.ts';
import { countKeys, type StoredAtTimes, toKey } from './dedup.ts';

/**
 * Records that stay nowhere when a batch is withdrawn: of equal ones as many as no other batch holds and no other
 * source has inserted or recorded, the last of them, since earlier records come before those of the batch. A batch takes
 * no more with it than it has beyond the others: one whose rows were all known takes nothing.
 */
export class Surplus {
  /** Number of surplus records. */
  readonly count: number;
  /** Number of records that were left out. */
  taken = 0;
  /** Equal records by their key: how many stay, and how many were seen. */
  readonly #kept = new Map<string, { readonly stay: number; seen: number }>();

  /** @param rows Those of the batch. */
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

  /** Must be called with the pieces of a series in order. The same columns when all of them stay. */
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
