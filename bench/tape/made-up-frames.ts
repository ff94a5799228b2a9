import type { BookRun } from '../../src/history/tape/coding/book-run.ts';
import { ALL_LEVELS, CHANGE, type TapeFrames, WHOLE } from '../../src/history/tape/contract/tape-frames.ts';

interface Frame {
  readonly run: BookRun;
  readonly isWhole: boolean;
  readonly t: number;
  readonly venueTime: number;
  readonly start: number;
  readonly end: number;
}

/** Runs of one second as frames of all markets in the order of time, whole books first. */
export function toFrames(runs: readonly BookRun[]): TapeFrames {
  const frames: Frame[] = [];
  for (const run of runs) {
    if (run.whole !== null) {
      const { beginMs, venueMs, bids, asks } = run.whole;
      const end = bids.prices.length + asks.prices.length;
      frames.push({ run, isWhole: true, t: beginMs, venueTime: venueMs ?? Number.NaN, start: 0, end });
    }
    let start = 0;
    for (const [i, t] of run.times.entries()) {
      const end = start + run.counts[i]!;
      frames.push({ run, isWhole: false, t, venueTime: run.venueTimes![i]!, start, end });
      start = end;
    }
  }
  frames.sort((a, b) => a.t - b.t);
  const rows = frames.reduce((sum, { start, end }) => sum + end - start, 0);
  const sides = new Uint8Array(rows);
  const prices = new Float64Array(rows);
  const sizes = new Float64Array(rows);
  let at = 0;
  for (const { run, isWhole, start, end } of frames) {
    const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
    const bids = run.whole?.bids.prices.length ?? 0;
    for (let i = start; i < end; i++, at++) {
      const isBid = i < bids;
      const levels = isBid ? run.whole?.bids : run.whole?.asks;
      const place = isBid ? i : i - bids;
      sides[at] = isWhole ? (isBid ? 0 : 1) : run.sides[i]!;
      prices[at] = (isWhole ? levels!.prices[place]! : run.prices[i]!) / priceUnit;
      sizes[at] = (isWhole ? levels!.sizes[place]! : run.sizes[i]!) / sizeUnit;
    }
  }
  return {
    markets: Uint32Array.from(frames, ({ run }) => run.market),
    kinds: Uint8Array.from(frames, ({ isWhole }) => (isWhole ? WHOLE : CHANGE)),
    times: Float64Array.from(frames, ({ t }) => t),
    venueTimes: Float64Array.from(frames, ({ venueTime }) => venueTime),
    details: new Int32Array(frames.length).fill(ALL_LEVELS),
    counts: Uint32Array.from(frames, ({ start, end }) => end - start),
    sides,
    prices,
    sizes,
  };
}
