import type { BookRun } from '../coding/book-block.ts';
import type { TradeRun } from '../coding/trade-block.ts';

/** A run holds at most so many changes behind its book. */
export const RUN_CHANGES = 4_096;

/**
 * Runs of the rows of a journal as those of a slice: by market, those of one market joined where nothing comes between.
 *
 * @param rows Runs of each row, oldest row first.
 */
export function joinBookRuns(rows: readonly (readonly BookRun[])[]): BookRun[] {
  const byMarket = Map.groupBy(rows.flat(), ({ market }) => market);
  return [...byMarket]
    .sort(([a], [b]) => a - b)
    .flatMap(([, runs]) =>
      groupJoinable(runs).map((group) => (group.length === 1 ? group[0]! : joinGroup(group))),
    );
}

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

function groupJoinable(runs: readonly BookRun[]): BookRun[][] {
  const groups: BookRun[][] = [];
  let changes = 0;
  for (const run of runs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isJoinable =
      group !== undefined &&
      last !== undefined &&
      run.whole === null &&
      run.priceDecimals === last.priceDecimals &&
      run.sizeDecimals === last.sizeDecimals &&
      (last.times.length === 0 || (run.venueTimes === null) === (last.venueTimes === null)) &&
      changes + run.prices.length <= RUN_CHANGES;
    if (isJoinable) group.push(run);
    else groups.push([run]);
    changes = (isJoinable ? changes : 0) + run.prices.length;
  }
  return groups;
}

function joinGroup(runs: readonly BookRun[]): BookRun {
  const [first] = runs as [BookRun];
  const withFrames = runs.filter(({ times }) => times.length > 0);
  const hasVenueTimes = withFrames.length > 0 && withFrames.every(({ venueTimes }) => venueTimes !== null);
  return {
    ...{ market: first.market, priceDecimals: first.priceDecimals, sizeDecimals: first.sizeDecimals },
    whole: first.whole,
    times: joinColumns(
      Float64Array,
      withFrames.map(({ times }) => times),
    ),
    venueTimes: hasVenueTimes
      ? joinColumns(
          Float64Array,
          withFrames.map(({ venueTimes }) => venueTimes!),
        )
      : null,
    counts: joinColumns(
      Uint32Array,
      withFrames.map(({ counts }) => counts),
    ),
    sides: joinColumns(
      Uint8Array,
      withFrames.map(({ sides }) => sides),
    ),
    prices: joinColumns(
      Float64Array,
      withFrames.map(({ prices }) => prices),
    ),
    sizes: joinColumns(
      Float64Array,
      withFrames.map(({ sizes }) => sizes),
    ),
  };
}

type Column = Float64Array | Uint32Array | Uint8Array;

function joinColumns<T extends Column>(kind: new (length: number) => T, parts: readonly T[]): T {
  const joined = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
