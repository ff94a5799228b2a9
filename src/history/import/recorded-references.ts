import { epochMs, type SeriesRef } from '../../domain/index.ts';
import { ColumnBuilder } from '../columns/columns.ts';
import type { Columns, HistoryReader } from '../contract/history-store.ts';
import { decodeSource } from '../contract/source-codes.ts';

/**
 * Leaves out the values of a tree that this history recorded itself: the same moment and price. The store would not
 * recognise them, since it compares sources too, and a value from a tree has the source `import`.
 *
 * @param columns Records of one series; those with equal times are all in these columns.
 */
export async function leaveOutRecorded(
  reader: Pick<HistoryReader, 'find' | 'scan'>,
  ref: SeriesRef,
  columns: Columns,
): Promise<Columns> {
  if (columns.length === 0 || (await reader.find(ref)) === null) return columns;
  const recorded = await countRecorded(reader, ref, columns);
  const left = new ColumnBuilder(columns.length);
  for (let i = 0; i < columns.length; i++) {
    const key = toKey(columns, i);
    const count = recorded.get(key) ?? 0;
    if (count > 0) recorded.set(key, count - 1);
    else left.push(columns.t[i]!, columns.p[i]!, columns.v[i]!, columns.s[i]!);
  }
  return left;
}

/** Counts the recorded values in the span of some records, by {@link toKey}. */
async function countRecorded(
  reader: Pick<HistoryReader, 'scan'>,
  ref: SeriesRef,
  { t, length }: Columns,
): Promise<Map<string, number>> {
  const times = t.subarray(0, length);
  const window = {
    fromMs: epochMs(times.reduce((first, time) => Math.min(first, time))),
    toMs: epochMs(times.reduce((last, time) => Math.max(last, time))),
  };
  const counts = new Map<string, number>();
  for await (const page of reader.scan(ref, window)) {
    for (let i = 0; i < page.length; i++) {
      if (decodeSource(page.s[i]!) === 'import') continue;
      const key = toKey(page, i);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Formats time and price as one text; a reference price has no volume. */
function toKey({ t, p }: Columns, i: number): string {
  return `${t[i]} ${p[i]}`;
}
