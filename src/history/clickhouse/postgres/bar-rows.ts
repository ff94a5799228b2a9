import { cutPage, encodeCursor, type Recorder } from '../../../domain/index.ts';
import { decodeBlock, encodeBlock, floorToBlock, joinBars, toVenueBar } from '../../coding/bar-block.ts';
import { decodeBarCursor } from '../../contract/cursor.ts';
import type { SeriesKey, Window } from '../../contract/series.ts';
import {
  type BarOfSeries,
  type BarPage,
  type BarQuery,
  checkBars,
  groupBars,
  type VenueBar,
} from '../../contract/venue-bars.ts';
import type { HistoryPool } from './history-pool.ts';

/** Number of blocks that one page of a list reads at once. */
const BLOCKS_AT_ONCE = 64;

/**
 * Bars that venues state, in PostgreSQL. They need no lease: two processes that read the same closed candle store the
 * same bar.
 */
export class BarRows {
  readonly #pool: HistoryPool;

  constructor(pool: HistoryPool) {
    this.#pool = pool;
  }

  async find({ venue, storeKey }: SeriesKey, { fromMs, toMs }: Window): Promise<VenueBar[]> {
    const from = fromMs ?? Number.MIN_SAFE_INTEGER;
    const to = toMs ?? Number.MAX_SAFE_INTEGER;
    const rows = await this.#pool.ask(
      `SELECT data FROM history.bar WHERE venue = $1 AND store_key = $2 AND from_ms <= $3 AND to_ms >= $4
       ORDER BY from_ms`,
      [venue, storeKey, to, from],
    );
    return rows
      .flatMap(({ data }) => decodeBlock(data as Uint8Array))
      .filter(({ t }) => t >= from && t <= to)
      .map(toVenueBar);
  }

  /** Lists bars page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page({ limit, cursor }: BarQuery): Promise<BarPage> {
    const [venue, storeKey, t] = cursor === undefined ? (['', '', -1] as const) : decodeBarCursor(cursor);
    const bars: BarOfSeries[] = [];
    let from: readonly [string, string, number] = [venue, storeKey, floorToBlock(t)];
    for (;;) {
      const rows = await this.#pool.ask(
        `SELECT venue, store_key, from_ms, asset, data FROM history.bar
         WHERE (venue, store_key, from_ms) >= ($1::text, $2::text, $3::bigint)
         ORDER BY venue, store_key, from_ms LIMIT $4`,
        [...from, BLOCKS_AT_ONCE],
      );
      for (const row of rows) {
        const key = {
          venue: row.venue as Recorder,
          storeKey: String(row.store_key),
          asset: String(row.asset),
        };
        const isBegun = key.venue === venue && key.storeKey === storeKey;
        for (const bar of decodeBlock(row.data as Uint8Array))
          if (!isBegun || bar.t > t) bars.push({ ...key, ...toVenueBar(bar) });
        from = [key.venue, key.storeKey, Number(row.from_ms) + 1];
      }
      if (bars.length > limit || rows.length < BLOCKS_AT_ONCE) break;
    }
    const { shown, nextCursor } = cutPage(bars, limit, (bar) =>
      encodeCursor('bar', [bar.venue, bar.storeKey, bar.t]),
    );
    return { bars: shown, nextCursor };
  }

  /** Stores imported bars of several series. @returns Number of hours that had no bar. */
  async join(bars: readonly BarOfSeries[]): Promise<number> {
    checkBars(bars);
    let added = 0;
    for (const some of groupBars(bars)) added += await this.put(some[0]!, some, true);
    return added;
  }

  /**
   * Stores bars of one series; imported ones only where the hour has none.
   *
   * @returns Number of hours that had no bar. @throws {RangeError} when a bar is impossible, before any is stored.
   */
  async put(
    { venue, storeKey, asset }: SeriesKey & { readonly asset: string },
    bars: readonly VenueBar[],
    isImported: boolean,
  ): Promise<number> {
    checkBars(bars);
    if (bars.length === 0) return 0;
    return this.#pool.transact(async (ask) => {
      // Without the lock, two processes could read the same block and lose each other's bars.
      await ask('LOCK TABLE history.bar IN SHARE ROW EXCLUSIVE MODE');
      let added = 0;
      for (const [fromMs, some] of Map.groupBy(bars, ({ t }) => floorToBlock(t))) {
        const [row] = await ask(
          'SELECT data FROM history.bar WHERE venue = $1 AND store_key = $2 AND from_ms = $3',
          [venue, storeKey, fromMs],
        );
        const joined = joinBars(
          row === undefined ? [] : decodeBlock(row.data as Uint8Array),
          some,
          isImported,
        );
        added += joined.added;
        await ask(
          `INSERT INTO history.bar (venue, store_key, from_ms, to_ms, asset, data) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (venue, store_key, from_ms) DO UPDATE SET to_ms = EXCLUDED.to_ms, data = EXCLUDED.data`,
          [venue, storeKey, fromMs, joined.all.at(-1)!.t, asset, encodeBlock(joined.all)],
        );
      }
      return added;
    });
  }
}
