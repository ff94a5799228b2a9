import Big from 'big.js';
import type { TapeTrade, TradeRun } from './trade-block.ts';
import { findDecimals, Scale, toUnits } from './units.ts';

/** Number of decimals to which a price or size that is no short decimal, such as a quotient, is rounded. */
const PRICE_DECIMALS = 12;
const SIZE_DECIMALS = 8;
const HALF_EVEN = 2;

/** Trade with price and size of the venue instead of units. */
export interface ValuedTrade extends TapeTrade {
  /** Number of the market in its file. */
  readonly market: number;
}

/** Rounds price and size as they are stored; null when they cannot be stored. */
export function roundTrade(price: number, size: number): { price: number; size: number } | null {
  if (!(price > 0 && size > 0 && Number.isFinite(price) && Number.isFinite(size))) return null;
  const rounded = { price: roundValue(price, PRICE_DECIMALS), size: roundValue(size, SIZE_DECIMALS) };
  const areStorable = findDecimals(rounded.price) !== -1 && findDecimals(rounded.size) !== -1;
  return areStorable && rounded.price > 0 && rounded.size > 0 ? rounded : null;
}

/**
 * Divides trades into the runs of a block: by market, then by `t`, then by arrival. A run ends before a trade that
 * shares no units with it.
 */
export function toTradeRuns(trades: readonly ValuedTrade[]): TradeRun[] {
  const byMarket = [...Map.groupBy(trades, ({ market }) => market)].sort(([a], [b]) => a - b);
  return byMarket.flatMap(([market, ofMarket]) => {
    const inOrder = ofMarket.toSorted((a, b) => a.t - b.t);
    return splitByUnits(inOrder).map((run) => toRun(market, run));
  });
}

/** Joins the runs of several blocks into the runs of one block. */
export function joinTradeRuns(rows: readonly (readonly TradeRun[])[]): TradeRun[] {
  return toTradeRuns(rows.flat().flatMap(toValues));
}

/** Converts the trades of a run from units to prices and sizes. */
export function toValues(run: TradeRun): ValuedTrade[] {
  const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
  const { market } = run;
  return run.trades.map((trade) => ({
    ...trade,
    market,
    price: trade.price / priceUnit,
    size: trade.size / sizeUnit,
  }));
}

interface ScaledTrades {
  readonly prices: Scale;
  readonly sizes: Scale;
  readonly trades: ValuedTrade[];
}

function splitByUnits(trades: readonly ValuedTrade[]): ScaledTrades[] {
  const runs: ScaledTrades[] = [];
  for (const trade of trades) {
    const last = runs.at(-1);
    if (last?.prices.add(trade.price) && last.sizes.add(trade.size)) {
      last.trades.push(trade);
      continue;
    }
    const next = { prices: new Scale(), sizes: new Scale(), trades: [trade] };
    next.prices.add(trade.price);
    next.sizes.add(trade.size);
    runs.push(next);
  }
  return runs;
}

function toRun(market: number, { prices, sizes, trades }: ScaledTrades): TradeRun {
  const [priceDecimals, sizeDecimals] = [prices.decimals, sizes.decimals];
  return {
    market,
    priceDecimals,
    sizeDecimals,
    trades: trades.map(({ market: _, ...trade }) => ({
      ...trade,
      price: toUnits(trade.price, priceDecimals),
      size: toUnits(trade.size, sizeDecimals),
    })),
  };
}

function roundValue(value: number, decimals: number): number {
  const needed = findDecimals(value);
  return needed !== -1 && needed <= decimals ? value : Number(new Big(value).round(decimals, HALF_EVEN));
}
