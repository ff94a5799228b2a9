import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  cutPage,
  type EpochMs,
  encodeCursor,
  epochMs,
  type Resolution,
  type VenueId,
} from '../../domain/index.ts';
import { atFirstUse } from '../../scheduling/at-first-use.ts';
import { prepareRows, type RowStatement } from '../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../coding/row-crc.ts';
import { BEFORE_ALL_EVENTS, decodeEventCursor } from '../contract/cursor.ts';
import type {
  PastResolution,
  ResolutionPage,
  ResolutionQuery,
  StoredResolution,
} from '../contract/resolutions.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { FileDamage } from './damage.ts';

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
  /** Time when the resolution was taken back; absent in a file of a version without this column. */
  readonly reopened_at?: EpochMs | null;
  /** Earlier resolutions of the market, as JSON. */
  readonly earlier?: string | null;
}

/** Resolutions of markets, one row per market: the newest one, and those before it that were taken back. */
export class ResolutionTable {
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  readonly #find: RowStatement<ResolutionRow>;
  readonly #page: RowStatement<ResolutionRow>;
  readonly #all: RowStatement<ResolutionRow>;
  /** Statement that is prepared at the first write: a file that is only read may lack columns that it names. */
  readonly #put: () => StatementSync;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#db = db;
    this.#damage = damage;
    this.#all = prepareRows(db, 'SELECT * FROM resolution');
    this.#find = prepareRows(db, 'SELECT * FROM resolution WHERE venue = ? AND store_key = ?');
    this.#page = prepareRows(
      db,
      `SELECT * FROM resolution
       WHERE (?1 IS NULL OR venue = ?1) AND recorded_at >= ?2 AND (recorded_at, venue, store_key) > (?3, ?4, ?5)
       ORDER BY recorded_at, venue, store_key LIMIT ?6`,
    );
    this.#put = atFirstUse(() =>
      db.prepare(
        `INSERT OR REPLACE INTO resolution
         (venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at, crc, reopened_at, earlier)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
    );
  }

  find({ venue, storeKey }: SeriesKey): StoredResolution | null {
    const row = this.#find.get(venue, storeKey);
    return row === undefined ? null : (this.#check(row)[0] ?? null);
  }

  /** Lists resolutions page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ venue, since, limit, cursor }: ResolutionQuery): ResolutionPage {
    const after = cursor === undefined ? BEFORE_ALL_EVENTS : decodeEventCursor('resolution', cursor);
    const rows = this.#page.all(venue ?? null, since ?? Number.MIN_SAFE_INTEGER, ...after, limit + 1);
    const { shown, nextCursor } = cutPage(rows, limit, ({ recorded_at, venue, store_key }) =>
      encodeCursor('resolution', [recorded_at, venue, store_key]),
    );
    return { resolutions: shown.flatMap((row) => this.#check(row)), nextCursor };
  }

  /** Lists the newest resolutions that were taken back at or after a time. */
  listReopened(since: EpochMs): StoredResolution[] {
    const rows = prepareRows<ResolutionRow>(
      this.#db,
      'SELECT * FROM resolution WHERE reopened_at >= ? ORDER BY reopened_at, venue, store_key',
    );
    return rows.all(since).flatMap((row) => this.#check(row));
  }

  /** Lists all resolutions of a venue by key. */
  *listByVenue(venue: VenueId): Generator<StoredResolution> {
    const rows = prepareRows<ResolutionRow>(
      this.#db,
      'SELECT * FROM resolution WHERE venue = ? ORDER BY store_key',
    );
    for (const row of rows.iterate(venue)) yield* this.#check(row);
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#all.iterate()) this.#check(row);
  }

  remove({ venue, storeKey }: SeriesKey): void {
    this.#db.prepare('DELETE FROM resolution WHERE venue = ? AND store_key = ?').run(venue, storeKey);
  }

  put(resolution: StoredResolution): void {
    const { venue, storeKey, asset, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
    const flag = disputed === null ? null : Number(disputed);
    const fields = [venue, storeKey, asset, outcome, payout, settledAt, source, flag, recordedAt] as const;
    const reopenedAt = resolution.reopenedAt ?? null;
    const earlier = resolution.earlier === undefined ? null : JSON.stringify(resolution.earlier);
    this.#put().run(...fields, computeRowCrc(toChecked(fields, reopenedAt, earlier)), reopenedAt, earlier);
  }

  /** Converts a row. Damage is noted, and the row left out. */
  #check(row: ResolutionRow): StoredResolution[] {
    const { venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at } = row;
    const fields = [venue, store_key, asset, outcome, payout, settled_at, source, disputed, recorded_at];
    const checked = toChecked(fields, row.reopened_at ?? null, row.earlier ?? null);
    if (computeRowCrc(checked) === row.crc) return [toResolution(row)];
    this.#damage.note(`resolution ${venue} ${store_key}`, {
      kind: 'row',
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
    ...(row.reopened_at == null ? {} : { reopenedAt: row.reopened_at }),
    ...(row.earlier == null ? {} : { earlier: JSON.parse(row.earlier) as PastResolution[] }),
  };
}

/** Lists the fields under the checksum, which in rows of earlier versions does not cover the two newer columns. */
function toChecked<Field>(
  fields: readonly Field[],
  reopenedAt: EpochMs | null,
  earlier: string | null,
): readonly (Field | string | number | null)[] {
  return reopenedAt === null && earlier === null ? fields : [...fields, reopenedAt, earlier];
}

/** Adds the columns of taken-back resolutions to a file that lacks them. */
export function addReopened(db: DatabaseSync): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('resolution')").all() as { name: string }[];
  const names = new Set(columns.map(({ name }) => name));
  if (!names.has('reopened_at')) db.exec('ALTER TABLE resolution ADD COLUMN reopened_at INTEGER');
  if (!names.has('earlier')) db.exec('ALTER TABLE resolution ADD COLUMN earlier TEXT');
  db.exec(
    'CREATE INDEX IF NOT EXISTS resolution_reopened ON resolution (reopened_at) WHERE reopened_at IS NOT NULL',
  );
}
