import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Effort } from './integers.ts';
import { deflateDoubles, inflateDoubles } from './planes.ts';
import { Scratch } from './scratch.ts';
import { type Counts, readSegments, writeSegments } from './segments.ts';

const KIND_RAW = 255;

/** Maximum number of decimals of a price that is stored as a whole number; others are stored as raw doubles. */
const MAX_DECIMALS = 14;

/** Bound of scaled values, far inside the whole numbers that a double represents exactly. */
const MAX_SCALED = 2 ** 50;

/** Minimum number of doubles for which raw bits are tried: with fewer, the zstd header costs more than the decimals. */
const RAW_FROM = 16;

const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

/**
 * Writes doubles so that exactly the same doubles are read back.
 *
 * A decimal of a venue (65048.07) is a whole number divided by a power of ten, and that division returns the same
 * double, which is checked for every value. Other values (a mid with a rounding error, minus zero, infinity) are stored
 * in a list of exceptions; a column with many exceptions is stored as raw bits.
 *
 * @param counts Lengths of the pieces in the column. Default: the column is one piece.
 */
export function writeDoubles(
  out: ByteWriter,
  values: Float64Array,
  counts = onePiece(values.length),
  effort: Effort = 'small',
): void {
  const start = out.length;
  if (writeDecimals(out, values, counts, effort)) {
    if (values.length < RAW_FROM || out.length - start < values.length * 6) return;
  }
  const raw = deflateDoubles(values);
  const decimalBytes = out.length - start;
  if (decimalBytes > 0 && decimalBytes <= raw.length) return;
  out.rewind(start);
  out.u8(KIND_RAW);
  out.varint(raw.length);
  out.bytes(raw);
}

/** Reads the output of {@link writeDoubles} into the first `n` positions of `target`. */
export function readDoubles(input: ByteReader, n: number, target: Float64Array, counts = onePiece(n)): void {
  const decimals = input.u8();
  if (decimals === KIND_RAW) {
    inflateDoubles(input.bytes(input.varint()), n, target);
    return;
  }
  const power = POWERS[decimals];
  if (power === undefined) throw new RangeError(`unknown coding ${decimals} of numbers`);
  const exceptions = input.varint();
  if (exceptions > n) throw new RangeError('a column has more exceptions than numbers');
  const positions = new Float64Array(exceptions);
  const exact = new Float64Array(exceptions);
  let position = 0;
  for (let i = 0; i < exceptions; i++) {
    position += input.varint();
    if (position >= n) throw new RangeError('an exception lies outside its column');
    positions[i] = position;
  }
  for (let i = 0; i < exceptions; i++) exact[i] = input.f64();
  readSegments(input, n, counts, target);
  if (power !== 1) for (let i = 0; i < n; i++) target[i] = target[i]! / power;
  for (let i = 0; i < exceptions; i++) target[positions[i]!] = exact[i]!;
}

function onePiece(n: number): Counts {
  return Float64Array.of(n);
}

function writeDecimals(out: ByteWriter, values: Float64Array, counts: Counts, effort: Effort): boolean {
  const scaled = scale(values);
  if (scaled === null) return false;
  const start = out.length;
  out.u8(scaled.decimals);
  out.varint(scaled.exceptions.length);
  let before = 0;
  for (const position of scaled.exceptions) {
    out.varint(position - before);
    before = position;
  }
  for (const position of scaled.exceptions) out.f64(values[position]!);
  if (writeSegments(out, scaled.whole, counts, effort)) return true;
  out.rewind(start);
  return false;
}

interface ScaledColumn {
  readonly decimals: number;
  /** Scaled values, valid until the next column is written. */
  readonly whole: Float64Array;
  readonly exceptions: readonly number[];
}

const ofWhole = new Scratch();

/** Scales values with the fewest decimals that suit all of them, except up to a quarter that are no decimals. */
function scale(values: Float64Array): ScaledColumn | null {
  const whole = ofWhole.take(values.length);
  // Usually the first values already need all decimals, so the loop rarely starts again.
  for (let decimals = 0; ; ) {
    const exceptions: number[] = [];
    const more = scaleWith(values, whole, decimals, exceptions);
    if (more === null) return null;
    if (more === decimals) return { decimals, whole, exceptions };
    decimals = more;
  }
}

/**
 * Scales with a number of decimals. @returns That number, or a larger one that a value needs; null when too many values
 * are no decimals.
 */
function scaleWith(
  values: Float64Array,
  whole: Float64Array,
  decimals: number,
  exceptions: number[],
): number | null {
  const power = POWERS[decimals]!;
  let filler = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const rounded = Math.round(value * power);
    if (rounded / power === value && isPlain(rounded, value)) {
      filler = rounded;
    } else {
      let k = decimals + 1;
      while (k <= MAX_DECIMALS && !holds(value, k)) k++;
      if (k <= MAX_DECIMALS) return k;
      exceptions.push(i);
      if (exceptions.length * 4 > values.length) return null;
    }
    whole[i] = filler;
  }
  return decimals;
}

function holds(value: number, decimals: number): boolean {
  const power = POWERS[decimals]!;
  const rounded = Math.round(value * power);
  return rounded / power === value && isPlain(rounded, value);
}

/** Whether a value can be a whole number: minus zero would lose its sign, and a large number its last digits. */
function isPlain(rounded: number, value: number): boolean {
  return Math.abs(rounded) < MAX_SCALED && (rounded !== 0 || Object.is(value, 0));
}
