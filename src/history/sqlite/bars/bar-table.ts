import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { cutPage, encodeCursor, epochMs, type Recorder } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import {
  type BlockBar,
  decodeBlock,
  encodeBlock,
  floorToBlock,
  isSameBar,
  joinBars,
  toVenueBar,
} from '../../coding/bar-block.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import type { CorruptBlock } from '../../contract/corrupt-block.ts';
import { decodeBarCursor } from '../../contract/cursor.ts';
import type { SeriesKey, Window } from '../../contract/series.ts';
import {
  type BarOfSeries,
  type BarPage,
  type BarQuery,
  checkBars,
  type VenueBar,
} from '../../contract/venue-bars.ts';
import type { FileDamage } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';

interface BarRow {
  readonly venue: Recorder;
  readonly store_key: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly asset: string;
  readonly data: Uint8Array;
  readonly crc: number;
}

/** Maximum number of decoded blocks in memory, up to 1,024 bars each: together about 10 MB. */
const MAX_LATELY = 128;

/** Table that is added to files of format 2 that lack it; older versions ignore it. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS bar (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    asset TEXT NOT NULL,
    data BLOB NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key, from_ms)
  ) STRICT;
`;

/** Adds the table of bars to a database without it. */
export function addBars(db: DatabaseSync): void {
  db.exec(TABLE);
}

/** Whether a file has the table of bars, which is added when a version with bars opens it for writing. */
export function hasBars(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'bar'").get() !== undefined;
}

/** Bars that venues state, in blocks of some weeks of a series. Writes happen inside the caller's transaction. */
export class BarTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;
  /** Decoded blocks by place, valid while the checksum of their row is the same. */
  readonly #lately = createLastUsed<string, { readonly crc: number; readonly bars: readonly VenueBar[] }>(
    MAX_LATELY,
  );

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(db, { has: hasBars, prepare: prepareAll }, 'table of bars');
    this.#damage = damage;
  }

  find({ venue, storeKey }: SeriesKey, { fromMs, toMs }: Window): VenueBar[] {
    const from = fromMs ?? Number.MIN_SAFE_INTEGER;
    const to = toMs ?? Number.MAX_SAFE_INTEGER;
    const rows = this.#statements.open()?.find.all(venue, storeKey, to, from) ?? [];
    return rows.flatMap((row) => {
      const bars = this.#readLately(row);
      const isWhole = row.from_ms >= from && row.to_ms <= to;
      return isWhole ? bars : bars.filter(({ t }) => t >= from && t <= to);
    });
  }

  /** Lists bars page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ limit, cursor }: BarQuery): BarPage {
    const [venue, storeKey, t] = cursor === undefined ? (['', '', -1] as const) : decodeBarCursor(cursor);
    const bars: BarOfSeries[] = [];
    for (const row of this.#statements.open()?.from.iterate(venue, storeKey, floorToBlock(t)) ?? []) {
      const isBegun = row.venue === venue && row.store_key === storeKey;
      for (const bar of this.#list(row)) if (!isBegun || bar.t > t) bars.push(bar);
      if (bars.length > limit) break;
    }
    const { shown, nextCursor } = cutPage(bars, limit, (bar) =>
      encodeCursor('bar', [bar.venue, bar.storeKey, bar.t]),
    );
    return { bars: shown, nextCursor };
  }

  /** Lists the bars that start between two moments, both inclusive, by venue, store key and time. */
  *listBetween(fromMs: number, toMs: number): Generator<BarOfSeries> {
    for (const row of this.#statements.open()?.all.iterate() ?? []) {
      if (row.from_ms > toMs || row.to_ms < fromMs) continue;
      for (const bar of this.#list(row)) if (bar.t >= fromMs && bar.t <= toMs) yield bar;
    }
  }

  /**
   * Stores bars of one series; imported ones only where the hour has none.
   *
   * @returns Number of hours that had no bar. @throws {RangeError} when a bar is impossible, before any is stored.
   */
  put(
    { venue, storeKey, asset }: SeriesKey & { readonly asset: string },
    bars: readonly VenueBar[],
    isImported: boolean,
  ): number {
    checkBars(bars);
    let added = 0;
    for (const [fromMs, some] of Map.groupBy(bars, ({ t }) => floorToBlock(t))) {
      const row = this.#statements.require().one.get(venue, storeKey, fromMs);
      const joined = joinBars(row === undefined ? [] : this.#readToChange(row), some, isImported);
      added += joined.added;
      this.#write({ venue, store_key: storeKey, asset, from_ms: fromMs }, joined.all);
    }
    return added;
  }

  /** Removes imported bars that are stored as they were imported; those that a venue stated stay. */
  removeImported({ venue, storeKey }: SeriesKey, bars: readonly VenueBar[]): void {
    for (const [fromMs, some] of Map.groupBy(bars, ({ t }) => floorToBlock(t))) {
      const row = this.#statements.require().one.get(venue, storeKey, fromMs);
      if (row === undefined) continue;
      const all = this.#readToChange(row);
      const imported = new Map(some.map((bar) => [bar.t, bar]));
      const left = all.filter((bar) => {
        const one = imported.get(bar.t);
        return !bar.isImported || one === undefined || !isSameBar(bar, one);
      });
      if (left.length < all.length) this.#write(row, left);
    }
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.all.iterate() ?? []) this.#read(row);
  }

  /** Reads the bars of a row, which are kept for the next reader: a page asks for the same hours again and again. */
  #readLately(row: BarRow): readonly VenueBar[] {
    const place = toPlace(row);
    const known = this.#lately.get(place);
    if (known?.crc === row.crc) return known.bars;
    const bars = this.#read(row).map(toVenueBar);
    this.#lately.set(place, { crc: row.crc, bars });
    return bars;
  }

  #list(row: BarRow): BarOfSeries[] {
    const { venue, store_key: storeKey, asset } = row;
    return this.#read(row).map((bar) => ({ venue, storeKey, asset, ...toVenueBar(bar) }));
  }

  #write(row: Omit<BarRow, 'data' | 'crc' | 'to_ms'>, bars: readonly BlockBar[]): void {
    const { put, remove } = this.#statements.require();
    const { venue, store_key, from_ms, asset } = row;
    const last = bars.at(-1);
    if (last === undefined) {
      remove.run(venue, store_key, from_ms);
      return;
    }
    const written = { venue, store_key, from_ms, to_ms: last.t, asset, data: encodeBlock(bars) };
    put.run(venue, store_key, from_ms, last.t, asset, written.data, computeCrc(written));
  }

  #read(row: BarRow): BlockBar[] {
    try {
      if (computeCrc(row) === row.crc) return decodeBlock(row.data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    this.#damage.note(toPlace(row), describeDamaged(row));
    return [];
  }

  /** Reads a row that is written next. Damaged bytes, which would be lost, are kept. */
  #readToChange(row: BarRow): BlockBar[] {
    const bars = this.#read(row);
    if (bars.length === 0) this.#damage.keep(toPlace(row), describeDamaged(row), row.data);
    return bars;
  }
}

function toPlace({ venue, store_key, from_ms }: BarRow): string {
  return `bar ${venue} ${store_key} ${from_ms}`;
}

function describeDamaged({ venue, store_key: storeKey, from_ms, to_ms }: BarRow): CorruptBlock {
  return {
    kind: 'row',
    venue,
    storeKey,
    records: 0,
    fromMs: epochMs(from_ms),
    toMs: epochMs(to_ms),
    reason: 'the bars of some weeks are damaged',
  };
}

function computeCrc({ venue, store_key, from_ms, to_ms, asset, data }: Omit<BarRow, 'crc'>): number {
  return crc32(data, computeRowCrc([venue, store_key, from_ms, to_ms, asset]));
}

function prepareAll(db: DatabaseSync) {
  const all = 'SELECT * FROM bar';
  const ordered = 'ORDER BY venue, store_key, from_ms';
  return {
    find: prepareRows<BarRow>(
      db,
      `${all} WHERE venue = ? AND store_key = ? AND from_ms <= ? AND to_ms >= ? ORDER BY from_ms`,
    ),
    one: prepareRows<BarRow>(db, `${all} WHERE venue = ? AND store_key = ? AND from_ms = ?`),
    from: prepareRows<BarRow>(db, `${all} WHERE (venue, store_key, from_ms) >= (?, ?, ?) ${ordered}`),
    all: prepareRows<BarRow>(db, `${all} ${ordered}`),
    put: db.prepare('INSERT OR REPLACE INTO bar VALUES (?, ?, ?, ?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM bar WHERE venue = ? AND store_key = ? AND from_ms = ?'),
  };
}
