import { epochMs } from '../../../domain/index.ts';
import type { ImportedMark } from '../../contract/reference-marks.ts';
import type { MarkTable } from '../references/mark-table.ts';
import { type HeldRows, packRows, type RowMembers, type RowsEvent, unpackRows } from './rows-event.ts';

type MarksEvent = RowsEvent<'marks'>;

type Members = readonly [
  key: string,
  t: number,
  text: string | null,
  receivedAt: number,
  relay: string,
  count: number | null,
];

/** Converts marks to an event. @param marks At least one. */
export function toMarksEvent(marks: readonly ImportedMark[]): MarksEvent {
  const times = marks.map(({ t }) => t);
  return packRows('marks', marks.map(toMembers), times);
}

/** Removes the marks of an event that no other batch holds, inside the caller's transaction. */
export function undoMarks(table: MarkTable, event: MarksEvent, held: HeldRows): void {
  const isHeld = held.listKeys(event);
  const rows = unpackRows(event).filter((row) => !isHeld.has(JSON.stringify(row)));
  table.removeImported(rows.map(toMark));
}

function toMembers({ key, t, text, receivedAt, relay, count }: ImportedMark): Members {
  return [key, t, text, receivedAt, relay, count];
}

function toMark(row: RowMembers): ImportedMark {
  const [key, t, text, receivedAt, relay, count] = row as Members;
  return { key, t: epochMs(t), text, receivedAt: epochMs(receivedAt), relay, count };
}
