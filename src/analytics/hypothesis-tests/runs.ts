import { normalTwoSided } from '../numerics/special-functions.ts';
import type { Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Minimum number of non-zero returns for the runs test. */
export const MIN_RUNS_RETURNS = 10;

/** Result of the test whether the signs of the returns are in random order. */
export interface RunsTest {
  readonly z: number;
  readonly p: number;
  readonly runs: number;
  readonly nPos: number;
  readonly nNeg: number;
  readonly reject: boolean;
}

/**
 * Runs test of Wald and Wolfowitz on the signs of the returns that are not zero.
 *
 *     mu = 1 + 2 n1 n2 / N;   v = 2 n1 n2 (2 n1 n2 - N) / (N^2 (N - 1));   z = (runs - mu) / sqrt(v)
 *
 * Counting unchanged bars as rises would create long runs and always reject on tick data. No continuity
 * correction, as R `tseries::runs.test`.
 *
 * @returns null below ten non-zero returns or without both signs.
 *
 * Source: A. Wald and J. Wolfowitz, Annals of Mathematical Statistics 11, 1940.
 */
export function runs({ returns }: Series): RunsTest | null {
  let nPos = 0;
  let nNeg = 0;
  let count = 0;
  let before = 0;
  for (let i = 0; i < returns.length; i++) {
    const sign = Math.sign(returns[i]!);
    if (sign === 0) continue;
    if (sign > 0) nPos++;
    else nNeg++;
    if (sign !== before) count++;
    before = sign;
  }
  const signed = nPos + nNeg;
  if (signed < MIN_RUNS_RETURNS || nPos === 0 || nNeg === 0) return null;

  const product = 2 * nPos * nNeg;
  const expected = 1 + product / signed;
  const variance = (product * (product - signed)) / (signed ** 2 * (signed - 1));
  const z = (count - expected) / Math.sqrt(variance);
  const p = normalTwoSided(z);
  return { z, p, runs: count, nPos, nNeg, reject: p < SIGNIFICANCE };
}
