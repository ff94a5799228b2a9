import { countBitLength, GROUP, zigzag } from './bit-packing.ts';

/**
 * Degree of the differences that turn values into residuals: 0 unchanged, 1 differences, 2 differences of differences.
 */
export type Degree = 0 | 1 | 2;

/** Bound of residuals, so that zigzag coding, which doubles them, is exact in a double. */
const RESIDUAL_LIMIT = 2 ** 51;

/** Number of sampled residuals; their median is the reference. */
const SAMPLES = 33;

export interface Residuals {
  readonly degree: Degree;
  /** First values, from which the sums start: `degree` of them, fewer in a shorter column. */
  readonly head: readonly number[];
  /** Typical residual, which is subtracted from every residual. */
  readonly reference: number;
  readonly length: number;
  /** Zigzag codes of the residuals; `length` of them. Valid until the next call. */
  readonly codes: Float64Array;
  /** Number of bits of all packed groups. */
  readonly bits: number;
}

let first = new Float64Array(0);
let second = new Float64Array(0);
let codes = new Float64Array(0);
const sample = new Float64Array(SAMPLES + 1);

/**
 * Computes the residuals of the degree that takes the fewest bits.
 *
 * @param values Whole numbers between -2^53 and 2^53.
 * @returns Null when the numbers are too far apart to be exact.
 */
export function findBestResiduals(values: Float64Array): Residuals | null {
  const n = values.length;
  if (first.length < n) {
    first = new Float64Array(n);
    second = new Float64Array(n);
    codes = new Float64Array(n);
  }
  let best = candidate(0, values, n);
  if (n > 1 && best?.bits !== 0) {
    for (let i = 1; i < n; i++) first[i - 1] = values[i]! - values[i - 1]!;
    best = better(best, candidate(1, first, n - 1));
    if (n > 2 && best?.bits !== 0) {
      for (let i = 1; i < n - 1; i++) second[i - 1] = first[i]! - first[i - 1]!;
      best = better(best, candidate(2, second, n - 2));
    }
  }
  if (best === null) return null;

  const { degree, residuals, length, reference, bits } = best;
  for (let i = 0; i < length; i++) codes[i] = zigzag(residuals[i]! - reference);
  const head = degree === 0 ? [] : degree === 1 ? [values[0]!] : [values[0]!, first[0]!];
  return { degree, head, reference, length, codes, bits };
}

interface Candidate {
  readonly degree: Degree;
  readonly residuals: Float64Array;
  readonly length: number;
  readonly reference: number;
  readonly bits: number;
}

function better(a: Candidate | null, b: Candidate | null): Candidate | null {
  if (a === null || b === null) return a ?? b;
  return b.bits < a.bits ? b : a;
}

function candidate(degree: Degree, residuals: Float64Array, length: number): Candidate | null {
  const reference = typical(residuals, length);
  let bits = 0;
  for (let start = 0; start < length; start += GROUP) {
    const end = Math.min(start + GROUP, length);
    let low = residuals[start]!;
    let high = low;
    for (let i = start + 1; i < end; i++) {
      const residual = residuals[i]!;
      if (residual < low) low = residual;
      if (residual > high) high = residual;
    }
    const most = Math.max(zigzag(low - reference), zigzag(high - reference));
    if (most >= 2 * RESIDUAL_LIMIT) return null;
    bits += countBitLength(most) * (end - start);
  }
  return { degree, residuals, length, reference, bits };
}

/** Returns the median of a sample, which outliers do not affect and which is cheap to compute. */
function typical(residuals: Float64Array, length: number): number {
  if (length === 0) return 0;
  const step = Math.max(1, Math.ceil(length / SAMPLES));
  let count = 0;
  for (let i = 0; i < length; i += step) sample[count++] = residuals[i]!;
  return sample.subarray(0, count).sort()[count >> 1]!;
}
