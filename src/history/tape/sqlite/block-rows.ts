import { encodePlanned } from '../coding/book-block.ts';
import { PAIR } from '../coding/frame-log.ts';
import type { PlannedRun } from '../coding/planned-runs.ts';
import { encodeTrades, type TradeRun } from '../coding/trade-block.ts';
import type { DayFileRows } from './day-file-rows.ts';

const BLOCK_CHANGES = 8_192;

const BLOCK_TRADES = 1_024;

interface BlockRow {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly fromMs: number;
  readonly changes: number;
  readonly data: Uint8Array;
}

/** Encodes runs of books as the row of a block. */
export function toBlockRow(
  runs: readonly PlannedRun[],
  { n, baseMs }: { n: number; baseMs: number },
): BlockRow {
  let fromMs = Number.POSITIVE_INFINITY;
  let changes = 0;
  for (const run of runs) {
    const first = run.to > run.from ? run.columns.times[run.order[run.from]!]! : Number.POSITIVE_INFINITY;
    fromMs = Math.min(fromMs, first, run.whole?.beginMs ?? Number.POSITIVE_INFINITY);
    changes += run.changes;
  }
  const [from, to] = [runs[0]!.market, runs.at(-1)!.market];
  return { n, from, to, fromMs, changes, data: encodePlanned(runs, baseMs) };
}

/** Numbers the blocks of a slice that begin with the same market. */
export function numberBlocks(blocks: readonly PlannedRun[][]): { runs: PlannedRun[]; n: number }[] {
  const seen = new Map<number, number>();
  return blocks.map((runs) => {
    const first = runs[0]!.market;
    const n = seen.get(first) ?? 0;
    seen.set(first, n + 1);
    return { runs, n };
  });
}

/** Divides runs of books into blocks with about equal numbers of changes; a run is never divided. */
export function splitByChanges(runs: readonly PlannedRun[]): PlannedRun[][] {
  const blocks: PlannedRun[][] = [];
  let changes = 0;
  for (const run of runs) {
    const levels = ((run.whole?.bids.length ?? 0) + (run.whole?.asks.length ?? 0)) / PAIR;
    const size = run.changes + levels;
    if (blocks.length === 0 || changes + size > BLOCK_CHANGES) {
      blocks.push([]);
      changes = 0;
    }
    blocks.at(-1)!.push(run);
    changes += size;
  }
  return blocks;
}

/** Divides runs of trades into blocks with equal numbers of trades; a run may be divided. */
export function splitByTrades(runs: readonly TradeRun[]): TradeRun[][] {
  const blocks: TradeRun[][] = [];
  let room = 0;
  for (const run of runs) {
    for (let at = 0; at < run.trades.length; ) {
      if (room === 0) {
        blocks.push([]);
        room = BLOCK_TRADES;
      }
      const trades = run.trades.slice(at, at + room);
      blocks.at(-1)!.push({ ...run, trades });
      at += trades.length;
      room -= trades.length;
    }
  }
  return blocks;
}

/** Inserts the row of a block of trades. */
export function addTradeBlock(rows: DayFileRows, runs: readonly TradeRun[]): void {
  const times = runs.flatMap(({ trades }) => trades.map(({ t }) => t));
  const fromMs = times.reduce((a, b) => Math.min(a, b));
  const toMs = times.reduce((a, b) => Math.max(a, b));
  const [first, last] = [runs[0]!.market, runs.at(-1)!.market];
  rows.run(
    'INSERT INTO trade_block (from_ms, to_ms, first, last, trades, data) VALUES (?, ?, ?, ?, ?, ?)',
    fromMs,
    toMs,
    first,
    last,
    times.length,
    encodeTrades(runs, fromMs),
  );
}
