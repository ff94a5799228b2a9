import { ColumnBuilder, findUpperBound, lowerBound } from '../../columns.ts';
import type { Columns } from '../../history-store.ts';
import { BATCHED } from '../series/series.ts';
import { type StoredAtTimes, toKey } from './dedup.ts';

/**
 * Records that stay nowhere when a batch is withdrawn: of equal ones as many as no other batch holds and no other
 * source has inserted or recorded, the last of them, since earlier records come before those of the batch.
 */
export class Surplus {
  /** How many there are. */
  readonly count: number;
  /** How many were left out. */
  taken = 0;
  /** Equal records by their key: how many stay, and how many were seen. */
  readonly #kept = new Map<string, { readonly stay: number; seen: number }>();

  constructor({ inserted, appended }: StoredAtTimes, countHeld: (key: string) => number) {
    let count = 0;
    for (const [key, { batched, others }] of inserted) {
      const stay = Math.min(batched, Math.max(0, countHeld(key) - others - (appended.get(key) ?? 0)));
      if (stay === batched) continue;
      count += batched - stay;
      this.#kept.set(key, { stay, seen: 0 });
    }
    this.count = count;
  }

  /** To be called with the pieces of a series in order. The same columns when all of them stay. */
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

/** Positions of rows among others of their time, where known. */
export interface RestoredPlace {
  /** How many records that no batch brought stood before the rows of a time. */
  countBefore(t: number): number;
  /** How many records equal to one an earlier batch holds that is in force now: so many of them go before. */
  countOfEarlier(columns: Columns, i: number): number;
}

/**
 * Puts rows of a batch back among stored ones.
 *
 * @param added Those that are not stored now.
 * @param rows All rows of the batch, sorted: those of a time keep their order.
 */
export function putBack(stored: Columns, added: Columns, rows: Columns, place: RestoredPlace): Columns {
  const result = new ColumnBuilder(stored.length + added.length);
  let done = 0;
  for (let from = 0; from < added.length; ) {
    const time = added.t[from]!;
    const to = findUpperBound(added.t, added.length, time);
    const begin = lowerBound(stored.t, stored.length, time);
    const end = findUpperBound(stored.t, stored.length, time);
    result.pushAll(stored, done, begin);
    const group = new Group(stored, begin, end, place);
    group.put(added, from, to, rows);
    for (const [columns, i] of group.records) {
      result.push(columns.t[i]!, columns.p[i]!, columns.v[i]!, columns.s[i]!);
    }
    done = end;
    from = to;
  }
  result.pushAll(stored, done);
  return result;
}

/** The records of one time. */
class Group {
  readonly records: [columns: Columns, i: number][];
  /** Where the next row goes. */
  #at: number;
  /** Behind the last row of the batch that is stored. */
  #seen = 0;

  constructor(stored: Columns, begin: number, end: number, place: RestoredPlace) {
    this.records = Array.from({ length: end - begin }, (_, i) => [stored, begin + i]);
    this.#at = 0;
    if (end === begin) return;
    let before = place.countBefore(stored.t[begin]!);
    while (before > 0 && this.#at < this.records.length) if (!this.#isBatched(this.#at++)) before--;
    this.#seen = this.#at;
    const passed = new Map<string, number>();
    while (this.#isBatched(this.#at)) {
      const record = this.records[this.#at]!;
      const key = toKey(...record);
      const count = passed.get(key) ?? 0;
      if (count >= place.countOfEarlier(...record)) return;
      passed.set(key, count + 1);
      this.#at++;
    }
  }

  /** The rows of the batch in their order: those that are stored still show where the next one goes. */
  put(added: Columns, from: number, to: number, rows: Columns): void {
    const missing = new Map<string, number>();
    for (let i = from; i < to; i++) {
      const key = toKey(added, i);
      missing.set(key, (missing.get(key) ?? 0) + 1);
    }
    const time = added.t[from]!;
    const end = findUpperBound(rows.t, rows.length, time);
    const own: string[] = [];
    for (let i = lowerBound(rows.t, rows.length, time); i < end; i++) own.push(toKey(rows, i));
    const places = new Map<string, number>();
    for (let i = from; i < to; i++) places.set(toKey(added, i), i);
    const present = new Map<string, number>();
    for (const key of own) present.set(key, (present.get(key) ?? 0) + 1);
    for (const [key, count] of missing) present.set(key, (present.get(key) ?? 0) - count);
    for (const key of own) {
      const left = present.get(key) ?? 0;
      if (left > 0) {
        present.set(key, left - 1);
        const found = this.records.findIndex(
          (record, at) => at >= this.#seen && this.#isBatched(at) && toKey(...record) === key,
        );
        if (found < 0) continue;
        this.#seen = found + 1;
        this.#at = Math.max(this.#at, this.#seen);
      } else {
        this.records.splice(this.#at++, 0, [added, places.get(key)!]);
      }
    }
  }

  #isBatched(at: number): boolean {
    const record = this.records[at];
    return record !== undefined && (record[0].s[record[1]]! & BATCHED) !== 0;
  }
}
