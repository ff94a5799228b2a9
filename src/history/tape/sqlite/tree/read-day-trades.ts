import { DamagedBlockError } from '../../coding/bytes.ts';
import { decodeJournalTrades, splitJournal } from '../../coding/journal-row.ts';
import { countTrades, decodeTrades, type TradeRun } from '../../coding/trade-block.ts';
import { toValues } from '../../coding/trade-runs.ts';
import type { ReadTrade, TapeWindow } from '../../contract/tape-reader.ts';
import type { TapeDayQuery, TapeDayRead, TradeRows } from '../../contract/tape-tree-source.ts';
import type { FileView } from '../reading/tape-files.ts';
import { readTradeSettlement } from '../reading/trade-reading.ts';
import type { TapeRow } from '../schema.ts';
import type { DayMarket, DayView } from './day-view.ts';

/** Number of blocks that are read at once and are in memory together. */
const PAGE = 128;

/** Selection of the trades of some markets within a window. */
interface TradeBatch extends TapeWindow {
  readonly markets: readonly DayMarket[];
}

/**
 * Reads the rows of the trades of a day.
 *
 * @param maxTrades Approximate number of trades in memory.
 */
export function* readDayTrades(
  day: DayView,
  window: Pick<TapeDayQuery, 'fromMs' | 'toMs'>,
  maxTrades: number,
): Generator<TradeRows, TapeDayRead> {
  for (const batch of toBatches(day, window, maxTrades)) {
    const byAsset = readBatch(day, batch);
    const trades: ReadTrade[] = [];
    const assets: string[] = [];
    const ends: number[] = [];
    for (const { asset } of batch.markets) {
      const own = byAsset.get(asset);
      if (own === undefined) continue;
      for (const trade of own.sort((a, b) => a.t - b.t)) trades.push(trade);
      assets.push(asset);
      ends.push(trades.length);
    }
    if (trades.length > 0) yield { assets, ends, trades };
  }
  const seq = day.requireUnchanged();
  return { seq, damage: day.damage };
}

/** Groups adjacent markets with few trades, and divides one with many into several windows. */
function* toBatches(day: DayView, { fromMs, toMs }: TapeWindow, maxTrades: number): Generator<TradeBatch> {
  const counts = new Map(day.views.map((view) => [view, countByMarket(day, view, { fromMs, toMs })]));
  let markets: DayMarket[] = [];
  let total = 0;
  for (const market of day.listMarkets()) {
    const count = market.places.reduce(
      (sum, { view, number }) => sum + (counts.get(view)?.get(number) ?? 0),
      0,
    );
    if (count === 0) continue;
    if (markets.length > 0 && total + count > maxTrades) {
      yield { markets, fromMs, toMs };
      [markets, total] = [[], 0];
    }
    if (count <= maxTrades) {
      markets.push(market);
      total += count;
      continue;
    }
    const parts = Math.ceil(count / maxTrades);
    const width = Math.ceil((toMs - fromMs + 1) / parts);
    for (let from = fromMs; from <= toMs; from += width) {
      yield { markets: [market], fromMs: from, toMs: Math.min(toMs, from + width - 1) };
    }
  }
  if (markets.length > 0) yield { markets, fromMs, toMs };
}

function countByMarket(day: DayView, view: FileView, window: TapeWindow): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { place, ends, count } of listBlocks(day, view, window)) {
    try {
      for (const { market, trades } of count()) counts.set(market, (counts.get(market) ?? 0) + trades);
    } catch (error) {
      if (!(error instanceof DamagedBlockError)) throw error;
      day.note(`${place} of ${view.part.day}`, { asset: null, ...ends });
    }
  }
  return counts;
}

/** Reads the trades of a batch by asset; those of one part are in the order of arrival. */
function readBatch(day: DayView, { markets, fromMs, toMs }: TradeBatch): Map<string, ReadTrade[]> {
  const found = new Map<string, ReadTrade[]>();
  for (const view of day.views) {
    const assets = new Map(
      markets.flatMap(({ asset, places }) =>
        places.filter((place) => place.view === view).map(({ number }) => [number, asset] as const),
      ),
    );
    if (assets.size === 0) continue;
    const wanted = new Set(assets.keys());
    const settling = new Map(
      [...wanted].map((market) => [
        market,
        day.read(view, (file) => readTradeSettlement(file, market)) ?? (() => null),
      ]),
    );
    for (const { place, ends, decode } of listBlocks(day, view, { fromMs, toMs }, wanted)) {
      let runs: readonly TradeRun[] = [];
      try {
        runs = decode(wanted);
      } catch (error) {
        if (!(error instanceof DamagedBlockError)) throw error;
        day.note(`${place} of ${view.part.day}`, { asset: null, ...ends });
      }
      for (const { market, ...trade } of runs.flatMap(toValues)) {
        if (trade.t < fromMs || trade.t > toMs) continue;
        const asset = assets.get(market)!;
        const settled = settling.get(market)!(trade.t, trade.id);
        const known = found.get(asset);
        if (known === undefined) found.set(asset, [{ ...trade, settled }]);
        else known.push({ ...trade, settled });
      }
    }
  }
  return found;
}

interface StoredTrades {
  readonly place: string;
  /** First and last time of its trades, epoch ms; null when unknown. */
  readonly ends: { readonly fromMs: number | null; readonly toMs: number | null };
  readonly decode: (wanted: ReadonlySet<number>) => readonly TradeRun[];
  readonly count: () => readonly { readonly market: number; readonly trades: number }[];
}

/** Lists the blocks that may have trades of a window and of some markets, then the rows of the journal. */
function* listBlocks(
  day: DayView,
  view: FileView,
  { fromMs, toMs }: TapeWindow,
  wanted?: ReadonlySet<number>,
): Generator<StoredTrades> {
  const [low, high] =
    wanted === undefined
      ? [0, Number.MAX_SAFE_INTEGER]
      : [[...wanted].reduce((a, b) => Math.min(a, b)), [...wanted].reduce((a, b) => Math.max(a, b))];
  const page = (sql: string, ...values: number[]) =>
    day.read(view, (file) => file.rows.all(sql, ...values)) ?? [];
  for (let id = 0; ; ) {
    const rows = page(
      `SELECT id, from_ms, to_ms, data FROM trade_block
       WHERE id > ? AND last >= ? AND first <= ? AND to_ms >= ? AND from_ms <= ? ORDER BY id LIMIT ${PAGE}`,
      id,
      low,
      high,
      fromMs,
      toMs,
    );
    for (const row of rows) {
      const baseMs = Number(row.from_ms);
      yield {
        place: `row ${row.id} of trade_block`,
        ends: { fromMs: baseMs, toMs: Number(row.to_ms) },
        decode: (some) => decodeTrades(toBytes(row), baseMs, some),
        count: () => countTrades(toBytes(row), baseMs),
      };
    }
    if (rows.length < PAGE) break;
    id = Number(rows.at(-1)?.id);
  }
  for (let id = 0; ; ) {
    const rows = page(`SELECT id, from_ms, data FROM journal WHERE id > ? ORDER BY id LIMIT ${PAGE}`, id);
    for (const row of rows) {
      const baseMs = Number(row.from_ms);
      yield {
        place: `row ${row.id} of journal`,
        ends: { fromMs: null, toMs: null },
        decode: (some) => decodeJournalTrades(toBytes(row), baseMs, some),
        count: () => {
          const { trades } = splitJournal(toBytes(row));
          return trades.length === 0 ? [] : countTrades(trades, baseMs);
        },
      };
    }
    if (rows.length < PAGE) break;
    id = Number(rows.at(-1)?.id);
  }
}

function toBytes(row: TapeRow): Uint8Array {
  const data: unknown = row.data;
  if (!(data instanceof Uint8Array)) throw new DamagedBlockError('a row has no data');
  return data;
}
