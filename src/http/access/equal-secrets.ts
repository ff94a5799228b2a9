import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets. It compares digests, which have the same length, in constant time. */
export function areEqualSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(computeDigest(given), computeDigest(expected));
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
