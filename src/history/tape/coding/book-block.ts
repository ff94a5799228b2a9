import {
  type BookLevels,
  type BookRun,
  HAS_NO_VENUE_TIME,
  HAS_WHOLE,
  LAYOUT,
  type MarketChoice,
} from './book-run.ts';
import { VarintWriter } from './bytes.ts';
import { joinColumns, type TapeCompression } from './columns.ts';
import { type LevelPairs, PAIR } from './frame-log.ts';
import { OpenBlock } from './open-block.ts';
import type { PlannedRun } from './planned-runs.ts';
import { RunWriter } from './run-writer.ts';

/** Estimated size of a run in the head, which few exceed. */
const HEAD_BYTES = 24;

/**
 * Encodes runs as a block: ordered by market number, then by time.
 *
 * @param baseMs Time from which the times of the block are counted, epoch ms.
 */
export function encodeBooks(
  runs: readonly BookRun[],
  baseMs: number,
  compression?: TapeCompression,
): Uint8Array {
  return encodePlanned(runs.map(toPlanned), baseMs, compression);
}

/** Encodes planned runs, whose frames are among those of all markets, as {@link encodeBooks} does. */
export function encodePlanned(
  runs: readonly PlannedRun[],
  baseMs: number,
  compression?: TapeCompression,
): Uint8Array {
  const writer = new RunWriter(runs.reduce((sum, { changes }) => sum + changes, 0));
  const { columns } = writer;
  const steps = new Float64Array(runs.length);
  const ends = columns.map(() => new Float64Array(runs.length));
  for (let i = 0; i < runs.length; i++) {
    steps[i] = writer.write(runs[i]!, baseMs);
    for (let column = 0; column < columns.length; column++) ends[column]![i] = columns[column]!.length;
  }
  const head = writeHead(runs, { steps, ends, baseMs });
  return joinColumns([head, ...columns.map((column) => column.bytes())], baseMs, compression);
}

/**
 * Decodes the runs of a block.
 *
 * @param only Numbers of the markets to decode. Default: all.
 * @throws {DamagedBlockError} when the bytes are damaged.
 */
export function decodeBooks(data: Uint8Array, baseMs: number, only?: MarketChoice): BookRun[] {
  return new OpenBlock(data, baseMs).readRuns(only);
}

/** Reads the market and the number of changes of each run, from the head of a block only. @throws {DamagedBlockError} */
export function countBookChanges(
  data: Uint8Array,
  baseMs: number,
): readonly { readonly market: number; readonly changes: number }[] {
  return new OpenBlock(data, baseMs).countChanges();
}

function writeHead(
  runs: readonly PlannedRun[],
  { steps, ends, baseMs }: { steps: Float64Array; ends: readonly Float64Array[]; baseMs: number },
): Uint8Array {
  const head = new VarintWriter(64 + HEAD_BYTES * runs.length);
  head.varint(LAYOUT);
  head.varint(runs.length);
  let market = 0;
  for (const run of runs) {
    head.varint(run.market - market);
    ({ market } = run);
  }
  for (const { whole, hasVenueTimes } of runs)
    head.varint((whole === null ? 0 : HAS_WHOLE) + (hasVenueTimes ? 0 : HAS_NO_VENUE_TIME));
  for (const { changes } of runs) head.varint(changes);
  for (const { priceDecimals } of runs) head.varint(priceDecimals);
  for (const { sizeDecimals } of runs) head.varint(sizeDecimals);
  for (let i = 0; i < runs.length; i++) head.varint(steps[i]!);
  const books = runs.flatMap(({ whole }) => whole ?? []);
  for (const { beginMs } of books) head.varint(beginMs - baseMs);
  for (const { beginMs, bookMs } of books) head.varint(beginMs - bookMs);
  for (const { bookMs, venueMs } of books) head.optional(venueMs === null ? null : bookMs - venueMs);
  for (const { bids } of books) head.varint(bids.length / PAIR);
  for (const { asks } of books) head.varint(asks.length / PAIR);
  if (runs.length > 1)
    for (const column of ends)
      for (let i = 0; i < runs.length; i++) head.varint(column[i]! - (column[i - 1] ?? 0));
  return head.bytes();
}

/** Converts a single run, whose prices and sizes are units already, to a planned run. */
function toPlanned(run: BookRun): PlannedRun {
  const { market, priceDecimals, sizeDecimals, whole, times, counts, sides, prices, sizes } = run;
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) starts[i + 1] = starts[i]! + counts[i]!;
  const venueTimes = run.venueTimes ?? new Float64Array(times.length).fill(Number.NaN);
  return {
    market,
    priceDecimals,
    sizeDecimals,
    priceUnits: 1,
    sizeUnits: 1,
    whole: whole === null ? null : { ...whole, bids: toPairs(whole.bids), asks: toPairs(whole.asks) },
    columns: { times, venueTimes, starts, sides, prices, sizes },
    order: Uint32Array.from(times, (_, i) => i),
    from: 0,
    to: times.length,
    changes: prices.length,
    hasVenueTimes: run.venueTimes !== null,
  };
}

function toPairs({ prices, sizes }: BookLevels): LevelPairs {
  const pairs = new Float64Array(PAIR * prices.length);
  for (let i = 0; i < prices.length; i++) {
    pairs[PAIR * i] = prices[i]!;
    pairs[PAIR * i + 1] = sizes[i]!;
  }
  return pairs;
}
