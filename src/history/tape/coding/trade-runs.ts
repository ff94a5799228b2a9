import type { TradeRun } from './trade-block.ts';

/** Runs of trades as those of one block: by market, `t`, then arrival. */
export function joinTradeRuns(rows: readonly (readonly TradeRun[])[]): TradeRun[] {
  const byMarket = Map.groupBy(rows.flat(), ({ market }) => market);
  return [...byMarket]
    .sort(([a], [b]) => a - b)
    .map(([market, runs]) => {
      const priceDecimals = Math.max(...runs.map((run) => run.priceDecimals));
      const sizeDecimals = Math.max(...runs.map((run) => run.sizeDecimals));
      const trades = runs.flatMap((run) =>
        run.trades.map((trade) => ({
          ...trade,
          price: trade.price * 10 ** (priceDecimals - run.priceDecimals),
          size: trade.size * 10 ** (sizeDecimals - run.sizeDecimals),
        })),
      );
      return { market, priceDecimals, sizeDecimals, trades: trades.sort((a, b) => a.t - b.t) };
    });
}
