import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** Number of residuals of a group. Each group has its own bit width, so that an outlier widens one group only. */
export const GROUP = 128;

/** Maximum bit width. A code wider than 32 bits is divided into its low 32 bits and the rest. */
const MAX_WIDTH = 54;

/** Maximum width at which a code, at any bit offset within a byte, fits into one 32-bit load. */
const ONE_LOAD_WIDTH = 25;

/**
 * Writes the first `n` codes, whole numbers from 0 to 2^54: the bit width of every group, then the groups (layout:
 * docs/formats/history.md, "Column of whole numbers").
 */
export function writePacked(out: ByteWriter, codes: Float64Array, n: number): void {
  const groups = Math.ceil(n / GROUP);
  const widths = new Uint8Array(groups);
  for (let group = 0; group < groups; group++) {
    const end = Math.min((group + 1) * GROUP, n);
    let most = 0;
    for (let i = group * GROUP; i < end; i++) if (codes[i]! > most) most = codes[i]!;
    widths[group] = countBitLength(most);
  }
  out.bytes(widths);
  out.align4();
  for (let group = 0; group < groups; group++) {
    const start = group * GROUP;
    const end = Math.min(start + GROUP, n);
    const width = widths[group]!;
    writeBits(out, codes, start, end, Math.min(width, 32));
    if (width > 32) writeHighBits(out, codes, start, end, width - 32);
  }
}

/**
 * Reads the output of {@link writePacked} into the positions from `from` up to `n` of `target`, and adds the reference
 * to each code.
 */
export function readPacked(
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
    if (width > MAX_WIDTH)
      throw new RangeError(`a group states a width of ${width} bits, which is out of range`);
    const at = input.takeWords(countWords(end - start, Math.min(width, 32)));
    if (width === 0) target.fill(reference, start, end);
    else if (width <= ONE_LOAD_WIDTH && input.reaches(3))
      readNarrow(input.view, at * 4, width, target, start, end, reference);
    else if (width <= 32) readBits(input.words(), at, width, target, start, end, reference);
    else {
      const highAt = input.takeWords(countWords(end - start, width - 32));
      readWideBits(input.words(), at, highAt, width - 32, target, start, end, reference);
    }
  }
}

/** Maps signed to unsigned numbers, small magnitudes first: 0, -1, 1, -2 become 0, 1, 2, 3. */
export function zigzag(value: number): number {
  return value >= 0 ? 2 * value : -2 * value - 1;
}

/** Reverses {@link zigzag}: 0, 1, 2, 3 become 0, -1, 1, -2. */
export function unzigzag(code: number): number {
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
}

/** Computes the number of bits of a whole number from 0 to 2^53. */
export function countBitLength(value: number): number {
  return value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32));
}

function countWords(count: number, width: number): number {
  return Math.ceil((count * width) / 32);
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

/** Writes the lowest `width` bits (at most 32) of each code into little-endian 32-bit words. */
function writeBits(out: ByteWriter, codes: Float64Array, start: number, end: number, width: number): void {
  if (width === 0) return;
  const words = out.words(countWords(end - start, width));
  let next = 0;
  let word = 0;
  let used = 0;
  for (let i = start; i < end; i++) {
    // `| 0` takes the low 32 bits of a wider code.
    const code = codes[i]! | 0;
    word |= code << used;
    used += width;
    if (used >= 32) {
      words[next++] = word;
      used -= 32;
      word = used === 0 ? 0 : code >>> (width - used);
    }
  }
  if (used > 0) words[next] = word;
}

/** Reads narrow codes with one unaligned load each. It loads up to three bytes behind the last word. */
function readNarrow(
  view: DataView,
  at: number,
  width: number,
  target: Float64Array,
  start: number,
  end: number,
  reference: number,
): void {
  const mask = (1 << width) - 1;
  let bit = at * 8;
  for (let i = start; i < end; i++) {
    const code = (view.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
    bit += width;
    target[i] = ((code >>> 1) ^ -(code & 1)) + reference;
  }
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
