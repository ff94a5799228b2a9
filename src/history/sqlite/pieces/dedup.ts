import { BATCHED, INSERTED, MARKS } from '../../coding/marks.ts';
import { ColumnBuilder, findUpperBound, lowerBound } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { SeriesState } from '../series/series.ts';
import type { Pieces } from './pieces.ts';

/** Number of stored records of a series at the times of some rows. */
export interface StoredAtTimes {
  /** Inserted records, by {@link toKey}: the number that only import batches hold, and the number of others. */
  readonly inserted: ReadonlyMap<string, { readonly batched: number; readonly others: number }>;
  /** Number of appended records, by {@link toKey}. */
  readonly appended: ReadonlyMap<string, number>;
}

/** Counts the stored records at the times of some rows. @param rows Sorted by time. */
export function findStored(pieces: Pieces, series: SeriesState, rows: Columns): StoredAtTimes {
  const stored = new Counts();
  const from = rows.t[0]!;
  if (rows.length > 0 && series.sealed.records > 0 && from <= series.sealed.lastMs) {
    for (const entry of pieces.listEntriesAt(series, rows)) {
      const columns = pieces.open(series, entry);
      if (columns !== null) stored.add(columns, rows);
    }
  }
  stored.add(series.tail.columns(), rows);
  return stored;
}

/**
 * Leaves out records that earlier insertions have stored.
 *
 * Each stored record cancels one equal record of the batch. So equal records inside one batch are all kept the first
 * time, and repeating the batch adds none.
 *
 * @param batch Sorted by time.
 * @param isImport Whether appended records cancel equal ones too: an import may be an export of this history, such as
 * its tree after a restore.
 */
export function removeStored(
  batch: Columns,
  { inserted, appended }: StoredAtTimes,
  isImport: boolean,
): Columns {
  const left = isImport ? new Map(appended) : new Map<string, number>();
  for (const [key, { batched, others }] of inserted) left.set(key, (left.get(key) ?? 0) + batched + others);
  if (left.size === 0) return batch;
  const fresh = new ColumnBuilder(batch.length);
  for (let i = 0; i < batch.length; i++) {
    const key = toKey(batch, i);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    else fresh.push(batch.t[i]!, batch.p[i]!, batch.v[i]!, batch.s[i]!);
  }
  return fresh;
}

/** Counts equal rows, by {@link toKey}. @param counts Counts to which they are added. */
export function countKeys(rows: Columns, counts = new Map<string, number>()): Map<string, number> {
  for (let i = 0; i < rows.length; i++) {
    const key = toKey(rows, i);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Formats the key of a record: equal records share it, whoever inserted them. */
export function toKey({ t, p, v, s }: Columns, i: number): string {
  return `${t[i]} ${p[i]} ${v[i]} ${s[i]! & ~MARKS}`;
}

class Counts implements StoredAtTimes {
  readonly inserted = new Map<string, { batched: number; others: number }>();
  readonly appended = new Map<string, number>();

  /** Counts the records whose times are also times of the rows. */
  add(columns: Columns, rows: Columns): void {
    const { t, length } = columns;
    let row = length === 0 ? rows.length : lowerBound(rows.t, rows.length, t[0]!);
    for (let i = 0; row < rows.length && i < length; ) {
      const time = rows.t[row]!;
      while (i < length && t[i]! < time) i++;
      for (; i < length && t[i] === time; i++) this.#addOne(columns, i);
      row = findUpperBound(rows.t, rows.length, time);
    }
  }

  #addOne(columns: Columns, i: number): void {
    const marks = columns.s[i]! & MARKS;
    const key = toKey(columns, i);
    if ((marks & INSERTED) === 0) {
      this.appended.set(key, (this.appended.get(key) ?? 0) + 1);
      return;
    }
    const count = this.inserted.get(key) ?? { batched: 0, others: 0 };
    if ((marks & BATCHED) !== 0) count.batched++;
    else count.others++;
    this.inserted.set(key, count);
  }
}
