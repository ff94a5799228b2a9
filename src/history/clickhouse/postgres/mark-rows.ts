import { cutPage, type EpochMs, encodeCursor, epochMs } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { decodeMarkCursor } from '../../contract/cursor.ts';
import type { ImportedMark, MarkPage, MarkQuery, ReferenceMark } from '../../contract/reference-marks.ts';
import type { Ask, HistoryPool } from './history-pool.ts';

const COLUMNS = 't, key, place, text, received_at, relay, count';

/**
 * Describes the part of a statement that stores marks, provided that `lead` has a row.
 *
 * @param first Number of the first of its seven parameters.
 */
export function describeMarks(first: number): string {
  const types = ['bigint', 'text', 'bigint', 'text', 'bigint', 'text', 'bigint'];
  const values = types.map((type, i) => `$${first + i}::${type}[]`).join(', ');
  return `mark_rows AS (
    INSERT INTO history.reference_mark (${COLUMNS})
    SELECT said.* FROM lead CROSS JOIN unnest(${values}) AS said
    ON CONFLICT (t, key, place) DO UPDATE SET text = EXCLUDED.text, received_at = EXCLUDED.received_at,
      relay = EXCLUDED.relay, count = EXCLUDED.count)`;
}

/** Converts marks of reference prices to arrays, one for each parameter of the insert. */
export function markValues(marks: readonly ReferenceMark[]) {
  return [
    marks.map(({ t }) => t),
    marks.map(({ key }) => key),
    marks.map(({ place }) => place),
    marks.map(({ text }) => text),
    marks.map(({ receivedAt }) => receivedAt),
    marks.map(({ relay }) => relay),
    marks.map(({ count }) => count),
  ];
}

/** Marks of reference prices in PostgreSQL. */
export class MarkRows {
  readonly #pool: HistoryPool;
  readonly #ask: Ask;

  constructor(pool: HistoryPool) {
    this.#pool = pool;
    this.#ask = pool.ask;
  }

  async find(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<ReferenceMark[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.reference_mark WHERE t BETWEEN $1 AND $2 AND key = $3 ORDER BY t, place`,
      [fromMs, toMs, key],
    );
    return rows.map(toMark);
  }

  /** Lists marks page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page({ limit, cursor }: MarkQuery): Promise<MarkPage> {
    const after = cursor === undefined ? [Number.MIN_SAFE_INTEGER, '', 0] : decodeMarkCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.reference_mark WHERE (t, key, place) > ($1::bigint, $2::text, $3::bigint)
       ORDER BY t, key, place LIMIT $4`,
      [...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toMark), limit, ({ t, key, place }) =>
      encodeCursor('mark', [t, key, place]),
    );
    return { marks: shown, nextCursor };
  }

  /** Stores the marks of another store with the places that they have there. */
  async putAll(marks: readonly ReferenceMark[]): Promise<void> {
    await this.#ask(
      `INSERT INTO history.reference_mark (${COLUMNS})
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
       ON CONFLICT DO NOTHING`,
      markValues(marks),
    );
  }

  /** Stores imported marks, at new places below 0. @returns Place of each mark; null for one that is stored already. */
  async putImported(marks: readonly ImportedMark[]): Promise<(number | null)[]> {
    return this.#pool.transact(async (ask) => {
      // Without the lock, two imports could choose the same place at one moment.
      await ask('LOCK TABLE history.reference_mark IN SHARE ROW EXCLUSIVE MODE');
      const places: (number | null)[] = [];
      for (const { t, key, text, receivedAt, relay, count } of marks) {
        const [row] = await ask(
          `INSERT INTO history.reference_mark (${COLUMNS})
           SELECT $1::bigint, $2::text, least(0, (SELECT min(place) FROM history.reference_mark WHERE t = $1 AND key = $2)) - 1,
             $3::text, $4::bigint, $5::text, $6::bigint
           WHERE NOT EXISTS (SELECT 1 FROM history.reference_mark WHERE t = $1 AND key = $2
             AND text IS NOT DISTINCT FROM $3 AND received_at = $4 AND relay = $5 AND count IS NOT DISTINCT FROM $6)
           RETURNING place`,
          [t, key, text, receivedAt, relay, count],
        );
        places.push(row === undefined ? null : Number(row.place));
      }
      return places;
    });
  }
}

function toMark(row: SqlRow): ReferenceMark {
  return {
    key: String(row.key),
    t: epochMs(Number(row.t)),
    place: Number(row.place),
    text: row.text === null ? null : String(row.text),
    receivedAt: epochMs(Number(row.received_at)),
    relay: String(row.relay),
    count: row.count === null ? null : Number(row.count),
  };
}
