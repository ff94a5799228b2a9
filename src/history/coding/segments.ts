import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type Effort, readIntegers, writeIntegers } from './integers.ts';
import { findBestResiduals } from './residuals.ts';
import { Scratch } from './scratch.ts';

/** Number of values of each piece in a column, each greater than zero. */
export type Counts = Float64Array;

const PLAIN = 0;
const HEADS_AND_STEPS = 1;

const ofHeads = new Scratch();
const ofSteps = new Scratch();

/**
 * Writes the whole numbers of several pieces, one piece after the other.
 *
 * Differences between pieces would be large. So if differences are smaller than the values, the first value of each
 * piece is stored in one column and the differences within pieces in another.
 *
 * @returns False, with nothing written, when the numbers are too far apart to be exact.
 */
export function writeSegments(
  out: ByteWriter,
  values: Float64Array,
  counts: Counts,
  effort: Effort = 'small',
): boolean {
  if (counts.length === 1) return writeIntegers(out, values, effort);
  const start = out.length;
  const { heads, steps } = split(values, counts);
  const plainBits = findBestResiduals(values)?.bits ?? Number.POSITIVE_INFINITY;
  const headBits = findBestResiduals(heads)?.bits ?? Number.POSITIVE_INFINITY;
  const stepBits = findBestResiduals(steps)?.bits ?? Number.POSITIVE_INFINITY;
  const isSplit = headBits + stepBits < plainBits;
  out.u8(isSplit ? HEADS_AND_STEPS : PLAIN);
  const written = isSplit
    ? writeIntegers(out, heads, effort) && writeIntegers(out, steps, effort)
    : writeIntegers(out, values, effort);
  if (!written) out.rewind(start);
  return written;
}

/** Reads the output of {@link writeSegments} into the first `n` positions of `target`. */
export function readSegments(input: ByteReader, n: number, counts: Counts, target: Float64Array): void {
  if (counts.length === 1 || input.u8() === PLAIN) {
    readIntegers(input, n, target);
    return;
  }
  const heads = new Float64Array(counts.length);
  const steps = new Float64Array(n - counts.length);
  readIntegers(input, heads.length, heads);
  readIntegers(input, steps.length, steps);
  let at = 0;
  let next = 0;
  for (let piece = 0; piece < counts.length; piece++) {
    const end = at + counts[piece]!;
    let value = heads[piece]!;
    target[at++] = value;
    while (at < end) {
      value += steps[next++]!;
      target[at++] = value;
    }
  }
}

function split(values: Float64Array, counts: Counts): { heads: Float64Array; steps: Float64Array } {
  const heads = ofHeads.take(counts.length);
  const steps = ofSteps.take(values.length - counts.length);
  let at = 0;
  let next = 0;
  for (let piece = 0; piece < counts.length; piece++) {
    const end = at + counts[piece]!;
    heads[piece] = values[at++]!;
    for (; at < end; at++) steps[next++] = values[at]! - values[at - 1]!;
  }
  return { heads, steps };
}
