import { createHash } from 'node:crypto';

/** Half a sha256: two texts of one hash will not be met. */
export const HASH_BYTES = 16;

export function hashRules(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest().subarray(0, HASH_BYTES);
}

export function parseHash(hash: string): Uint8Array | null {
  return /^[0-9a-f]{32}$/.test(hash) ? Buffer.from(hash, 'hex') : null;
}
