import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets. Digests have one length, and their comparison reveals nothing by its time. */
export function areEqualSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(computeDigest(given), computeDigest(expected));
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
