import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { deflatePlanes, inflatePlanes } from './planes.ts';

/** How values are turned into residuals: themselves, differences, or differences of differences. */
const DEGREES = [0, 1, 2] as const;
type Degree = (typeof DEGREES)[number];

/** Residuals are packed in groups, each with a bit width of its own, so that one spike widens one group. */
const GROUP = 128;

/** Residuals stay below this, so that doubling them (zigzag) is exact in a double. */
const RESIDUAL_LIMIT = 2 ** 51;

const KIND_FLAT = 0;
const KIND_PACKED = 1;
const KIND_PLANES = 2;

/** Planes must save at least this share of the packed size: they are slower to open. */
const PLANES_GAIN = 0.8;

/**
 * Writes whole numbers between -2^53 and 2^53.
 *
 * The degree with the fewest bits is taken. Residuals are taken from a typical one (the reference), zigzag
 * coded and bit packed, or split into byte planes and compressed where that is much smaller.
 *
 * @returns false, with nothing written, when the numbers are too far apart to be exact.
 */
export function writeIntegers(out: ByteWriter, values: Float64Array): boolean {
  const best = bestResiduals(values);
  if (best === null) return false;
  const { degree, head, reference, codes, bits } = best;

  const planes = bits === 0 ? null : smallerPlanes(codes, bits);
  const kind = bits === 0 ? KIND_FLAT : planes === null ? KIND_PACKED : KIND_PLANES;
  out.u8(kind * 4 + degree);
  for (const value of head) out.signedVarint(value);
  if (codes.length > 0) out.signedVarint(reference);
  if (planes !== null) {
    out.varint(planes.length);
    out.bytes(planes);
  } else if (bits > 0) {
    writePacked(out, codes);
  }
  return true;
}

/** Reads what {@link writeIntegers} wrote into the first `n` places of `target`. */
export function readIntegers(input: ByteReader, n: number, target: Float64Array): void {
  const tag = input.u8();
  const degree = tag & 3;
  const kind = tag >> 2;
  const first = degree > 0 && n > 0 ? input.signedVarint() : 0;
  const step = degree > 1 && n > 1 ? input.signedVarint() : 0;
  const headLength = Math.min(degree, n);
  const reference = n > headLength ? input.signedVarint() : 0;

  if (kind === KIND_FLAT) target.fill(reference, headLength, n);
  else if (kind === KIND_PACKED) readPacked(input, target, headLength, n, reference);
  else if (kind === KIND_PLANES) {
    inflatePlanes(input.bytes(input.varint()), target, headLength, n);
    for (let i = headLength; i < n; i++) target[i] = unzigzag(target[i]!) + reference;
  } else throw new RangeError(`unknown coding ${kind} of whole numbers`);

  if (degree === 1) accumulate(target, n, first);
  if (degree === 2) accumulateTwice(target, n, first, step);
}

function accumulate(target: Float64Array, n: number, first: number): void {
  if (n === 0) return;
  let value = first;
  target[0] = value;
  for (let i = 1; i < n; i++) {
    value += target[i]!;
    target[i] = value;
  }
}

function accumulateTwice(target: Float64Array, n: number, first: number, step: number): void {
  if (n === 0) return;
  let value = first;
  let delta = step;
  target[0] = value;
  if (n === 1) return;
  value += delta;
  target[1] = value;
  for (let i = 2; i < n; i++) {
    delta += target[i]!;
    value += delta;
    target[i] = value;
  }
}

interface Residuals {
  readonly degree: Degree;
  /** The leading values that the sums start from: `degree` numbers, fewer in a shorter column. */
  readonly head: readonly number[];
  readonly reference: number;
  /** Zigzag coded, never negative. */
  readonly codes: Float64Array;
  /** Bits of the packed groups together. */
  readonly bits: number;
}

function bestResiduals(values: Float64Array): Residuals | null {
  let best: Residuals | null = null;
  let residuals = values;
  const head: number[] = [];
  for (const degree of DEGREES) {
    if (degree > 0) {
      if (residuals.length === 0) break;
      head.push(residuals[0]!);
      residuals = differences(residuals);
    }
    const candidate = centred(degree, [...head], residuals);
    if (candidate !== null && (best === null || candidate.bits < best.bits)) best = candidate;
    if (best?.bits === 0) break;
  }
  return best;
}

function differences(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length - 1);
  for (let i = 0; i < result.length; i++) result[i] = values[i + 1]! - values[i]!;
  return result;
}

function centred(degree: Degree, head: readonly number[], residuals: Float64Array): Residuals | null {
  const n = residuals.length;
  const reference = typical(residuals);
  const codes = new Float64Array(n);
  let bits = 0;
  for (let start = 0; start < n; start += GROUP) {
    const end = Math.min(start + GROUP, n);
    let most = 0;
    for (let i = start; i < end; i++) {
      const code = zigzag(residuals[i]! - reference);
      codes[i] = code;
      if (code > most) most = code;
    }
    if (most >= 2 * RESIDUAL_LIMIT) return null;
    bits += bitLength(most) * (end - start);
  }
  return { degree, head, reference, codes, bits };
}

/** The median of a sample: robust against spikes, and cheap. */
function typical(residuals: Float64Array): number {
  const n = residuals.length;
  if (n === 0) return 0;
  const step = Math.max(1, Math.floor(n / 33));
  const sample: number[] = [];
  for (let i = 0; i < n; i += step) sample.push(residuals[i]!);
  sample.sort((a, b) => a - b);
  return sample[sample.length >> 1]!;
}

function smallerPlanes(codes: Float64Array, bits: number): Uint8Array | null {
  const packedBytes = bits / 8;
  if (packedBytes < 48 || !repeatsItself(codes, bits)) return null;
  const planes = deflatePlanes(codes);
  return planes.length < packedBytes * PLANES_GAIN ? planes : null;
}

/** A cheap guess whether compression is worth trying: few distinct residuals for the bits they take. */
function repeatsItself(codes: Float64Array, bits: number): boolean {
  const step = Math.max(1, Math.floor(codes.length / 256));
  const seen = new Set<number>();
  let sampled = 0;
  for (let i = 0; i < codes.length; i += step) {
    seen.add(codes[i]!);
    sampled++;
  }
  return Math.log2(seen.size + 1) < (bits / codes.length) * 0.9 || seen.size * 3 < sampled;
}

function writePacked(out: ByteWriter, codes: Float64Array): void {
  const n = codes.length;
  const widths: number[] = [];
  for (let start = 0; start < n; start += GROUP) {
    let most = 0;
    for (let i = start; i < Math.min(start + GROUP, n); i++) most = Math.max(most, codes[i]!);
    widths.push(bitLength(most));
  }
  for (const width of widths) out.u8(width);
  out.align4();
  widths.forEach((width, group) => {
    const start = group * GROUP;
    const end = Math.min(start + GROUP, n);
    writeBits(out, codes, start, end, Math.min(width, 32));
    if (width > 32) writeHighBits(out, codes, start, end, width - 32);
  });
}

function writeHighBits(
  out: ByteWriter,
  codes: Float64Array,
  start: number,
  end: number,
  width: number,
): void {
  const high = new Float64Array(end - start);
  for (let i = start; i < end; i++) high[i - start] = Math.floor(codes[i]! / 2 ** 32);
  writeBits(out, high, 0, high.length, width);
}

/** The lowest `width` bits (at most 32) of each code, in little-endian words of 32 bits. */
function writeBits(out: ByteWriter, codes: Float64Array, start: number, end: number, width: number): void {
  if (width === 0) return;
  let word = 0;
  let used = 0;
  for (let i = start; i < end; i++) {
    const code = (codes[i]! % 2 ** 32) >>> 0;
    word |= code << used;
    used += width;
    if (used >= 32) {
      out.u32(word >>> 0);
      used -= 32;
      word = used === 0 ? 0 : code >>> (width - used);
    }
  }
  if (used > 0) out.u32(word >>> 0);
}

function readPacked(
  input: ByteReader,
  target: Float64Array,
  from: number,
  n: number,
  reference: number,
): void {
  const groups = Math.ceil((n - from) / GROUP);
  const widths = input.bytes(groups);
  input.align4();
  for (let group = 0; group < groups; group++) {
    const start = from + group * GROUP;
    const end = Math.min(start + GROUP, n);
    const width = widths[group]!;
    if (width > 54) throw new RangeError(`a group of ${width} bits`);
    const words = input.words();
    const at = input.takeWords(wordsOf(end - start, Math.min(width, 32)));
    if (width > 32) {
      const highAt = input.takeWords(wordsOf(end - start, width - 32));
      readWideBits(words, at, highAt, width - 32, target, start, end, reference);
    } else {
      readBits(words, at, width, target, start, end, reference);
    }
  }
}

function wordsOf(count: number, width: number): number {
  return Math.ceil((count * width) / 32);
}

function readBits(
  words: Uint32Array,
  at: number,
  width: number,
  target: Float64Array,
  start: number,
  end: number,
  reference: number,
): void {
  if (width === 0) {
    target.fill(reference, start, end);
    return;
  }
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let used = 0;
  let word = words[at]!;
  let index = at;
  for (let i = start; i < end; i++) {
    let code = word >>> used;
    used += width;
    if (used >= 32) {
      used -= 32;
      word = words[++index]!;
      if (used > 0) code |= word << (width - used);
    }
    code &= mask;
    target[i] = ((code >>> 1) ^ -(code & 1)) + reference;
  }
}

function readWideBits(
  words: Uint32Array,
  lowAt: number,
  highAt: number,
  highWidth: number,
  target: Float64Array,
  start: number,
  end: number,
  reference: number,
): void {
  const mask = (1 << highWidth) - 1;
  for (let i = start; i < end; i++) {
    const bit = (i - start) * highWidth;
    const word = highAt + (bit >>> 5);
    const offset = bit & 31;
    let high = words[word]! >>> offset;
    if (offset + highWidth > 32) high |= words[word + 1]! << (32 - offset);
    const code = (high & mask) * 2 ** 32 + words[lowAt + i - start]!;
    target[i] = unzigzag(code) + reference;
  }
}

function zigzag(value: number): number {
  return value >= 0 ? 2 * value : -2 * value - 1;
}

function unzigzag(code: number): number {
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
}

/** How many bits hold a whole number from 0 to 2^53. */
export function bitLength(value: number): number {
  return value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32));
}
