import type { SettledDay, SettledDayReader } from '../../history/contract/settled-days.ts';
import { type DayEntries, decodeEntries } from '../proof/day-coding.ts';
import { FIRST_HEAD } from '../proof/day-tree.ts';
import { formatDay } from './settled-day-closer.ts';

/** Identity of a closed day, with hashes in hexadecimal. */
export interface DayName {
  readonly day: string;
  readonly head: string;
  readonly previousHead: string;
  readonly root: string;
}

/** A closed day with its entries. */
export interface ClosedDay {
  readonly name: DayName;
  readonly kept: DayEntries['entries'];
}

/** Finds a closed day with its entries. null while the day is open. */
export async function findClosedDay(history: SettledDayReader, day: number): Promise<ClosedDay | null> {
  const days = await history.listSettledDays(day - 1, day);
  const closed = days.find((one) => one.day === day);
  if (closed === undefined) return null;
  return {
    name: nameDay(
      closed,
      days.find((one) => one.day === day - 1),
    ),
    kept: decodeEntries(day, closed.entries).entries,
  };
}

/** Computes the identity of a closed day. @param before The day before it, if that day is closed. */
export function nameDay({ day, root, head }: SettledDay, before: SettledDay | undefined): DayName {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return {
    day: formatDay(day),
    head: hex(head),
    previousHead: hex(before?.head ?? FIRST_HEAD),
    root: hex(root),
  };
}
