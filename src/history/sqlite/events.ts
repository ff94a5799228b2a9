import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EpochMs, Gap, Resolution, VenueId } from '../../domain/index.ts';
import { CursorError } from '../cursor.ts';
import type {
  ResolutionPage,
  ResolutionQuery,
  SeriesKey,
  StoredResolution,
  Window,
} from '../history-store.ts';

interface GapRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly from_ms: EpochMs;
  readonly to_ms: EpochMs | null;
  readonly reason: string;
}

/** Gaps of recording. The venue as a whole has the empty store key, which no asset has. */
export class GapTable {
  readonly #select: StatementSync;
  readonly #open: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync) {
    this.#open = db.prepare(
      `SELECT venue, store_key, from_ms, to_ms, reason FROM gap
       WHERE venue = ? AND to_ms IS NULL ORDER BY from_ms, store_key`,
    );
    this.#select = db.prepare(
      `SELECT venue, store_key, from_ms, to_ms, reason FROM gap
       WHERE venue = ? AND store_key IN ('', ?) AND from_ms <= ? AND (to_ms IS NULL OR to_ms >= ?)
       ORDER BY from_ms, store_key`,
    );
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO gap (venue, store_key, from_ms, to_ms, reason) VALUES (?, ?, ?, ?, ?)',
    );
  }

  overlapping(venue: VenueId, { fromMs, toMs }: Window, storeKey = ''): Gap[] {
    const rows = this.#select.all(
      venue,
      storeKey,
      toMs ?? Number.MAX_SAFE_INTEGER,
      fromMs ?? Number.MIN_SAFE_INTEGER,
    ) as unknown as GapRow[];
    return rows.map(gapOf);
  }

  open(venue: VenueId): Gap[] {
    return (this.#open.all(venue) as unknown as GapRow[]).map(gapOf);
  }

  put({ venue, storeKey, fromMs, toMs, reason }: Gap): void {
    this.#put.run(venue, storeKey ?? '', fromMs, toMs, reason);
  }
}

function gapOf(row: GapRow): Gap {
  return {
    venue: row.venue,
    storeKey: row.store_key === '' ? null : row.store_key,
    fromMs: row.from_ms,
    toMs: row.to_ms,
    reason: row.reason,
  };
}

interface ResolutionRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly asset: string;
  readonly outcome: Resolution['outcome'];
  readonly payout: number | null;
  readonly settled_at: EpochMs | null;
  readonly source: string;
  readonly disputed: number | null;
  readonly recorded_at: EpochMs;
}

/** How markets ended, one row per market. */
export class ResolutionTable {
  readonly #find: StatementSync;
  readonly #page: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('SELECT * FROM settlement WHERE venue = ? AND store_key = ?');
    this.#page = db.prepare(
      `SELECT * FROM settlement
       WHERE (?1 IS NULL OR venue = ?1) AND recorded_at >= ?2 AND (recorded_at, venue, store_key) > (?3, ?4, ?5)
       ORDER BY recorded_at, venue, store_key LIMIT ?6`,
    );
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO settlement
       (venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  find({ venue, storeKey }: SeriesKey): StoredResolution | null {
    const row = this.#find.get(venue, storeKey) as unknown as ResolutionRow | undefined;
    return row === undefined ? null : toResolution(row);
  }

  page({ venue, since, limit, cursor }: ResolutionQuery): ResolutionPage {
    const after = cursor === undefined ? BEFORE_ALL : placeOf(cursor);
    const rows = this.#page.all(
      venue ?? null,
      since ?? Number.MIN_SAFE_INTEGER,
      ...after,
      limit + 1,
    ) as unknown as ResolutionRow[];
    const resolutions = rows.slice(0, limit).map(toResolution);
    const last = resolutions.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return { resolutions, nextCursor: hasMore ? cursorAfter(last) : null };
  }

  put(resolution: StoredResolution): void {
    const { venue, storeKey, asset, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
    const flag = disputed === null ? null : Number(disputed);
    this.#put.run(venue, storeKey, asset, outcome, payout, settledAt, source, flag, recordedAt);
  }
}

type Place = readonly [recordedAt: number, venue: string, storeKey: string];

const BEFORE_ALL: Place = [Number.MIN_SAFE_INTEGER, '', ''];

function cursorAfter({ recordedAt, venue, storeKey }: StoredResolution): string {
  return Buffer.from(JSON.stringify([recordedAt, venue, storeKey])).toString('base64url');
}

/** @throws {CursorError} on a text that no answer contained. */
function placeOf(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place)) {
      const [recordedAt, venue, storeKey] = place as unknown[];
      if (Number.isSafeInteger(recordedAt) && typeof venue === 'string' && typeof storeKey === 'string') {
        return [recordedAt as number, venue, storeKey];
      }
    }
  } catch {
    // No JSON, so no cursor either.
  }
  throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
}

function toResolution(row: ResolutionRow): StoredResolution {
  return {
    venue: row.venue,
    storeKey: row.store_key,
    asset: row.asset,
    outcome: row.outcome,
    payout: row.payout,
    settledAt: row.settled_at,
    source: row.source,
    disputed: row.disputed === null ? null : row.disputed === 1,
    recordedAt: row.recorded_at,
  };
}
