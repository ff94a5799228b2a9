import { DAY_MS, epochMs, HOUR_MS } from '../../domain/index.ts';
import { parseEntry } from '../proof/day-coding.ts';
import { type DayEntry, makeResultsEntry, makeSeriesEntry } from '../proof/day-tree.ts';
import type { HourRecord } from './hour-record.ts';

/** Entries of a day, computed from what is currently recorded. */
export interface MadeSettledDay {
  readonly day: number;
  readonly entries: readonly Pick<DayEntry, 'entry' | 'root'>[];
  /** Number of results. */
  readonly results: number;
}

/** Builds the tree of a day (UTC) from the record of the day, hour by hour. */
export async function makeSettledDay(record: HourRecord, day: number): Promise<MadeSettledDay> {
  const from = day * DAY_MS;
  const entries: Pick<DayEntry, 'entry' | 'root'>[] = [];
  for (const key of await record.listKeys()) {
    const values = await record.readValues(key, epochMs(from), epochMs(from + DAY_MS - 1));
    for (const [hour, ofHour] of Map.groupBy(values, ({ t }) => t - (t % HOUR_MS))) {
      const { entry, root } = makeSeriesEntry(key, hour, ofHour);
      entries.push({ entry, root });
    }
  }
  const results = await record.readResults(epochMs(from), epochMs(from + DAY_MS - 1));
  for (const [hour, lines] of Map.groupBy(results, ({ recordedAt }) => recordedAt - (recordedAt % HOUR_MS))) {
    const { entry, root } = makeResultsEntry(hour, lines);
    entries.push({ entry, root });
  }
  return { day, entries, results: results.length };
}

/** Builds the entry with the given line again from the current record. null when nothing is recorded for it. */
export async function makeEntryAgain(record: HourRecord, line: string): Promise<DayEntry | null> {
  const { key, hour } = parseEntry(line);
  const [from, to] = [epochMs(hour), epochMs(hour + HOUR_MS - 1)];
  if (key !== '') {
    const values = await record.readValues(key, from, to);
    return values.length === 0 ? null : makeSeriesEntry(key, hour, values);
  }
  const lines = await record.readResults(from, to);
  return lines.length === 0 ? null : makeResultsEntry(hour, lines);
}
