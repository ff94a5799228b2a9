import { type DepthNearMid, type DistanceUnit, depthNearMid } from '../../../../analytics/index.ts';
import { SECOND_MS } from '../../../../domain/index.ts';
import type { MarketKey } from '../../../../history/contract/series.ts';
import type { TapeReader, TapeWindow } from '../../../../history/tape/contract/tape-reader.ts';
import { type PreparedBody, prepareObject } from '../../prepared-body.ts';
import { showCoverage } from './shown-coverage.ts';

/** Window and buckets of a request for spread and depth, and the members that the response starts with. */
export interface BookDepthInput {
  readonly key: MarketKey;
  readonly window: TapeWindow;
  readonly bucketMs: number;
  /** Distances from the mid within which depth is summed. */
  readonly within: readonly number[];
  readonly unit: DistanceUnit;
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  readonly head: object;
}

/** Prepares spread and depth near the mid for each bucket, from the book at each full second. */
export async function prepareBookDepth(tape: TapeReader, input: BookDepthInput): Promise<PreparedBody> {
  const { key, window, bucketMs, within, unit, exclusion, head } = input;
  const buckets: DepthBucket[] = [];
  let depth: DepthNearMid | null | undefined;
  await tape.visitBooks(key, { ...window, everyMs: SECOND_MS }, (view) => {
    const { t, bids, asks, everyMs, isSame } = view;
    if (!isSame) depth = undefined;
    // A sampled book has one state per step.
    if (everyMs > 0 && t % everyMs !== 0) return true;
    if (depth === undefined) depth = depthNearMid(bids, asks, within, unit);
    if (depth === null) return true;
    const begin = Math.floor(t / bucketMs) * bucketMs;
    let bucket = buckets.at(-1);
    if (bucket?.t !== begin) {
      bucket = new DepthBucket(begin, within.length);
      buckets.push(bucket);
    }
    bucket.add(depth);
    return true;
  });
  const coverage = await tape.readBookCoverage(key, window);
  return prepareObject({
    ...head,
    ...window,
    bucketMs,
    within,
    count: buckets.length,
    buckets: buckets.map((bucket) => bucket.show()),
    truncated: false,
    nextCursor: null,
    coverage: showCoverage(coverage, exclusion),
    whyNull: {},
  });
}

/** Sums of one bucket, over the seconds in which both sides had a level. */
class DepthBucket {
  readonly t: number;
  #seconds = 0;
  readonly #spread = { min: Number.POSITIVE_INFINITY, sum: 0, max: Number.NEGATIVE_INFINITY };
  readonly #bids: Float64Array;
  readonly #asks: Float64Array;
  readonly #imbalance: Float64Array;
  /** Number of seconds with resting orders within each distance. */
  readonly #resting: Uint32Array;

  constructor(t: number, distances: number) {
    this.t = t;
    this.#bids = new Float64Array(distances);
    this.#asks = new Float64Array(distances);
    this.#imbalance = new Float64Array(distances);
    this.#resting = new Uint32Array(distances);
  }

  add({ spread, bidUsd, askUsd }: DepthNearMid): void {
    this.#seconds++;
    this.#spread.min = Math.min(this.#spread.min, spread);
    this.#spread.max = Math.max(this.#spread.max, spread);
    this.#spread.sum += spread;
    for (let i = 0; i < bidUsd.length; i++) {
      const [bid, ask] = [bidUsd[i]!, askUsd[i]!];
      this.#bids[i]! += bid;
      this.#asks[i]! += ask;
      if (bid + ask <= 0) continue;
      this.#imbalance[i]! += (bid - ask) / (bid + ask);
      this.#resting[i]!++;
    }
  }

  show() {
    const seconds = this.#seconds;
    const toMean = (sum: number) => sum / seconds;
    return {
      t: this.t,
      seconds,
      spread: { min: this.#spread.min, mean: toMean(this.#spread.sum), max: this.#spread.max },
      bidUsd: Array.from(this.#bids, toMean),
      askUsd: Array.from(this.#asks, toMean),
      imbalance: Array.from(this.#imbalance, (sum, i) =>
        this.#resting[i] === 0 ? null : sum / this.#resting[i]!,
      ),
    };
  }
}
