// One file: the rows of one table, by each way in which a piece is searched.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { epochMs } from '../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { encodeBars, StoredBars } from '../../coding/bars.ts';
import type { CorruptRecords } from '../../contract/corrupt-block.ts';
import type { FileDamage } from '../damage.ts';
import { type PieceEntry, type SeriesState, SPACING } from '../series/series.ts';

interface PieceRow {
  readonly pos: number;
  readonly pack: number;
  readonly slot: number;
  readonly records: number;
  readonly bytes: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly minutes: number;
  readonly bars: Uint8Array | null;
  readonly crc: number;
}

/** Last piece of a series, and its index position. */
export interface LastPiece {
  readonly entry: PieceEntry | null;
  readonly pos: number;
}

export const NO_PIECE: LastPiece = { entry: null, pos: 0 };

/** Maximum number of adjacent damaged rows whose positions are skipped. */
const MAX_DAMAGED_NEIGHBOURS = 16;

/** Maximum number of pieces that are read one by one behind a known one, before a binary search. */
const MAX_WALKED = 4;

/** Number of index rows that one query reads: a day of a busy series. */
const ROWS_AT_ONCE = 32;

/** Minimum distance between positions after they are assigned again. */
const MIN_ROOM = 2 ** 12;

/** SQLite's extended result code SQLITE_CONSTRAINT_PRIMARYKEY. */
const PRIMARY_KEY_TAKEN = 1_555;

/** Index of pieces, one row per piece. Writes happen inside the caller's transaction. */
export class PieceRows {
  readonly #damage: FileDamage;
  readonly #select: RowStatement<PieceRow>;
  readonly #selectLast: RowStatement<PieceRow>;
  readonly #selectNewest: RowStatement<PieceRow>;
  readonly #selectFirst: RowStatement<PieceRow>;
  readonly #selectBack: RowStatement<PieceRow>;
  readonly #selectBehind: RowStatement<PieceRow>;
  readonly #selectAfter: StatementSync;
  readonly #selectSome: RowStatement<PieceRow>;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  /** Piece that was found last, from which the next search starts: consecutive searches are near each other. */
  #found = { series: 0, pos: 0 };

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#damage = damage;
    this.#select = prepareRows(db, 'SELECT * FROM piece WHERE series = ? ORDER BY pos');
    this.#selectLast = prepareRows(db, 'SELECT * FROM piece WHERE series = ? ORDER BY pos DESC LIMIT 1');
    this.#selectNewest = prepareRows(db, 'SELECT * FROM piece WHERE series = ? ORDER BY pos DESC');
    this.#selectFirst = prepareRows(db, 'SELECT * FROM piece WHERE series = ? ORDER BY pos LIMIT 1');
    this.#selectBack = prepareRows(db, 'SELECT * FROM piece WHERE series = ? AND pos <= ? ORDER BY pos DESC');
    this.#selectBehind = prepareRows(
      db,
      'SELECT * FROM piece WHERE series = ? AND pos > ? ORDER BY pos LIMIT 1',
    );
    this.#selectAfter = db.prepare('SELECT * FROM piece WHERE series = ? AND pos > ? ORDER BY pos');
    this.#selectSome = prepareRows(
      db,
      'SELECT * FROM piece WHERE series = ? AND pos >= ? ORDER BY pos LIMIT ?',
    );
    this.#insert = db.prepare(
      `INSERT INTO piece (series, pos, pack, slot, records, bytes, from_ms, to_ms, minutes, bars, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = db.prepare('DELETE FROM piece WHERE series = ? AND pos = ?');
  }

  /** Lists all pieces in order, without damaged rows. */
  listAll(series: SeriesState): PieceEntry[] {
    const rows = this.#select.all(series.id);
    return rows.flatMap((row) => this.#readEntry(series, row) ?? []);
  }

  /** Lists the newest pieces with at least this many records together, oldest first; null when a row is damaged. */
  listNewest(series: SeriesState, records: number): PieceEntry[] | null {
    const entries: PieceEntry[] = [];
    let found = 0;
    for (const row of this.#selectNewest.iterate(series.id)) {
      const entry = this.#readEntry(series, row);
      if (entry === null) return null;
      entries.push(entry);
      found += entry.records;
      if (found >= records) break;
    }
    return entries.reverse();
  }

  /**
   * Finds the last piece that begins at or before a time. Positions rise with time, so a binary search over them reads
   * some fifteen rows of ten thousand.
   *
   * @param near Position of a piece that begins shortly before the time, from which a few rows are read first. Default:
   * that of the piece found last.
   * @returns Null when there is no such piece, or a damaged row was met.
   */
  findLastBeginningBy(
    series: SeriesState,
    time: number,
    near = this.#getLastFound(series),
  ): PieceEntry | null {
    const walked = near === undefined ? undefined : this.#walk(series, near, time);
    const found = walked === undefined ? this.#search(series, time) : walked;
    if (found !== null) this.#found = { series: series.id, pos: found.pos };
    return found;
  }

  #getLastFound({ id }: SeriesState): number | undefined {
    return this.#found.series === id ? this.#found.pos : undefined;
  }

  #search(series: SeriesState, time: number): PieceEntry | null {
    const last = this.readLast(series).entry;
    if (last === null || last.fromMs <= time) return last;
    const row = this.#selectFirst.get(series.id)!;
    let found = this.#readEntry(series, row);
    if (found === null || found.fromMs > time) return null;
    // Invariant: the piece is at `found` or behind it, and before `end`.
    for (let end = last.pos; end - found.pos > 1; ) {
      const middle = found.pos + Math.floor((end - found.pos) / 2);
      const entry = this.#findUpTo(series, middle);
      if (entry === null) return null;
      if (entry.fromMs > time) end = entry.pos;
      else if (entry.pos > found.pos) found = entry;
      else {
        // No piece lies between `found` and `middle`.
        const next = this.#findBehind(series, middle);
        if (next === null) return null;
        if (next.fromMs > time) return found;
        found = next;
      }
    }
    return found;
  }

  /**
   * Lists pieces that end with a given one, oldest first: back to a time, or until those before the last one together
   * have this many records.
   *
   * @param maxRows Maximum number of pieces.
   * @returns Null when more pieces are needed, or a row is damaged. `isFirst`: no piece is before them.
   */
  listUpTo(
    series: SeriesState,
    { pos }: PieceEntry,
    {
      fromMs,
      records,
      maxRows,
    }: { readonly fromMs: number; readonly records: number; readonly maxRows: number },
  ): { readonly entries: PieceEntry[]; readonly isFirst: boolean } | null {
    const entries: PieceEntry[] = [];
    let found = 0;
    let isFirst = true;
    for (const row of this.#selectBack.iterate(series.id, pos)) {
      const entry = this.#readEntry(series, row);
      if (entry === null || entries.length === maxRows) return null;
      if (entries.length > 0) found += entry.records;
      entries.push(entry);
      isFirst = false;
      if (found >= records || entry.fromMs < fromMs) break;
      isFirst = true;
    }
    return { entries: entries.reverse(), isFirst };
  }

  /**
   * Lists the pieces that contain a time, or the last one that begins before it, together with the piece before and the
   * piece behind them.
   *
   * @param near As in {@link findLastBeginningBy}.
   * @returns Null when a damaged row was met.
   */
  listAround(series: SeriesState, time: number, near?: number): PieceEntry[] | null {
    const last = this.findLastBeginningBy(series, time, near);
    if (last === null) {
      const row = this.#selectFirst.get(series.id);
      const first = row === undefined ? null : this.#readEntry(series, row);
      return row === undefined ? [] : first === null || first.fromMs <= time ? null : [first];
    }
    const entries: PieceEntry[] = [];
    for (const row of this.#selectBack.iterate(series.id, last.pos)) {
      const entry = this.#readEntry(series, row);
      if (entry === null) return null;
      entries.push(entry);
      if (entries.length > 1 && entry.toMs < time) break;
    }
    entries.reverse();
    const row = this.#selectBehind.get(series.id, last.pos);
    const next = row === undefined ? null : this.#readEntry(series, row);
    if (row !== undefined && next === null) return null;
    return next === null ? entries : [...entries, next];
  }

  /** Lists the pieces that end at or after a time, oldest first, without damaged rows. */
  *listEndingFrom(series: SeriesState, time: number): Generator<PieceEntry> {
    // The search starts at the first row when no piece begins earlier, or a damaged row was met.
    let pos = this.findLastBeginningBy(series, time - 1)?.pos ?? Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = this.#selectSome.all(series.id, pos, ROWS_AT_ONCE);
      for (const row of rows) {
        const entry = this.#readEntry(series, row);
        if (entry !== null && entry.toMs >= time) yield entry;
      }
      if (rows.length < ROWS_AT_ONCE) return;
      pos = rows.at(-1)!.pos + 1;
    }
  }

  /**
   * Assigns new, equally distant positions to this many pieces on each side of a position.
   *
   * @returns New position of each piece by its old one; null when there is too little room, or a row is damaged.
   */
  spreadOut(series: SeriesState, pos: number, many: number): ReadonlyMap<number, number> | null {
    const before = this.#readEntries(series, this.#selectBack.iterate(series.id, pos), many + 1);
    const behind = this.#readEntries(series, this.#selectAfter.iterate(series.id, pos), many + 1);
    if (before === null || behind === null) return null;
    before.reverse();
    const low = before.length > many ? before.shift()!.pos : (before[0] ?? behind[0])!.pos - SPACING;
    const high = behind.length > many ? behind.pop()!.pos : (behind.at(-1) ?? before.at(-1))!.pos + SPACING;
    const entries = [...before, ...behind];
    const step = Math.floor((high - low) / (entries.length + 1));
    if (step < MIN_ROOM) return null;
    for (const entry of entries) this.delete(series, entry);
    return new Map(
      entries.map((entry, i) => [
        entry.pos,
        this.insert(series, { ...entry, pos: low + step * (i + 1) }).pos,
      ]),
    );
  }

  #readEntries(series: SeriesState, rows: Iterable<unknown>, many: number): PieceEntry[] | null {
    const entries: PieceEntry[] = [];
    for (const row of rows as Iterable<PieceRow>) {
      const entry = this.#readEntry(series, row);
      if (entry === null) return null;
      if (entries.push(entry) === many) break;
    }
    return entries;
  }

  /** Finds the piece behind another; null when there is none, or its row is damaged. */
  findBehind(series: SeriesState, { pos }: PieceEntry): PieceEntry | null {
    return this.#findBehind(series, pos);
  }

  /** Reads a few rows behind a position. @returns Undefined when none is the piece; null when a damaged row was met. */
  #walk(series: SeriesState, near: number, time: number): PieceEntry | null | undefined {
    let found = this.#findUpTo(series, near);
    if (found === null || found.fromMs > time) return undefined;
    for (let walked = 0; walked < MAX_WALKED; walked++) {
      const row = this.#selectBehind.get(series.id, found.pos);
      if (row === undefined) return found;
      const next = this.#readEntry(series, row);
      if (next === null || next.fromMs > time) return next === null ? null : found;
      found = next;
    }
    return undefined;
  }

  #findUpTo(series: SeriesState, pos: number): PieceEntry | null {
    const row = this.#selectBack.get(series.id, pos);
    return row === undefined ? null : this.#readEntry(series, row);
  }

  #findBehind(series: SeriesState, pos: number): PieceEntry | null {
    const row = this.#selectBehind.get(series.id, pos);
    return row === undefined ? null : this.#readEntry(series, row);
  }

  /** Reads the last piece and its position. The piece is null when there is none, or its row is damaged. */
  readLast(series: SeriesState): LastPiece {
    const row = this.#selectLast.get(series.id);
    return row === undefined ? NO_PIECE : { entry: this.#readEntry(series, row), pos: row.pos };
  }

  /**
   * Inserts a row at its position, or at the next free one if a damaged row has that position.
   *
   * @returns The inserted entry.
   */
  insert({ id }: SeriesState, entry: PieceEntry): PieceEntry {
    const { pack, slot, records, bytes, fromMs, toMs } = entry;
    const bars = entry.bars === null ? null : encodeBars(entry.bars.open());
    const minutes = Number(entry.hasMinutes);
    for (let { pos } = entry; ; pos++) {
      const fields = { pos, pack, slot, records, bytes, from_ms: fromMs, to_ms: toMs, minutes, bars };
      const crc = computeRowCrc(id, fields);
      try {
        this.#insert.run(id, pos, pack, slot, records, bytes, fromMs, toMs, minutes, bars, crc);
        return { ...entry, pos, isIndexed: true };
      } catch (error) {
        if (!isTaken(error) || pos >= entry.pos + MAX_DAMAGED_NEIGHBOURS) throw error;
      }
    }
  }

  delete({ id }: SeriesState, { pos }: PieceEntry): void {
    this.#delete.run(id, pos);
  }

  /** Reads a row. Damage is noted, and the row left out, since none of its members can be trusted. */
  #readEntry(series: SeriesState, row: PieceRow): PieceEntry | null {
    const { pos, pack, slot, records, bytes, from_ms: fromMs, to_ms: toMs } = row;
    if (row.crc !== computeRowCrc(series.id, row)) {
      this.#damage.note(`piece ${series.id} ${pos}`, {
        kind: 'records',
        ...describeSpan(series, { fromMs, toMs }),
        records,
        reason: 'the index row of a piece is damaged',
      });
      return null;
    }
    const bars = row.bars === null ? null : new StoredBars(row.bars);
    const hasMinutes = row.minutes === 1;
    return { pos, pack, slot, records, bytes, fromMs, toMs, bars, hasMinutes, isIndexed: true };
  }
}

/** Describes the span of a series in which records are missing, for a report of damage. */
export function describeSpan(
  { venue, storeKey }: SeriesState,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Pick<CorruptRecords, 'venue' | 'storeKey' | 'fromMs' | 'toMs'> {
  return { venue, storeKey, fromMs: epochMs(fromMs), toMs: epochMs(toMs) };
}

function isTaken(error: unknown): boolean {
  return isSqliteError(error) && error.errcode === PRIMARY_KEY_TAKEN;
}

function computeRowCrc(series: number, row: Omit<PieceRow, 'crc'>): number {
  const { pos, pack, slot, records, bytes, from_ms, to_ms, minutes, bars } = row;
  const text = `${series} ${pos} ${pack} ${slot} ${records} ${bytes} ${from_ms} ${to_ms} ${minutes}`;
  return crc32(bars ?? '', crc32(text));
}
