import { ColumnBuilder, lowerBound, upperBound } from '../../columns.ts';
import type { Columns } from '../../history-store.ts';
import { INSERTED, type Series } from '../series/series.ts';
import type { Pieces } from './pieces.ts';

/**
 * Leaves out what earlier insertions have stored.
 *
 * Every stored record takes one equal record of the batch away, so equal records inside one batch are kept
 * the first time, and none is added when the same batch comes again.
 *
 * @param batch Sorted, with the mark of insertion in `s`, as stored records carry it.
 */
export function withoutStored(pieces: Pieces, series: Series, batch: Columns): Columns {
  const stored = new Map<string, number>();
  const from = batch.t[0]!;
  const to = batch.t[batch.length - 1]!;
  if (series.sealed.records > 0 && from <= series.sealed.lastMs) {
    const list = pieces.list(series);
    const last = list.lastBeginningBy(to);
    for (let i = list.firstEndingFrom(from); i <= last; i++) {
      const entry = list.entries[i]!;
      const next = lowerBound(batch.t, batch.length, entry.fromMs);
      if (next === batch.length || batch.t[next]! > entry.toMs) continue;
      const columns = pieces.open(series, entry);
      if (columns !== null) countStored(columns, batch, stored);
    }
  }
  countStored(series.tail.columns(), batch, stored);
  if (stored.size === 0) return batch;

  const fresh = new ColumnBuilder(batch.length);
  for (let i = 0; i < batch.length; i++) {
    const key = toKey(batch, i);
    const count = stored.get(key) ?? 0;
    if (count > 0) stored.set(key, count - 1);
    else fresh.push(batch.t[i]!, batch.p[i]!, batch.v[i]!, batch.s[i]!);
  }
  return fresh;
}

/** Counts the inserted records at times that the batch has too. */
function countStored(columns: Columns, batch: Columns, stored: Map<string, number>): void {
  const { t, length } = columns;
  let b = length === 0 ? batch.length : lowerBound(batch.t, batch.length, t[0]!);
  let i = 0;
  while (b < batch.length && i < length) {
    const time = batch.t[b]!;
    while (i < length && t[i]! < time) i++;
    for (; i < length && t[i] === time; i++) {
      if ((columns.s[i]! & INSERTED) === 0) continue;
      const key = toKey(columns, i);
      stored.set(key, (stored.get(key) ?? 0) + 1);
    }
    b = upperBound(batch.t, batch.length, time);
  }
}

function toKey({ t, p, v, s }: Columns, i: number): string {
  return `${t[i]} ${p[i]} ${v[i]} ${s[i]}`;
}
