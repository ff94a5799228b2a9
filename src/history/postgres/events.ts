import {
  decodeCursor,
  type EpochMs,
  encodeCursor,
  epochMs,
  type Gap,
  type Resolution,
  type VenueId,
} from '../../domain/index.ts';
import type { SqlRow } from '../../storage/statements.ts';
import { requirePosition } from '../cursor.ts';
import type {
  GapPage,
  GapQuery,
  ResolutionPage,
  ResolutionQuery,
  SeriesKey,
  StoredResolution,
  Window,
} from '../history-store.ts';
import { toSeriesName } from '../series-name.ts';
import type { Ask } from './history-pool.ts';
import { DURABLE, LEAD, type Leadership, leaseName, NotLeaderError } from './lead.ts';

/** This many rows are looked at for one page: a window of last year must not read all gaps since then at once. */
const MAX_SCANNED_GAPS = 5_000;

/** A gap that is known gets another end and reason. What follows gives the five values. */
export const PUT_GAP = {
  into: 'INSERT INTO history.gap (venue, store_key, from_ms, to_ms, reason)',
  known:
    'ON CONFLICT (venue, store_key, from_ms) DO UPDATE SET to_ms = EXCLUDED.to_ms, reason = EXCLUDED.reason',
} as const;

/** The newest that is said of how a market ended replaces what was said before. What follows gives the nine values. */
export const PUT_RESOLUTION = {
  into: `INSERT INTO history.resolution
    (venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at)`,
  known: `ON CONFLICT (venue, store_key) DO UPDATE SET asset = EXCLUDED.asset, outcome = EXCLUDED.outcome,
    payout = EXCLUDED.payout, settled_at = EXCLUDED.settled_at, source = EXCLUDED.source,
    disputed = EXCLUDED.disputed, recorded_at = EXCLUDED.recorded_at`,
} as const;

/** Gaps of recording. The venue as a whole has the empty store key, which no asset has. */
export class GapRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async overlapping(venue: VenueId, { fromMs, toMs }: Window, storeKey = ''): Promise<Gap[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.gap
       WHERE venue = $1 AND store_key IN ('', $2) AND from_ms <= $3 AND (to_ms IS NULL OR to_ms >= $4)
       ORDER BY from_ms, store_key`,
      [venue, storeKey, bound(toMs ?? Number.MAX_SAFE_INTEGER), bound(fromMs ?? Number.MIN_SAFE_INTEGER)],
    );
    return rows.map(toGap);
  }

  /** @throws {CursorError} on a cursor that no page contained. */
  async page({ venue, storeKey, fromMs, toMs, limit, cursor }: GapQuery): Promise<GapPage> {
    const before = cursor === undefined ? AFTER_ALL : decodePosition('gap', cursor);
    const rows = await this.#ask(
      `SELECT * FROM (
         SELECT * FROM history.gap
         WHERE from_ms <= $1 AND (from_ms, venue, store_key) < ($2, $3, $4)
           AND ($5::text IS NULL OR venue = $5 AND store_key IN ('', $6))
         ORDER BY from_ms DESC, venue DESC, store_key DESC LIMIT $7) AS newest
       ORDER BY from_ms DESC, venue DESC, store_key DESC`,
      [
        bound(toMs ?? Number.MAX_SAFE_INTEGER),
        ...before,
        venue !== undefined && storeKey !== undefined ? venue : null,
        storeKey ?? '',
        MAX_SCANNED_GAPS,
      ],
    );
    const gaps: Gap[] = [];
    let scanned = 0;
    for (const row of rows) {
      scanned++;
      const gap = toGap(row);
      const isAsked = venue === undefined || gap.venue === venue;
      if (isAsked && (gap.toMs ?? Number.POSITIVE_INFINITY) >= (fromMs ?? Number.NEGATIVE_INFINITY)) {
        gaps.push(gap);
      }
      if (gaps.length === limit) break;
    }
    const last = rows[scanned - 1];
    const mayHaveMore = gaps.length === limit || scanned === MAX_SCANNED_GAPS;
    return {
      gaps: gaps.reverse(),
      nextCursor:
        mayHaveMore && last !== undefined
          ? encodeCursor('gap', [Number(last.from_ms), String(last.venue), String(last.store_key)])
          : null,
    };
  }

  async open(venue: VenueId): Promise<Gap[]> {
    const rows = await this.#ask(
      'SELECT * FROM history.gap WHERE venue = $1 AND to_ms IS NULL ORDER BY from_ms, store_key',
      [venue],
    );
    return rows.map(toGap);
  }

  /** @throws {NotLeaderError} */
  async put({ venue, storeKey, fromMs, toMs, reason }: Gap, leadership: Leadership): Promise<void> {
    const rows = await this.#ask(
      `WITH ${LEAD} ${PUT_GAP.into}
       SELECT $3::text, $4::text, $5::bigint, $6::bigint, $7::text FROM lead ${PUT_GAP.known}
       RETURNING 1 AS stored, ${DURABLE}`,
      [leaseName(venue), requireFence(leadership, venue), venue, storeKey ?? '', fromMs, toMs, reason],
    );
    requireStored(rows, venue);
  }
}

/** How markets ended, one row per market. */
export class ResolutionRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** In the order asked for. */
  async findMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    if (keys.length === 0) return [];
    const rows = await this.#ask(
      `SELECT * FROM history.resolution WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [keys.map(({ venue }) => venue), keys.map(({ storeKey }) => storeKey)],
    );
    const found = new Map(rows.map(toResolution).map((one) => [toSeriesName(one), one]));
    return keys.map((key) => found.get(toSeriesName(key)) ?? null);
  }

  /** @throws {CursorError} on a cursor that no page contained. */
  async page({ venue, since, limit, cursor }: ResolutionQuery): Promise<ResolutionPage> {
    const after = cursor === undefined ? BEFORE_ALL : decodePosition('resolution', cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.resolution
       WHERE ($1::text IS NULL OR venue = $1) AND recorded_at >= $2 AND (recorded_at, venue, store_key) > ($3, $4, $5)
       ORDER BY recorded_at, venue, store_key LIMIT $6`,
      [venue ?? null, bound(since ?? Number.MIN_SAFE_INTEGER), ...after, limit + 1],
    );
    const resolutions = rows.slice(0, limit).map(toResolution);
    const last = resolutions.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      resolutions,
      nextCursor: hasMore ? encodeCursor('resolution', [last.recordedAt, last.venue, last.storeKey]) : null,
    };
  }

  /** @throws {NotLeaderError} */
  async put(resolution: StoredResolution, leadership: Leadership): Promise<void> {
    const { venue, storeKey, asset, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
    const rows = await this.#ask(
      `WITH ${LEAD} ${PUT_RESOLUTION.into}
       SELECT $3::text, $4::text, $5::text, $6::text, $7::double precision, $8::bigint, $9::text, $10::bigint, $11::bigint
       FROM lead ${PUT_RESOLUTION.known}
       RETURNING 1 AS stored, ${DURABLE}`,
      [
        ...[leaseName(venue), requireFence(leadership, venue), venue, storeKey, asset, outcome, payout],
        ...[settledAt, source, disputed === null ? null : Number(disputed), recordedAt],
      ],
    );
    requireStored(rows, venue);
  }
}

/** @throws {NotLeaderError} */
export function requireFence(leadership: Leadership, venue: string): number {
  const fence = leadership.fence(venue);
  if (fence === null) throw new NotLeaderError(`this process does not record ${venue}`);
  return fence;
}

function requireStored(rows: readonly SqlRow[], venue: string): void {
  if (rows.length === 0) throw new NotLeaderError(`another process records ${venue} now`);
}

/** Windows may be of any number; a column is of 64 bits. */
function bound(ms: number): number {
  return Math.trunc(Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/** Where a page ends. */
type Position = readonly [at: number, venue: string, storeKey: string];

const BEFORE_ALL: Position = [Number.MIN_SAFE_INTEGER, '', ''];
const AFTER_ALL: Position = [Number.MAX_SAFE_INTEGER, '', ''];

/** @throws {CursorError} on a text that no page contained. */
function decodePosition(kind: 'gap' | 'resolution', cursor: string): Position {
  return requirePosition(decodeCursor(kind, ['integer', 'text', 'text'], cursor), cursor);
}

function toGap(row: SqlRow): Gap {
  const { venue, store_key: storeKey, from_ms: fromMs, to_ms: toMs, reason } = row;
  return {
    venue: venue as VenueId,
    storeKey: storeKey === '' ? null : String(storeKey),
    fromMs: epochMs(Number(fromMs)),
    toMs: toOptionalMs(toMs),
    reason: String(reason),
  };
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
  };
}

function toOptionalMs(value: SqlRow[string] | undefined): EpochMs | null {
  return value === null || value === undefined ? null : epochMs(Number(value));
}
