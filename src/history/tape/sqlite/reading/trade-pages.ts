import type { MarketKey } from '../../../contract/series.ts';
import { toDay } from '../../books/day-batch.ts';
import type { ReadTrade, TapePosition, TradePage, TradeQuery } from '../../contract/tape-reader.ts';
import { findMarket } from './span-rows.ts';
import type { TapeFiles } from './tape-files.ts';
import { readFileTrades } from './trade-reading.ts';

/** Reads a page of trades, day by day until the page is full. */
export function readTradePage(files: TapeFiles, key: MarketKey, query: TradeQuery): TradePage {
  const { order, limit, after } = query;
  const fromMs = order === 'oldest' ? Math.max(query.fromMs, after?.t ?? query.fromMs) : query.fromMs;
  const toMs = order === 'newest' ? Math.min(query.toMs, after?.t ?? query.toMs) : query.toMs;
  const [first, last] = [toDay(fromMs), toDay(toMs)];
  const parts = files.list().filter(({ day }) => day >= first && day <= last);
  const byDay = [...Map.groupBy(parts, ({ day }) => day).values()];
  const found: RankedTrade[] = [];
  for (const day of order === 'newest' ? byDay.toReversed() : byDay) {
    // The trades of several parts of one day must be merged, so each part is read completely.
    const wish = day.length > 1 ? null : { order, count: limit, besidesMs: after?.t ?? null };
    const trades = day.flatMap((part) => {
      const read = files.read(part, (file) => {
        const market = findMarket(file, key);
        if (market === null) return [];
        return readFileTrades(file, market, { window: { fromMs, toMs }, wish });
      });
      return read.is === 'read' ? read.result : [];
    });
    const ranked = rank(day.length > 1 ? trades.sort((a, b) => a.t - b.t) : trades);
    for (const one of order === 'newest' ? ranked.reverse() : ranked) {
      if (after !== undefined && !isBehind(one, after, order)) continue;
      found.push(one);
      if (found.length > limit) return toPage(found, query);
    }
  }
  return toPage(found, query);
}

/** A trade, and the number of trades of the same time before it. */
interface RankedTrade {
  readonly trade: ReadTrade;
  readonly rank: number;
}

function rank(trades: readonly ReadTrade[]): RankedTrade[] {
  let [t, count] = [Number.NaN, 0];
  return trades.map((trade) => {
    count = trade.t === t ? count + 1 : 0;
    ({ t } = trade);
    return { trade, rank: count };
  });
}

/** Whether a trade comes after a position, in the order of the query. */
function isBehind(
  { trade, rank: own }: RankedTrade,
  { t, rank: passed }: TapePosition,
  order: TradeQuery['order'],
) {
  if (trade.t !== t) return true;
  return order === 'oldest' ? own >= passed : own < passed;
}

function toPage(found: readonly RankedTrade[], { limit, order }: TradeQuery): TradePage {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next =
    found.length > limit && last !== undefined
      ? { t: last.trade.t, rank: order === 'oldest' ? last.rank + 1 : last.rank }
      : null;
  return { trades: shown.map(({ trade }) => trade), next };
}
