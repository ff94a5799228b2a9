import type { DatabaseSync } from 'node:sqlite';
import { cutPage, encodeCursor, epochMs, type StatedEnd, type VenueId } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import { BEFORE_ALL_SPANS, decodeMarketEndCursor } from '../../contract/cursor.ts';
import type { ForecastQuery, MarketEndPage } from '../../contract/forecasts.ts';
import type { MarketKey, SeriesKey } from '../../contract/series.ts';
import type { FileDamage } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';
import { hasForecasts } from './tables.ts';

interface EndRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly from_ms: number;
  readonly end_ms: number | null;
  readonly crc: number;
}

/** Ends of markets as their venues stated them, one row per change. Writes happen inside the caller's transaction. */
export class MarketEndTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(
      db,
      { has: hasForecasts, prepare: prepareAll },
      'table of stated ends',
    );
    this.#damage = damage;
  }

  /** Finds the stored statements of a market, oldest first. */
  find({ venue, storeKey }: MarketKey): StatedEnd[] {
    const ends: StatedEnd[] = [];
    for (const [from, end, crc] of this.#statements.open()?.find.all(venue, storeKey) ?? []) {
      if (this.#isIntact({ venue, store_key: storeKey, from_ms: from, end_ms: end, crc }))
        ends.push({ from, end });
    }
    return ends;
  }

  /** Lists stored statements page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ limit, cursor }: ForecastQuery): MarketEndPage {
    const after = cursor === undefined ? BEFORE_ALL_SPANS : decodeMarketEndCursor(cursor);
    const rows = this.#statements.open()?.page.all(...after, limit + 1) ?? [];
    const { shown, nextCursor } = cutPage(rows, limit, ({ venue, store_key, from_ms }) =>
      encodeCursor('market-end', [venue, store_key, from_ms]),
    );
    const ends = shown.filter((row) => this.#isIntact(row));
    return {
      ends: ends.map((row) => ({ venue: row.venue, storeKey: row.store_key, ...toStatedEnd(row) })),
      nextCursor,
    };
  }

  put({ venue, storeKey }: SeriesKey, { from, end }: StatedEnd): void {
    this.#statements
      .require()
      .put.run(venue, storeKey, from, end, computeRowCrc([venue, storeKey, from, end]));
  }

  removeAll(venue: VenueId, storeKeys: readonly string[]): void {
    for (const storeKey of storeKeys) this.#statements.require().remove.run(venue, storeKey);
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.all.iterate() ?? []) this.#isIntact(row);
  }

  #isIntact({ venue, store_key, from_ms, end_ms, crc }: EndRow): boolean {
    if (computeRowCrc([venue, store_key, from_ms, end_ms]) === crc) return true;
    this.#damage.note(`market_end ${venue} ${store_key} ${from_ms}`, {
      kind: 'row',
      venue,
      storeKey: store_key,
      records: 0,
      fromMs: epochMs(from_ms),
      toMs: epochMs(from_ms),
      reason: 'the row of a stated end is damaged',
    });
    return false;
  }
}

function prepareAll(db: DatabaseSync) {
  const columns = 'venue, store_key, from_ms';
  // This query runs for every market of a day, so its rows are arrays, which take less time.
  const find = prepareRows<readonly [from: number, end: number | null, crc: number]>(
    db,
    'SELECT from_ms, end_ms, crc FROM market_end WHERE venue = ? AND store_key = ? ORDER BY from_ms',
  );
  find.setReturnArrays(true);
  return {
    find,
    page: prepareRows<EndRow>(
      db,
      `SELECT * FROM market_end WHERE (${columns}) > (?, ?, ?) ORDER BY ${columns} LIMIT ?`,
    ),
    all: prepareRows<EndRow>(db, 'SELECT * FROM market_end'),
    put: db.prepare(`INSERT OR REPLACE INTO market_end (${columns}, end_ms, crc) VALUES (?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM market_end WHERE venue = ? AND store_key = ?'),
  };
}

function toStatedEnd({ from_ms, end_ms }: EndRow): StatedEnd {
  return { from: from_ms, end: end_ms };
}
