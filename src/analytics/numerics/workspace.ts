/** Purposes of the buffers. Two computations of which one calls the other must not share a purpose. */
type Purpose = 'design' | 'response' | 'levels' | 'deque' | 'abscissas' | 'ordinates';

const floats = new Map<Purpose, Float64Array>();
const integers = new Map<Purpose, Int32Array>();

/**
 * Returns a buffer of at least the given length. It is reused between calls, so that metrics do not allocate.
 *
 * Its content is undefined. Only synchronous code may use it, and only until that code returns. Each thread has its own
 * buffers.
 */
export function takeFloatScratch(purpose: Purpose, length: number): Float64Array {
  const held = floats.get(purpose);
  if (held !== undefined && held.length >= length) return held;
  const grown = new Float64Array(roundedUp(length));
  floats.set(purpose, grown);
  return grown;
}

/** Returns a buffer of integers, as {@link takeFloatScratch} does for floats. */
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
