/** Purposes of the buffers. Two computations that run inside each other must not share one. */
type Purpose = 'design' | 'response' | 'levels' | 'deque' | 'abscissas' | 'ordinates';

const floats = new Map<Purpose, Float64Array>();
const integers = new Map<Purpose, Int32Array>();

/**
 * A buffer of at least the given length, kept between calls so that metrics allocate nothing per call.
 *
 * It holds the data of the previous user. Only synchronous code may hold it, and only until it
 * returns: each thread has its own.
 */
export function takeFloatScratch(purpose: Purpose, length: number): Float64Array {
  const held = floats.get(purpose);
  if (held !== undefined && held.length >= length) return held;
  const grown = new Float64Array(roundedUp(length));
  floats.set(purpose, grown);
  return grown;
}

/** Takes scratch room for whole numbers. */
export function takeIntegerScratch(purpose: Purpose, length: number): Int32Array {
  const held = integers.get(purpose);
  if (held !== undefined && held.length >= length) return held;
  const grown = new Int32Array(roundedUp(length));
  integers.set(purpose, grown);
  return grown;
}

function roundedUp(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1024, length)));
}
