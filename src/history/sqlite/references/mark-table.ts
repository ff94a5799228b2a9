import type { DatabaseSync } from 'node:sqlite';
import { cutPage, type EpochMs, encodeCursor, epochMs, REFERENCES } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { decodeMarkCursor } from '../../contract/cursor.ts';
import type { ImportedMark, MarkPage, MarkQuery, ReferenceMark } from '../../contract/reference-marks.ts';
import type { FileDamage } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';
import { type CodedMarks, computeMarksCrc, decodeMarks, encodeMarks } from './mark-coding.ts';

interface MarkRow extends CodedMarks {
  readonly crc: number;
}

/** Table that is added to files of format 2 that lack it; older versions ignore it. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS reference_mark (
    t INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    text BLOB NOT NULL,
    received_at BLOB NOT NULL,
    relay TEXT NOT NULL,
    count TEXT,
    crc INTEGER NOT NULL
  ) STRICT;
`;

/** Adds the table of marks to a database without it. */
export function addMarks(db: DatabaseSync): void {
  db.exec(TABLE);
}

/** Whether a file has the table of marks, which is added when a version with marks opens it for writing. */
export function hasMarks(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'reference_mark'").get() !== undefined;
}

/** Marks of reference prices. Writes happen inside the caller's transaction. */
export class MarkTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(db, { has: hasMarks, prepare: prepareAll }, 'table of marks');
    this.#damage = damage;
  }

  find(key: string, fromMs: EpochMs, toMs: EpochMs): ReferenceMark[] {
    const rows = this.#statements.open()?.find.all(fromMs, toMs) ?? [];
    return rows.flatMap((row) => this.#read(row).filter((mark) => mark.key === key));
  }

  /** Lists marks page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ limit, cursor }: MarkQuery): MarkPage {
    const [t, key, place] =
      cursor === undefined ? ([Number.MIN_SAFE_INTEGER, '', 0] as const) : decodeMarkCursor(cursor);
    const marks: ReferenceMark[] = [];
    for (const row of this.#statements.open()?.from.iterate(t) ?? []) {
      const behind = this.#read(row).filter((mark) => row.t > t || compareMarks(mark, { key, place }) > 0);
      marks.push(...behind);
      if (marks.length > limit) break;
    }
    const { shown, nextCursor } = cutPage(marks, limit, (mark) =>
      encodeCursor('mark', [mark.t, mark.key, mark.place]),
    );
    return { marks: shown, nextCursor };
  }

  /** Lists marks between two moments, both inclusive, by time, key and place; imported marks of a moment come first. */
  *listBetween(fromMs: number, toMs: number): Generator<ReferenceMark> {
    for (const row of this.#statements.open()?.find.iterate(fromMs, toMs) ?? [])
      yield* this.#read(row).toSorted(compareArrival);
  }

  put(mark: ReferenceMark): void {
    const others = this.#readAt(mark.t).filter((other) => compareMarks(other, mark) !== 0);
    this.#write(mark.t, [...others, mark]);
  }

  /** Stores imported marks, except those that exist already. @returns Number of stored marks. */
  putImported(marks: readonly ImportedMark[]): number {
    let stored = 0;
    for (const [t, some] of Map.groupBy(marks, ({ t }) => t)) {
      const all = this.#readAt(t);
      const known = all.length;
      for (const mark of some) {
        const ofKey = all.filter(({ key }) => key === mark.key);
        if (ofKey.some((other) => isSameMark(other, mark))) continue;
        const first = ofKey.reduce((least, { place }) => Math.min(least, place), 0);
        all.push({ ...mark, place: first - 1 });
      }
      if (all.length > known) this.#write(t, all);
      stored += all.length - known;
    }
    return stored;
  }

  /** Removes imported marks; recorded ones stay. */
  removeImported(marks: readonly ImportedMark[]): void {
    for (const [t, some] of Map.groupBy(marks, ({ t }) => t)) {
      const all = this.#readAt(t);
      const left = all.filter((one) => one.place >= 0 || !some.some((mark) => isSameMark(one, mark)));
      if (left.length < all.length) this.#write(t, left);
    }
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.from.iterate(Number.MIN_SAFE_INTEGER) ?? []) this.#read(row);
  }

  #readAt(t: number): ReferenceMark[] {
    const row = this.#statements.require().find.get(t, t);
    return row === undefined ? [] : this.#read(row);
  }

  #write(t: number, marks: readonly ReferenceMark[]): void {
    const { put, remove } = this.#statements.require();
    if (marks.length === 0) {
      remove.run(t);
      return;
    }
    const coded = encodeMarks(t, marks.toSorted(compareMarks));
    const { key, text, received_at, relay, count } = coded;
    put.run(t, key, text, received_at, relay, count, computeMarksCrc(coded));
  }

  #read(row: MarkRow): ReferenceMark[] {
    try {
      if (computeMarksCrc(row) === row.crc) return decodeMarks(row);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    this.#damage.note(`reference_mark ${row.t}`, {
      kind: 'row',
      venue: REFERENCES,
      storeKey: '',
      records: 0,
      fromMs: epochMs(row.t),
      toMs: epochMs(row.t),
      reason: 'the marks of a minute are damaged',
    });
    return [];
  }
}

/** Whether two marks of one moment are equal, places aside. */
function isSameMark(a: ImportedMark, b: ImportedMark): boolean {
  return (
    a.key === b.key &&
    a.text === b.text &&
    a.receivedAt === b.receivedAt &&
    a.relay === b.relay &&
    a.count === b.count
  );
}

/** Compares marks of one moment in the order in which their row stores them. */
function compareMarks(
  a: Pick<ReferenceMark, 'key' | 'place'>,
  b: Pick<ReferenceMark, 'key' | 'place'>,
): number {
  return a.key === b.key ? a.place - b.place : a.key < b.key ? -1 : 1;
}

/** Compares marks of one moment by their arrival: the places of imported marks count down. */
function compareArrival(a: ReferenceMark, b: ReferenceMark): number {
  const areImported = a.place < 0 && b.place < 0;
  return a.key === b.key && areImported ? b.place - a.place : compareMarks(a, b);
}

function prepareAll(db: DatabaseSync) {
  const all = 'SELECT * FROM reference_mark';
  return {
    find: prepareRows<MarkRow>(db, `${all} WHERE t BETWEEN ? AND ? ORDER BY t`),
    from: prepareRows<MarkRow>(db, `${all} WHERE t >= ? ORDER BY t`),
    put: db.prepare('INSERT OR REPLACE INTO reference_mark VALUES (?, ?, ?, ?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM reference_mark WHERE t = ?'),
  };
}
