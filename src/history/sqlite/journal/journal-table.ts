import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { epochMs, type Recorder, toMessage } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import type { CorruptRecords } from '../../contract/corrupt-block.ts';
import type { SeriesState } from '../series/series.ts';
import {
  decodeJournal,
  decodeJournalHead,
  encodeJournal,
  type JournalBatch,
  type JournalHead,
  type JournalRecords,
} from './journal.ts';

/** A journal row whose values, or whose whole content, cannot be read. */
export interface DamagedRow {
  readonly row: number;
  /** Venue of the first record. A commit is of one venue, unless a caller mixed several. */
  readonly venue: Recorder;
  readonly records: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Series and times of the lost records; null when these cannot be read either. */
  readonly head: JournalHead | null;
  readonly reason: string;
  readonly data: Uint8Array;
}

export type ReplayedRow =
  | { readonly row: number; readonly batch: JournalRecords; readonly toMs: number }
  | { readonly row: number; readonly damaged: DamagedRow };

interface JournalRow {
  readonly id: number;
  readonly venue: Recorder;
  readonly records: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly data: Uint8Array;
}

/** Table of the journal. Writes happen inside the caller's transaction. */
export class JournalTable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #deleteOne: StatementSync;
  readonly #lastRow: StatementSync;
  /** Number of records of each row, oldest row first. */
  readonly #rows = new Map<number, number>();
  /** Number of tails whose oldest record is in a row, by row. */
  readonly #holders = new Map<number, number>();
  #records = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare(
      'INSERT INTO journal (id, venue, records, from_ms, to_ms, data) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#delete = db.prepare('DELETE FROM journal WHERE id < ?');
    this.#deleteOne = db.prepare('DELETE FROM journal WHERE id = ?');
    this.#lastRow = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'journal'");
  }

  /** Reads the highest number that any row was given. */
  readLastRow(): number {
    return Number(this.#lastRow.get()?.seq ?? 0);
  }

  /** Number of records of all rows, sealed or not. */
  get records(): number {
    return this.#records;
  }

  /** Number of the oldest row; Infinity when there is none. */
  get oldestRow(): number {
    const first = this.#rows.keys().next();
    return first.done ? Number.POSITIVE_INFINITY : first.value;
  }

  write(row: number, batch: JournalBatch): void {
    let fromMs = batch.t[0]!;
    let toMs = fromMs;
    for (let i = 1; i < batch.length; i++) {
      if (batch.t[i]! < fromMs) fromMs = batch.t[i]!;
      if (batch.t[i]! > toMs) toMs = batch.t[i]!;
    }
    this.#insert.run(row, batch.venue, batch.length, fromMs, toMs, encodeJournal(batch));
  }

  /** Reads the records of a row. @throws {RangeError} when the row is damaged. */
  read(row: number): JournalRecords {
    return decodeJournal(
      this.#db.prepare('SELECT data FROM journal WHERE id = ?').get(row)?.data as Uint8Array,
    );
  }

  /** Deletes a single row. */
  remove(row: number): void {
    this.#deleteOne.run(row);
    this.#records -= this.#rows.get(row) ?? 0;
    this.#rows.delete(row);
  }

  deleteBefore(row: number): void {
    this.#delete.run(row);
  }

  /** Notes a row that has been committed. */
  noteWritten(row: number, records: number): void {
    this.#rows.set(row, records);
    this.#records += records;
  }

  /** Notes that the rows before the given one have been deleted. */
  noteDeletedBefore(row: number): void {
    for (const [id, records] of this.#rows) {
      if (id >= row) break;
      this.#rows.delete(id);
      this.#records -= records;
    }
  }

  /** Notes that the oldest record of a tail is in a row. */
  hold(row: number): void {
    this.#holders.set(row, (this.#holders.get(row) ?? 0) + 1);
  }

  /** Notes that a tail whose oldest record was in a row has been sealed. */
  letGo(row: number): void {
    const holders = (this.#holders.get(row) ?? 0) - 1;
    if (holders > 0) this.#holders.set(row, holders);
    else this.#holders.delete(row);
  }

  /** Finds the oldest row that is still needed after these tails are sealed; null when none is. */
  findOldestNeededWithout(sealed: Iterable<SeriesState>): number | null {
    const leaving = new Map<number, number>();
    for (const { oldestRow } of sealed) leaving.set(oldestRow, (leaving.get(oldestRow) ?? 0) + 1);
    for (const row of this.#rows.keys()) {
      if ((this.#holders.get(row) ?? 0) > (leaving.get(row) ?? 0)) return row;
    }
    return null;
  }

  /** Reads all rows, oldest first. */
  *replay(): Generator<ReplayedRow> {
    for (const replayed of readJournalRows(this.#db, 0)) {
      if ('batch' in replayed) this.noteWritten(replayed.row, replayed.batch.length);
      else this.noteWritten(replayed.row, replayed.damaged.records);
      yield replayed;
    }
  }
}

/** Reads the rows after the given one, oldest first. A damaged row has the members that can still be read. */
export function* readJournalRows(db: DatabaseSync, after: number): Generator<ReplayedRow> {
  const rows = prepareRows<JournalRow>(db, 'SELECT * FROM journal WHERE id > ? ORDER BY id');
  for (const fields of rows.iterate(after)) {
    const row = Number(fields.id);
    let batch: JournalRecords;
    try {
      batch = decodeJournal(fields.data);
    } catch (error) {
      yield { row, damaged: toDamagedRow(fields, error) };
      continue;
    }
    yield { row, batch, toMs: Number(fields.to_ms) };
  }
}

function toDamagedRow({ id, venue, records, from_ms, to_ms, data }: JournalRow, error: unknown): DamagedRow {
  let head: JournalHead | null = null;
  try {
    head = decodeJournalHead(data);
  } catch {
    // Damaged bytes can fail in any way, and the other columns of the row are still known.
  }
  const reason = toMessage(error);
  return {
    row: id,
    venue,
    records,
    fromMs: from_ms,
    toMs: to_ms,
    head,
    reason: `journal row ${id}: ${reason}`,
    data,
  };
}

/**
 * Lists the records lost with a damaged row: by series, or for the venue as a whole when the series cannot be read.
 *
 * @param findSeries Finds series that have a row; other series have no unsealed records in the journal.
 */
export function listLost(
  { row, venue, records, fromMs, toMs, head, reason }: DamagedRow,
  findSeries: (id: number) => SeriesState | null,
): (CorruptRecords & { readonly place: string })[] {
  const kind = 'records';
  const all = {
    kind,
    venue,
    storeKey: '',
    records,
    fromMs: epochMs(fromMs),
    toMs: epochMs(toMs),
    reason,
  } as const;
  if (head === null) return [{ ...all, place: `journal ${row}` }];
  const lost = new Map<number, CorruptRecords & { readonly place: string }>();
  for (let i = 0; i < head.length; i++) {
    const id = head.series[i]!;
    const series = findSeries(id);
    if (series === null || row <= series.sealed.row) continue;
    const t = epochMs(head.t[i]!);
    const before = lost.get(id);
    lost.set(id, {
      kind,
      venue: series.venue,
      storeKey: series.storeKey,
      records: (before?.records ?? 0) + 1,
      fromMs: before === undefined || t < before.fromMs ? t : before.fromMs,
      toMs: before === undefined || t > before.toMs ? t : before.toMs,
      reason,
      place: `journal ${row} ${id}`,
    });
  }
  return [...lost.values()];
}
