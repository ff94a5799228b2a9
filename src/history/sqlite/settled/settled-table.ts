import type { DatabaseSync } from 'node:sqlite';
import { cutPage, type EpochMs, encodeCursor, epochMs } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import { BEFORE_ALL_SETTLED, decodeSettledCursor, decodeSettledLineCursor } from '../../contract/cursor.ts';
import type { SeriesKey } from '../../contract/series.ts';
import type {
  SettledCount,
  SettledLine,
  SettledLinePage,
  SettledLineQuery,
  SettledPage,
  SettledQuery,
  SettledRow,
} from '../../contract/settled.ts';
import {
  LINE_COLUMNS,
  parseSettled,
  parseSettledLine,
  SETTLED_COLUMNS,
  type StoredLine,
  type StoredSettled,
  toLineFields,
  toSettledFields,
} from '../../settled/settled-coding.ts';
import type { FileDamage } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';
import { hasSettled } from './tables.ts';

interface SettledFields extends StoredSettled {
  readonly source: string | null;
  readonly coin: string | null;
  readonly verdict: string;
  readonly reason: string | null;
  readonly close_at: number | null;
  readonly decided_at: number;
  readonly reopened: number;
  readonly crc: number;
}

interface LineRow extends StoredLine {
  readonly id: number;
  readonly crc: number;
}

/** Verdicts, and the statements of venues about results. Writes happen inside the caller's transaction. */
export class SettledTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(db, { has: hasSettled, prepare: prepareAll }, 'tables of verdicts');
    this.#damage = damage;
  }

  find({ venue, storeKey }: SeriesKey): SettledRow | null {
    const row = this.#statements.open()?.find.get(venue, storeKey);
    return row !== undefined && this.#isIntact(row) ? parseSettled(row) : null;
  }

  /** Lists verdicts page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ venue, source, verdict, reason, since, limit, cursor }: SettledQuery): SettledPage {
    const [decidedAt, asset] = cursor === undefined ? BEFORE_ALL_SETTLED : decodeSettledCursor(cursor);
    const filters = [venue, source, verdict, reason].map((filter) => filter ?? null);
    const from = since ?? Number.MIN_SAFE_INTEGER;
    const rows = this.#statements.open()?.page.all(...filters, from, decidedAt, asset, limit + 1) ?? [];
    const { shown, nextCursor } = cutPage(rows, limit, (last) =>
      encodeCursor('settled', [last.decided_at, last.asset]),
    );
    return { rows: shown.filter((row) => this.#isIntact(row)).map(parseSettled), nextCursor };
  }

  /** Lists all verdicts of a venue, by key. */
  *listByVenue(venue: string): Generator<SettledRow> {
    for (const row of this.#statements.open()?.ofVenue.iterate(venue) ?? [])
      if (this.#isIntact(row)) yield parseSettled(row);
  }

  /** Lists the verdicts on markets whose resolution was taken back, by venue and key. */
  listReopened(): SettledRow[] {
    const rows = this.#statements.open()?.reopened.all() ?? [];
    return rows.filter((row) => this.#isIntact(row)).map(parseSettled);
  }

  count({ fromMs, toMs }: { readonly fromMs: EpochMs; readonly toMs: EpochMs }): SettledCount[] {
    return (
      this.#statements
        .open()
        ?.count.all(fromMs, toMs)
        .map((count) => ({ ...count })) ?? []
    );
  }

  findLines({ venue, storeKey }: SeriesKey): SettledLine[] {
    return this.#readLines(this.#statements.open()?.linesOf.all(venue, storeKey) ?? []);
  }

  /** Lists the lines of a window page by page. @throws {CursorError} when the cursor is not one of this list. */
  pageOfLines({ fromMs, toMs, limit, cursor }: SettledLineQuery): SettledLinePage {
    const after = cursor === undefined ? 0 : decodeSettledLineCursor(cursor);
    const ends = [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER] as const;
    const rows = this.#statements.open()?.lines.all(...ends, after, limit + 1) ?? [];
    const { shown, nextCursor } = cutPage(rows, limit, ({ id }) => encodeCursor('settled-line', [id]));
    return { lines: this.#readLines(shown), nextCursor };
  }

  put(row: SettledRow): void {
    const fields = toSettledFields(row);
    this.#statements.require().put.run(...fields, computeRowCrc(fields));
  }

  addLine(line: SettledLine): void {
    const fields = toLineFields(line);
    this.#statements.require().addLine.run(...fields, computeRowCrc(fields));
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.all.iterate() ?? []) this.#isIntact(row);
    for (const row of this.#statements.open()?.allLines.iterate() ?? []) this.#isIntactLine(row);
  }

  #readLines(rows: readonly LineRow[]): SettledLine[] {
    return rows.filter((row) => this.#isIntactLine(row)).map(parseSettledLine);
  }

  #isIntact(row: SettledFields): boolean {
    const { venue, store_key, asset, source, coin, verdict, reason, close_at, decided_at, reopened } = row;
    const found = [venue, store_key, asset, source, coin, verdict, reason, close_at, decided_at, reopened];
    if (computeRowCrc([...found, row.data]) === row.crc) return true;
    this.#note(`settled ${venue} ${store_key}`, row, decided_at, 'the row of a verdict is damaged');
    return false;
  }

  #isIntactLine(row: LineRow): boolean {
    const { id, recorded_at, venue, store_key, asset, line, said, crc } = row;
    if (computeRowCrc([recorded_at, venue, store_key, asset, line, said]) === crc) return true;
    const at = Number(recorded_at);
    this.#note(`settled_line ${id}`, row, at, 'what a venue said of a result is damaged');
    return false;
  }

  #note(place: string, { venue, store_key }: StoredSettled | StoredLine, at: number, reason: string): void {
    const [fromMs, toMs] = [epochMs(at), epochMs(at)];
    this.#damage.note(place, { kind: 'row', venue, storeKey: store_key, records: 0, fromMs, toMs, reason });
  }
}

function prepareAll(db: DatabaseSync) {
  const filter = ['venue', 'source', 'verdict', 'reason'].map(
    (column, i) => `(?${i + 1} IS NULL OR ${column} = ?${i + 1})`,
  );
  return {
    find: prepareRows<SettledFields>(db, 'SELECT * FROM settled WHERE venue = ? AND store_key = ?'),
    page: prepareRows<SettledFields>(
      db,
      `SELECT * FROM settled WHERE reopened = 0 AND ${filter.join(' AND ')} AND decided_at >= ?5
       AND (decided_at, asset) > (?6, ?7) ORDER BY decided_at, asset LIMIT ?8`,
    ),
    ofVenue: prepareRows<SettledFields>(
      db,
      'SELECT * FROM settled WHERE venue = ? AND reopened = 0 ORDER BY store_key',
    ),
    reopened: prepareRows<SettledFields>(
      db,
      'SELECT * FROM settled WHERE reopened = 1 ORDER BY venue, store_key',
    ),
    all: prepareRows<SettledFields>(db, 'SELECT * FROM settled'),
    count: prepareRows<SettledCount>(
      db,
      `SELECT venue, source, coin, close_at AS closeAt, verdict, reason, count(*) AS markets FROM settled
       WHERE reopened = 0 AND close_at BETWEEN ? AND ? GROUP BY 1, 2, 3, 4, 5, 6`,
    ),
    linesOf: prepareRows<LineRow>(
      db,
      'SELECT * FROM settled_line WHERE venue = ? AND store_key = ? ORDER BY id',
    ),
    lines: prepareRows<LineRow>(
      db,
      'SELECT * FROM settled_line WHERE recorded_at BETWEEN ? AND ? AND id > ? ORDER BY id LIMIT ?',
    ),
    allLines: prepareRows<LineRow>(db, 'SELECT * FROM settled_line'),
    put: db.prepare(`INSERT OR REPLACE INTO settled (${SETTLED_COLUMNS}, crc) VALUES (${'?, '.repeat(11)}?)`),
    addLine: db.prepare(`INSERT INTO settled_line (${LINE_COLUMNS}, crc) VALUES (${'?, '.repeat(6)}?)`),
  };
}
