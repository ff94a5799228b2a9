import { epochMs, type Gap, type Recorder } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { AFTER_ALL_EVENTS, decodeEventCursor } from '../../contract/cursor.ts';
import { collectGapPage, MAX_SCANNED_GAPS } from '../../contract/gap-page.ts';
import type { GapName, GapPage, GapQuery } from '../../contract/gaps.ts';
import type { Window } from '../../contract/series.ts';
import type { Ask } from './history-pool.ts';
import { DURABLE, LEAD, type Leadership, requireFence, requireStored, toLeaseName } from './leadership.ts';
import { clampMs, toOptionalMs } from './times.ts';

/** Start and end of a statement that stores a gap; its values come between. A known gap gets the new end and reason. */
export const PUT_GAP = {
  into: 'INSERT INTO history.gap (venue, store_key, from_ms, to_ms, reason)',
  known:
    'ON CONFLICT (venue, store_key, from_ms) DO UPDATE SET to_ms = EXCLUDED.to_ms, reason = EXCLUDED.reason',
} as const;

/** Gaps in PostgreSQL. A gap of the venue as a whole has the empty store key, which no asset has. */
export class GapRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async listOverlapping(venue: Recorder, { fromMs, toMs }: Window, storeKey = ''): Promise<Gap[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.gap
       WHERE venue = $1 AND store_key IN ('', $2) AND from_ms <= $3 AND (to_ms IS NULL OR to_ms >= $4)
       ORDER BY from_ms, store_key`,
      [venue, storeKey, clampMs(toMs ?? Number.MAX_SAFE_INTEGER), clampMs(fromMs ?? Number.MIN_SAFE_INTEGER)],
    );
    return rows.map(toGap);
  }

  /** Lists gaps page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page(query: GapQuery): Promise<GapPage> {
    const { venue, storeKey, toMs, cursor } = query;
    const before = cursor === undefined ? AFTER_ALL_EVENTS : decodeEventCursor('gap', cursor);
    const rows = await this.#ask(
      `SELECT * FROM (
         SELECT * FROM history.gap
         WHERE from_ms <= $1 AND (from_ms, venue, store_key) < ($2, $3, $4)
           AND ($5::text IS NULL OR venue = $5 AND store_key IN ('', $6))
         ORDER BY from_ms DESC, venue DESC, store_key DESC LIMIT $7) AS newest
       ORDER BY from_ms DESC, venue DESC, store_key DESC`,
      [
        clampMs(toMs ?? Number.MAX_SAFE_INTEGER),
        ...before,
        venue !== undefined && storeKey !== undefined ? venue : null,
        storeKey ?? '',
        MAX_SCANNED_GAPS,
      ],
    );
    return collectGapPage(rows, query, { toGap });
  }

  async open(venue: Recorder): Promise<Gap[]> {
    const rows = await this.#ask(
      'SELECT * FROM history.gap WHERE venue = $1 AND to_ms IS NULL ORDER BY from_ms, store_key',
      [venue],
    );
    return rows.map(toGap);
  }

  /** Stores a gap. @throws {NotLeaderError} when another process records the venue. */
  async put({ venue, storeKey, fromMs, toMs, reason }: Gap, leadership: Leadership): Promise<void> {
    const rows = await this.#ask(
      `WITH ${LEAD} ${PUT_GAP.into}
       SELECT $3::text, $4::text, $5::bigint, $6::bigint, $7::text FROM lead ${PUT_GAP.known}
       RETURNING 1 AS stored, ${DURABLE}`,
      [toLeaseName(venue), requireFence(leadership, venue), venue, storeKey ?? '', fromMs, toMs, reason],
    );
    requireStored(rows, venue);
  }

  /** Removes a gap. @throws {NotLeaderError} when another process records the venue. */
  async remove({ venue, storeKey, fromMs }: GapName, leadership: Leadership): Promise<void> {
    const rows = await this.#ask(
      `WITH ${LEAD}, gone AS (
         DELETE FROM history.gap USING lead WHERE venue = $3 AND store_key = $4 AND from_ms = $5)
       SELECT 1 AS stored, ${DURABLE} FROM lead`,
      [toLeaseName(venue), requireFence(leadership, venue), venue, storeKey ?? '', fromMs],
    );
    requireStored(rows, venue);
  }
}

function toGap(row: SqlRow): Gap {
  const { venue, store_key: storeKey, from_ms: fromMs, to_ms: toMs, reason } = row;
  return {
    venue: venue as Recorder,
    storeKey: storeKey === '' ? null : String(storeKey),
    fromMs: epochMs(Number(fromMs)),
    toMs: toOptionalMs(toMs),
    reason: String(reason),
  };
}
