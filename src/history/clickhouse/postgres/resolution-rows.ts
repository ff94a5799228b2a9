import { cutPage, encodeCursor, epochMs, type Resolution, type VenueId } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { BEFORE_ALL_EVENTS, decodeEventCursor } from '../../contract/cursor.ts';
import type {
  PastResolution,
  ResolutionPage,
  ResolutionQuery,
  StoredResolution,
} from '../../contract/resolutions.ts';
import type { SeriesKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import type { Ask } from './history-pool.ts';
import { DURABLE, LEAD, type Leadership, requireFence, requireStored, toLeaseName } from './leadership.ts';
import { clampMs, toOptionalMs } from './times.ts';

/**
 * Start and end of a statement that stores a resolution; its eleven values come between. The newest resolution of a
 * market replaces the earlier one.
 */
export const PUT_RESOLUTION = {
  into: `INSERT INTO history.resolution
    (venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at, reopened_at, earlier)`,
  known: `ON CONFLICT (venue, store_key) DO UPDATE SET asset = EXCLUDED.asset, outcome = EXCLUDED.outcome,
    payout = EXCLUDED.payout, settled_at = EXCLUDED.settled_at, source = EXCLUDED.source,
    disputed = EXCLUDED.disputed, recorded_at = EXCLUDED.recorded_at, reopened_at = EXCLUDED.reopened_at,
    earlier = EXCLUDED.earlier`,
} as const;

/** Resolutions of markets in PostgreSQL, one row per market. */
export class ResolutionRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Finds the resolutions of many markets, in the order of the request. */
  async findMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    if (keys.length === 0) return [];
    const rows = await this.#ask(
      `SELECT * FROM history.resolution WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [keys.map(({ venue }) => venue), keys.map(({ storeKey }) => storeKey)],
    );
    const found = new Map(rows.map(toResolution).map((one) => [toSeriesName(one), one]));
    return keys.map((key) => found.get(toSeriesName(key)) ?? null);
  }

  /** Lists resolutions page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page({ venue, since, limit, cursor }: ResolutionQuery): Promise<ResolutionPage> {
    const after = cursor === undefined ? BEFORE_ALL_EVENTS : decodeEventCursor('resolution', cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.resolution
       WHERE ($1::text IS NULL OR venue = $1) AND recorded_at >= $2 AND (recorded_at, venue, store_key) > ($3, $4, $5)
       ORDER BY recorded_at, venue, store_key LIMIT $6`,
      [venue ?? null, clampMs(since ?? Number.MIN_SAFE_INTEGER), ...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toResolution), limit, (last) =>
      encodeCursor('resolution', [last.recordedAt, last.venue, last.storeKey]),
    );
    return { resolutions: shown, nextCursor };
  }

  async listReopened(since: number): Promise<StoredResolution[]> {
    const rows = await this.#ask(
      'SELECT * FROM history.resolution WHERE reopened_at >= $1 ORDER BY reopened_at, venue, store_key',
      [clampMs(since)],
    );
    return rows.map(toResolution);
  }

  /** Stores a resolution. @throws {NotLeaderError} when another process records the venue. */
  async put(resolution: StoredResolution, leadership: Leadership): Promise<void> {
    const { venue, storeKey, asset, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
    const rows = await this.#ask(
      `WITH ${LEAD} ${PUT_RESOLUTION.into}
       SELECT $3::text, $4::text, $5::text, $6::text, $7::double precision, $8::bigint, $9::text, $10::bigint, $11::bigint,
         $12::bigint, $13::jsonb
       FROM lead ${PUT_RESOLUTION.known}
       RETURNING 1 AS stored, ${DURABLE}`,
      [
        toLeaseName(venue),
        requireFence(leadership, venue),
        venue,
        storeKey,
        asset,
        outcome,
        payout,
        settledAt,
        source,
        disputed === null ? null : Number(disputed),
        recordedAt,
        ...encodeReopened(resolution),
      ],
    );
    requireStored(rows, venue);
  }
}

/** Returns the values of the columns `reopened_at` and `earlier` (JSON). */
export function encodeReopened({ reopenedAt, earlier }: StoredResolution): [number | null, string | null] {
  return [reopenedAt ?? null, earlier === undefined ? null : JSON.stringify(earlier)];
}

/** Reads the column `earlier`: a driver returns JSON parsed or as text. */
function toEarlier(column: SqlRow[string]): readonly PastResolution[] {
  return (typeof column === 'string' ? JSON.parse(column) : column) as readonly PastResolution[];
}

function toResolution(row: SqlRow): StoredResolution {
  return {
    venue: row.venue as VenueId,
    storeKey: String(row.store_key),
    asset: String(row.asset),
    outcome: row.outcome as Resolution['outcome'],
    payout: row.payout as number | null,
    settledAt: toOptionalMs(row.settled_at),
    source: String(row.source),
    disputed: row.disputed === null ? null : row.disputed === 1,
    recordedAt: epochMs(Number(row.recorded_at)),
    ...(row.reopened_at == null ? {} : { reopenedAt: epochMs(Number(row.reopened_at)) }),
    ...(row.earlier == null ? {} : { earlier: toEarlier(row.earlier) }),
  };
}
