import { DAY_MS } from '../../src/domain/index.ts';
import { unit } from './random.ts';

/** Widths of the waves, from seconds to weeks, in ms. Their heights grow with the root of the width. */
const WIDTHS = [7_000, 47_000, 311_000, 2_003_000, 13_001_000, 86_413_000, 604_801_000, 2_419_213_000];
const HEIGHTS = WIDTHS.map((width) => Math.sqrt(width / 86_400_000));

/**
 * A wandering value that is a function of key and time alone, so that history and live agree and
 * nothing is stored. In units of one day's standard move; smooth within seconds.
 */
export function noise(key: number, t: number): number {
  let sum = 0;
  for (let wave = 0; wave < WIDTHS.length; wave++) {
    const at = t / WIDTHS[wave]!;
    const index = Math.floor(at);
    const left = unit(key + wave, index);
    const right = unit(key + wave, index + 1);
    const x = at - index;
    const ease = x * x * (3 - 2 * x);
    sum += (left + (right - left) * ease - 0.5) * 2 * HEIGHTS[wave]!;
  }
  return sum;
}

/** The standard normal distribution function, to about 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * Math.exp((-x * x) / 2) * poly;
  return x >= 0 ? 1 - tail : tail;
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * Computes the probability of a price above a strike: a log-normal walk with the standard move of the perps of this
 * world.
 */
export function aboveProbability(price: number, strike: number, leftMs: number): number {
  const spread = 0.025 * Math.sqrt(Math.max(leftMs, 5_000) / DAY_MS);
  return normalCdf(Math.log(price / strike) / spread);
}
