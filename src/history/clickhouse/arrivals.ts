import { ColumnBuilder } from '../columns/columns.ts';
import type { Columns, SeriesObservation } from '../contract/history-store.ts';
import { encodeSource } from '../contract/source-codes.ts';
import { createBatch, encodeBatch, numberArrivals } from './batch-coding.ts';
import type { NewestTimes } from './newest-times.ts';
import type { VenueBatch } from './postgres/outbox.ts';
import type { NamedSeries } from './postgres/series-names.ts';
import type { StoredRecord } from './records.ts';
import { INSERTED, ORDERED, TIMES } from './table.ts';

/** Series and flags of the records of one venue that arrive together. */
export interface Arrival {
  /** The series of each record. */
  readonly named: readonly NamedSeries[];
  /** Series that are not stored yet. */
  readonly isNew: ReadonlySet<NamedSeries>;
  readonly newest: NewestTimes;
}

/** Encodes records as they are stored, in the order of their arrival; null when there are none. */
export function encodeObservations(
  records: readonly SeriesObservation[],
  { named, isNew, newest }: Arrival,
): VenueBatch['records'] {
  if (records.length === 0) return null;
  const places = new Map<NamedSeries, number>();
  for (const series of named) if (!places.has(series)) places.set(series, places.size);
  const batch = createBatch(
    BigInt64Array.from(places.keys(), ({ k }) => k),
    records.length,
  );
  let newestMs = 0;
  for (const [at, record] of records.entries()) {
    const series = named[at]!;
    batch.series[at] = places.get(series)!;
    batch.t[at] = record.t;
    batch.p[at] = record.p;
    batch.v[at] = record.v ?? Number.NaN;
    batch.s[at] = encodeSource(record.s);
    const isFirst = newest.advance(series.k, record.t, isNew.has(series));
    batch.f[at] = isFirst && !Object.is(record.p, -0) ? 0 : ORDERED;
    newestMs = Math.max(newestMs, record.t);
  }
  numberArrivals(batch);
  return { count: records.length, newestMs, data: encodeBatch(batch) };
}

/** Names a record so that equal records have equal names: 0 and -0 are equal, and so are absent volumes (NaN). */
function toRecordName(t: number, p: number, v: number, s: number): string {
  return `${t} ${p} ${v} ${s}`;
}

/** Keeps every record of a batch and flags it as inserted, for a series that has no stored records. */
export function keepAll(columns: Columns): { kept: Columns; flags: Uint8Array } {
  return { kept: columns, flags: flagInserted(columns, new Set()) };
}

/**
 * Leaves out the records of a batch that are stored already, as often as they are stored.
 *
 * @param isImport Whether appended records also count as stored: an import may be an export of this history. Otherwise
 * only inserted ones count.
 * @returns The remaining records, and their flags.
 */
export function subtractStored(
  columns: Columns,
  stored: Iterable<StoredRecord>,
  isImport: boolean,
): { kept: Columns; flags: Uint8Array } {
  const left = new Map<string, number>();
  const times = new Set<number>();
  for (const { t, p, v, s, isInserted } of stored) {
    times.add(t);
    if (!isInserted && !isImport) continue;
    const name = toRecordName(t, p, v, s);
    left.set(name, (left.get(name) ?? 0) + 1);
  }
  const kept = new ColumnBuilder(columns.length);
  for (let i = 0; i < columns.length; i++) {
    const [t, p, v, s] = [columns.t[i]!, columns.p[i]!, columns.v[i]!, columns.s[i]!];
    const name = toRecordName(t, p, v, s);
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    else kept.push(t, p, v, s);
  }
  return { kept, flags: flagInserted(kept, times) };
}

/** Computes the flags of inserted records. @param times Times of the stored records. */
function flagInserted({ t, p, length }: Columns, times: ReadonlySet<number>): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => {
    const isOrdered = times.has(t[i]!) || (i > 0 && t[i] === t[i - 1]) || Object.is(p[i], -0);
    return isOrdered ? INSERTED | ORDERED : INSERTED;
  });
}

/**
 * Checks the members of every record. @throws {RangeError} which names the first record whose time, price or volume is
 * not a number.
 */
export function checkObservations(batch: readonly SeriesObservation[]): void {
  for (const [i, { t, p, v }] of batch.entries()) {
    checkTime(t, i);
    if (!Number.isFinite(p)) throw new RangeError(`record ${i}: not a price: ${p}`);
    if (v !== null && !Number.isFinite(v)) throw new RangeError(`record ${i}: not a volume: ${v}`);
  }
}

/** Checks that the time of a record is in the range of the table. @throws {RangeError} with the record's index. */
export function checkTime(t: number, i: number): void {
  if (Number.isSafeInteger(t) && t >= TIMES.firstMs && t <= TIMES.lastMs) return;
  throw new RangeError(`record ${i}: not a time in epoch ms from 1970 to 2299: ${t}`);
}
