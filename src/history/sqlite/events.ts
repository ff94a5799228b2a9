import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  decodeCursor,
  type EpochMs,
  encodeCursor,
  epochMs,
  type Gap,
  type Resolution,
  type VenueId,
} from '../../domain/index.ts';
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
import { computeRowCrc } from './coding/row-crc.ts';
import type { Damage } from './damage.ts';

interface GapRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly from_ms: EpochMs;
  readonly to_ms: EpochMs | null;
  readonly reason: string;
  readonly crc: number;
}

/** This many rows are looked at for one page: a window of last year must not read all gaps since then at once. */
const MAX_SCANNED_GAPS = 5_000;

/** Gaps of recording. The venue as a whole has the empty store key, which no asset has. */
export class GapTable {
  readonly #db: DatabaseSync;
  readonly #damage: Damage;
  readonly #select: StatementSync;
  readonly #newest: StatementSync;
  readonly #newestOfSeries: StatementSync;
  readonly #open: StatementSync;
  readonly #all: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync, damage: Damage) {
    this.#db = db;
    this.#damage = damage;
    this.#all = db.prepare('SELECT * FROM gap');
    this.#open = db.prepare(
      `SELECT * FROM gap
       WHERE venue = ? AND to_ms IS NULL ORDER BY from_ms, store_key`,
    );
    this.#select = db.prepare(
      `SELECT * FROM gap
       WHERE venue = ? AND store_key IN ('', ?) AND from_ms <= ? AND (to_ms IS NULL OR to_ms >= ?)
       ORDER BY from_ms, store_key`,
    );
    const before = `from_ms <= ?1 AND (from_ms, venue, store_key) < (?2, ?3, ?4)`;
    const newestFirst = 'ORDER BY from_ms DESC, venue DESC, store_key DESC LIMIT ?5';
    this.#newest = db.prepare(`SELECT * FROM gap WHERE ${before} ${newestFirst}`);
    this.#newestOfSeries = db.prepare(
      `SELECT * FROM gap WHERE venue = ?6 AND store_key IN ('', ?7) AND ${before} ${newestFirst}`,
    );
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO gap (venue, store_key, from_ms, to_ms, reason, crc) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  overlapping(venue: VenueId, { fromMs, toMs }: Window, storeKey = ''): Gap[] {
    const rows = this.#select.all(
      venue,
      storeKey,
      toMs ?? Number.MAX_SAFE_INTEGER,
      fromMs ?? Number.MIN_SAFE_INTEGER,
    ) as unknown as GapRow[];
    return rows.flatMap((row) => this.#checked(row));
  }

  /** @throws {CursorError} on a cursor that no page contained. */
  page({ venue, storeKey, fromMs, toMs, limit, cursor }: GapQuery): GapPage {
    const before = cursor === undefined ? AFTER_ALL : decodePosition('gap', cursor);
    const position = [toMs ?? Number.MAX_SAFE_INTEGER, ...before, MAX_SCANNED_GAPS] as const;
    const rows =
      venue === undefined || storeKey === undefined
        ? this.#newest.iterate(...position)
        : this.#newestOfSeries.iterate(...position, venue, storeKey);
    const gaps: Gap[] = [];
    let scanned = 0;
    let last: GapRow | null = null;
    for (const row of rows as unknown as Iterable<GapRow>) {
      scanned++;
      last = row;
      const isAsked = venue === undefined || row.venue === venue;
      if (isAsked && (row.to_ms ?? Number.POSITIVE_INFINITY) >= (fromMs ?? Number.NEGATIVE_INFINITY)) {
        gaps.push(...this.#checked(row));
      }
      if (gaps.length === limit) break;
    }
    const mayHaveMore = gaps.length === limit || scanned === MAX_SCANNED_GAPS;
    return {
      gaps: gaps.reverse(),
      nextCursor:
        mayHaveMore && last !== null ? encodeCursor('gap', [last.from_ms, last.venue, last.store_key]) : null,
    };
  }

  open(venue: VenueId): Gap[] {
    return (this.#open.all(venue) as unknown as GapRow[]).flatMap((row) => this.#checked(row));
  }

  /** All of a venue: of the venue as a whole first, then by key, each in the order of time. */
  *ofVenue(venue: VenueId): Generator<Gap> {
    const rows = this.#db
      .prepare('SELECT * FROM gap WHERE venue = ? ORDER BY store_key, from_ms')
      .iterate(venue);
    for (const row of rows as unknown as Iterable<GapRow>) yield* this.#checked(row);
  }

  /** Reads every row, so that damage is noted. */
  verify(): void {
    for (const row of this.#all.iterate() as unknown as Iterable<GapRow>) this.#checked(row);
  }

  put({ venue, storeKey, fromMs, toMs, reason }: Gap): void {
    const crc = computeRowCrc([venue, storeKey ?? '', fromMs, toMs, reason]);
    this.#put.run(venue, storeKey ?? '', fromMs, toMs, reason, crc);
  }

  /** The gap that begins at a time; null without one. */
  find({ venue, storeKey, fromMs }: Pick<Gap, 'venue' | 'storeKey' | 'fromMs'>): Gap | null {
    const select = this.#db.prepare('SELECT * FROM gap WHERE venue = ? AND store_key = ? AND from_ms = ?');
    const row = select.get(venue, storeKey ?? '', fromMs) as unknown as GapRow | undefined;
    return row === undefined ? null : (this.#checked(row)[0] ?? null);
  }

  remove({ venue, storeKey, fromMs }: Gap): void {
    const remove = this.#db.prepare('DELETE FROM gap WHERE venue = ? AND store_key = ? AND from_ms = ?');
    remove.run(venue, storeKey ?? '', fromMs);
  }

  /** A damaged row is reported and left out. */
  #checked(row: GapRow): Gap[] {
    const { venue, store_key, from_ms, to_ms, reason } = row;
    if (computeRowCrc([venue, store_key, from_ms, to_ms, reason]) === row.crc) return [toGap(row)];
    this.#damage.note(`gap ${venue} ${store_key} ${from_ms}`, {
      venue,
      storeKey: store_key,
      records: 0,
      fromMs: epochMs(from_ms),
      toMs: epochMs(to_ms ?? from_ms),
      reason: 'the row of a gap is damaged',
    });
    return [];
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
  readonly crc: number;
}

/** How markets ended, one row per market. */
export class ResolutionTable {
  readonly #db: DatabaseSync;
  readonly #damage: Damage;
  readonly #find: StatementSync;
  readonly #page: StatementSync;
  readonly #all: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync, damage: Damage) {
    this.#db = db;
    this.#damage = damage;
    this.#all = db.prepare('SELECT * FROM resolution');
    this.#find = db.prepare('SELECT * FROM resolution WHERE venue = ? AND store_key = ?');
    this.#page = db.prepare(
      `SELECT * FROM resolution
       WHERE (?1 IS NULL OR venue = ?1) AND recorded_at >= ?2 AND (recorded_at, venue, store_key) > (?3, ?4, ?5)
       ORDER BY recorded_at, venue, store_key LIMIT ?6`,
    );
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO resolution
       (venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  find({ venue, storeKey }: SeriesKey): StoredResolution | null {
    const row = this.#find.get(venue, storeKey) as unknown as ResolutionRow | undefined;
    return row === undefined ? null : (this.#checked(row)[0] ?? null);
  }

  page({ venue, since, limit, cursor }: ResolutionQuery): ResolutionPage {
    const after = cursor === undefined ? BEFORE_ALL : decodePosition('resolution', cursor);
    const rows = this.#page.all(
      venue ?? null,
      since ?? Number.MIN_SAFE_INTEGER,
      ...after,
      limit + 1,
    ) as unknown as ResolutionRow[];
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      resolutions: shown.flatMap((row) => this.#checked(row)),
      nextCursor: hasMore ? encodeCursor('resolution', [last.recorded_at, last.venue, last.store_key]) : null,
    };
  }

  /** All of a venue by key. */
  *ofVenue(venue: VenueId): Generator<StoredResolution> {
    const rows = this.#db
      .prepare('SELECT * FROM resolution WHERE venue = ? ORDER BY store_key')
      .iterate(venue);
    for (const row of rows as unknown as Iterable<ResolutionRow>) yield* this.#checked(row);
  }

  /** Reads every row, so that damage is noted. */
  verify(): void {
    for (const row of this.#all.iterate() as unknown as Iterable<ResolutionRow>) this.#checked(row);
  }

  remove({ venue, storeKey }: SeriesKey): void {
    this.#db.prepare('DELETE FROM resolution WHERE venue = ? AND store_key = ?').run(venue, storeKey);
  }

  put(resolution: StoredResolution): void {
    const { venue, storeKey, asset, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
    const flag = disputed === null ? null : Number(disputed);
    const fields = [venue, storeKey, asset, outcome, payout, settledAt, source, flag, recordedAt] as const;
    this.#put.run(...fields, computeRowCrc(fields));
  }

  /** A damaged row is reported and left out. */
  #checked(row: ResolutionRow): StoredResolution[] {
    const { venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at } = row;
    const fields = [venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at];
    if (computeRowCrc(fields) === row.crc) return [toResolution(row)];
    this.#damage.note(`resolution ${venue} ${store_key}`, {
      venue,
      storeKey: store_key,
      records: 0,
      fromMs: epochMs(recorded_at),
      toMs: epochMs(recorded_at),
      reason: 'the row of a resolution is damaged',
    });
    return [];
  }
}

/** Where a page ends. */
type Position = readonly [at: number, venue: string, storeKey: string];

const BEFORE_ALL: Position = [Number.MIN_SAFE_INTEGER, '', ''];
const AFTER_ALL: Position = [Number.MAX_SAFE_INTEGER, '', ''];

/** @throws {CursorError} on a text that no answer contained. */
function decodePosition(kind: 'gap' | 'resolution', cursor: string): Position {
  return requirePosition(decodeCursor(kind, ['integer', 'text', 'text'], cursor), cursor);
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
