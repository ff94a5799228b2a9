import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type EpochMs, epochMs, type Gap, type Recorder } from '../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../coding/row-crc.ts';
import { AFTER_ALL_EVENTS, decodeEventCursor } from '../contract/cursor.ts';
import { collectGapPage, MAX_SCANNED_GAPS } from '../contract/gap-page.ts';
import type { GapName, GapPage, GapQuery } from '../contract/gaps.ts';
import type { Window } from '../contract/series.ts';
import type { FileDamage } from './damage.ts';

interface GapRow {
  readonly venue: Recorder;
  readonly store_key: string;
  readonly from_ms: EpochMs;
  readonly to_ms: EpochMs | null;
  readonly reason: string;
  readonly crc: number;
}

/** Table of gaps. A gap of the venue as a whole has the empty store key, which no asset has. */
export class GapTable {
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  readonly #select: RowStatement<GapRow>;
  readonly #newest: RowStatement<GapRow>;
  readonly #newestOfSeries: RowStatement<GapRow>;
  readonly #open: RowStatement<GapRow>;
  readonly #all: RowStatement<GapRow>;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#db = db;
    this.#damage = damage;
    this.#all = prepareRows(db, 'SELECT * FROM gap');
    this.#open = prepareRows(
      db,
      `SELECT * FROM gap
       WHERE venue = ? AND to_ms IS NULL ORDER BY from_ms, store_key`,
    );
    this.#select = prepareRows(
      db,
      `SELECT * FROM gap
       WHERE venue = ? AND store_key IN ('', ?) AND from_ms <= ? AND (to_ms IS NULL OR to_ms >= ?)
       ORDER BY from_ms, store_key`,
    );
    const before = `from_ms <= ?1 AND (from_ms, venue, store_key) < (?2, ?3, ?4)`;
    const newestFirst = 'ORDER BY from_ms DESC, venue DESC, store_key DESC LIMIT ?5';
    this.#newest = prepareRows(db, `SELECT * FROM gap WHERE ${before} ${newestFirst}`);
    this.#newestOfSeries = prepareRows(
      db,
      `SELECT * FROM gap WHERE venue = ?6 AND store_key IN ('', ?7) AND ${before} ${newestFirst}`,
    );
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO gap (venue, store_key, from_ms, to_ms, reason, crc) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  listOverlapping(venue: Recorder, { fromMs, toMs }: Window, storeKey = ''): Gap[] {
    const rows = this.#select.all(
      venue,
      storeKey,
      toMs ?? Number.MAX_SAFE_INTEGER,
      fromMs ?? Number.MIN_SAFE_INTEGER,
    );
    return rows.flatMap((row) => this.#check(row));
  }

  /** Lists gaps page by page. @throws {CursorError} when the cursor is not one of this list. */
  page(query: GapQuery): GapPage {
    const { venue, storeKey, toMs, cursor } = query;
    const before = cursor === undefined ? AFTER_ALL_EVENTS : decodeEventCursor('gap', cursor);
    const position = [toMs ?? Number.MAX_SAFE_INTEGER, ...before, MAX_SCANNED_GAPS] as const;
    const rows =
      venue === undefined || storeKey === undefined
        ? this.#newest.iterate(...position)
        : this.#newestOfSeries.iterate(...position, venue, storeKey);
    return collectGapPage(rows, query, {
      toGap,
      isIntact: (row) => this.#isIntact(row),
    });
  }

  open(venue: Recorder): Gap[] {
    return this.#open.all(venue).flatMap((row) => this.#check(row));
  }

  /** Lists the gaps of a venue: first those of the venue as a whole, then by key, each ordered by time. */
  *listByVenue(venue: Recorder): Generator<Gap> {
    const rows = prepareRows<GapRow>(
      this.#db,
      'SELECT * FROM gap WHERE venue = ? ORDER BY store_key, from_ms',
    );
    for (const row of rows.iterate(venue)) yield* this.#check(row);
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#all.iterate()) this.#check(row);
  }

  put({ venue, storeKey, fromMs, toMs, reason }: Gap): void {
    const crc = computeRowCrc([venue, storeKey ?? '', fromMs, toMs, reason]);
    this.#put.run(venue, storeKey ?? '', fromMs, toMs, reason, crc);
  }

  /** Finds the gap that begins at a time; null when there is none. */
  find({ venue, storeKey, fromMs }: GapName): Gap | null {
    const select = prepareRows<GapRow>(
      this.#db,
      'SELECT * FROM gap WHERE venue = ? AND store_key = ? AND from_ms = ?',
    );
    const row = select.get(venue, storeKey ?? '', fromMs);
    return row === undefined ? null : (this.#check(row)[0] ?? null);
  }

  remove({ venue, storeKey, fromMs }: GapName): void {
    const remove = this.#db.prepare('DELETE FROM gap WHERE venue = ? AND store_key = ? AND from_ms = ?');
    remove.run(venue, storeKey ?? '', fromMs);
  }

  /** Converts a row. Damage is noted, and the row left out. */
  #check(row: GapRow): Gap[] {
    return this.#isIntact(row) ? [toGap(row)] : [];
  }

  #isIntact({ venue, store_key, from_ms, to_ms, reason, crc }: GapRow): boolean {
    if (computeRowCrc([venue, store_key, from_ms, to_ms, reason]) === crc) return true;
    this.#damage.note(`gap ${venue} ${store_key} ${from_ms}`, {
      kind: 'row',
      venue,
      storeKey: store_key,
      records: 0,
      fromMs: epochMs(from_ms),
      toMs: epochMs(to_ms ?? from_ms),
      reason: 'the row of a gap is damaged',
    });
    return false;
  }
}

function toGap(row: GapRow): Gap {
  return {
    venue: row.venue,
    storeKey: row.store_key === '' ? null : row.store_key,
    fromMs: row.from_ms,
    toMs: row.to_ms,
    reason: row.reason,
  };
}
