import { cutPage, encodeCursor, type VenueId } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { BEFORE_ALL_SETTLED, decodeSettledCursor, decodeSettledLineCursor } from '../../contract/cursor.ts';
import type { SeriesKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
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
  toLineFields,
  toSettledFields,
} from '../../settled/settled-coding.ts';
import type { Ask } from './history-pool.ts';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Verdicts, and the statements of venues about results, in PostgreSQL. */
export class SettledRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Finds the verdicts of many markets, in the order of the request. */
  async findMany(keys: readonly SeriesKey[]): Promise<(SettledRow | null)[]> {
    if (keys.length === 0) return [];
    const rows = await this.#ask(
      `SELECT * FROM history.settled WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [keys.map(({ venue }) => venue), keys.map(({ storeKey }) => storeKey)],
    );
    const found = new Map(rows.map(toRow).map((row) => [toSeriesName(row), row]));
    return keys.map((key) => found.get(toSeriesName(key)) ?? null);
  }

  /** Lists verdicts page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page({ venue, source, verdict, reason, since, limit, cursor }: SettledQuery): Promise<SettledPage> {
    const [decidedAt, asset] = cursor === undefined ? BEFORE_ALL_SETTLED : decodeSettledCursor(cursor);
    const filters = [venue, source, verdict, reason].map((filter) => filter ?? null);
    const rows = await this.#ask(
      `SELECT * FROM history.settled WHERE reopened = 0 AND ($1::text IS NULL OR venue = $1)
       AND ($2::text IS NULL OR source = $2) AND ($3::text IS NULL OR verdict = $3)
       AND ($4::text IS NULL OR reason = $4) AND decided_at >= $5 AND (decided_at, asset) > ($6::bigint, $7::text)
       ORDER BY decided_at, asset LIMIT $8`,
      [...filters, since ?? Number.MIN_SAFE_INTEGER, decidedAt, asset, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toRow), limit, (last) =>
      encodeCursor('settled', [last.decidedAt, last.asset]),
    );
    return { rows: shown, nextCursor };
  }

  /** Lists the verdicts on markets whose resolution was taken back, by venue and key. */
  async listReopened(): Promise<SettledRow[]> {
    const sql = 'SELECT * FROM history.settled WHERE reopened = 1 ORDER BY venue, store_key';
    return (await this.#ask(sql)).map(toRow);
  }

  async count({ fromMs, toMs }: Span): Promise<SettledCount[]> {
    const rows = await this.#ask(
      `SELECT venue, source, coin, close_at, verdict, reason, count(*) AS markets FROM history.settled
       WHERE reopened = 0 AND close_at BETWEEN $1 AND $2 GROUP BY 1, 2, 3, 4, 5, 6`,
      [fromMs, toMs],
    );
    return rows.map((row) => ({
      venue: row.venue as VenueId,
      source: row.source as string | null,
      coin: row.coin as string | null,
      closeAt: Number(row.close_at),
      verdict: row.verdict as SettledCount['verdict'],
      reason: row.reason as SettledCount['reason'],
      markets: Number(row.markets),
    }));
  }

  async findLines({ venue, storeKey }: SeriesKey): Promise<SettledLine[]> {
    const rows = await this.#ask(
      'SELECT * FROM history.settled_line WHERE venue = $1 AND store_key = $2 ORDER BY id',
      [venue, storeKey],
    );
    return rows.map(toLine);
  }

  /** Lists the lines of a window page by page. @throws {CursorError} when the cursor is not one of this list. */
  async pageOfLines({ fromMs, toMs, limit, cursor }: SettledLineQuery): Promise<SettledLinePage> {
    const after = cursor === undefined ? 0 : decodeSettledLineCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.settled_line WHERE recorded_at BETWEEN $1 AND $2 AND id > $3 ORDER BY id LIMIT $4`,
      [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER, after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, ({ id }) =>
      encodeCursor('settled-line', [Number(id)]),
    );
    return { lines: shown.map(toLine), nextCursor };
  }

  async put(row: SettledRow): Promise<void> {
    const names = SETTLED_COLUMNS.split(', ');
    const changed = names.slice(2).map((name) => `${name} = EXCLUDED.${name}`);
    await this.#ask(
      `INSERT INTO history.settled (${SETTLED_COLUMNS}) VALUES (${numbered(names.length)})
       ON CONFLICT (venue, store_key) DO UPDATE SET ${changed.join(', ')}`,
      [...toSettledFields(row)],
    );
  }

  async addLine(line: SettledLine): Promise<void> {
    const fields = toLineFields(line);
    await this.#ask(
      `INSERT INTO history.settled_line (${LINE_COLUMNS}) VALUES (${numbered(fields.length)})`,
      [...fields],
    );
  }
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `$${i + 1}`).join(', ');
}

function toRow(row: SqlRow): SettledRow {
  return parseSettled({ ...toKey(row), data: String(row.data) });
}

function toLine(row: SqlRow): SettledLine {
  const { recorded_at, line, said } = row;
  return parseSettledLine({
    ...toKey(row),
    recorded_at: Number(recorded_at),
    line: String(line),
    said: String(said),
  });
}

function toKey({ venue, store_key, asset }: SqlRow) {
  return { venue: venue as VenueId, store_key: String(store_key), asset: String(asset) };
}
