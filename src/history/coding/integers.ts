import { readPacked, unzigzag, writePacked } from './bit-packing.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { arePlanesWorthTrying, deflatePlanes, inflatePlanes } from './planes.ts';
import { findBestResiduals } from './residuals.ts';

const KIND_FLAT = 0;
const KIND_PACKED = 1;
const KIND_PLANES = 2;

/** Maximum size of byte planes relative to the packed size. Planes are slower, so they must save at least this much. */
const PLANES_GAIN = 0.92;
const MIN_SAVED_BYTES = 64;

/** Whether compression of a column is tried (`small`), or not (`quick`): bars only exist to save time. */
export type Effort = 'small' | 'quick';

/**
 * Writes whole numbers between -2^53 and 2^53.
 *
 * The numbers, their differences or their second differences are stored, whichever takes the fewest bits. A typical
 * residual (the reference) is subtracted from each one; the results are zigzag coded and bit packed, or divided into
 * byte planes and compressed if that is much smaller.
 *
 * @returns False, with nothing written, when the numbers are too far apart to be exact.
 */
export function writeIntegers(out: ByteWriter, values: Float64Array, effort: Effort = 'small'): boolean {
  const best = findBestResiduals(values);
  if (best === null) return false;
  const { degree, head, reference, length, codes, bits } = best;

  const planes = bits === 0 || effort === 'quick' ? null : smallerPlanes(codes.subarray(0, length), bits);
  const kind = bits === 0 ? KIND_FLAT : planes === null ? KIND_PACKED : KIND_PLANES;
  out.u8(kind * 4 + degree);
  for (const value of head) out.signedVarint(value);
  if (length > 0) out.signedVarint(reference);
  if (planes !== null) {
    out.varint(planes.length);
    out.bytes(planes);
  } else if (bits > 0) {
    writePacked(out, codes, length);
  }
  return true;
}

/** Reads the output of {@link writeIntegers} into the first `n` positions of `target`. */
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

function smallerPlanes(codes: Float64Array, bits: number): Uint8Array | null {
  const packedBytes = bits / 8;
  const limitBytes = Math.min(packedBytes * PLANES_GAIN, packedBytes - MIN_SAVED_BYTES);
  if (!arePlanesWorthTrying(codes, limitBytes)) return null;
  const planes = deflatePlanes(codes);
  return planes.length < limitBytes ? planes : null;
}
