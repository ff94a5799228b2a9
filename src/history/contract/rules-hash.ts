import { createHash } from 'node:crypto';
import { decodeCursor } from '../../domain/index.ts';
import { requirePosition } from './cursor.ts';

/** Half a sha256: two texts of one hash will not be met. */
export const HASH_BYTES = 16;

/** Computes the first half of the SHA-256 of a rules text: 16 bytes. */
export function hashRules(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest().subarray(0, HASH_BYTES);
}

/** Decodes a hash of 32 hex digits; null for other text. */
export function findHash(hash: string): Uint8Array | null {
  return /^[0-9a-f]{32}$/.test(hash) ? Buffer.from(hash, 'hex') : null;
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeRulesCursor(cursor: string): Uint8Array {
  const [hash] = requirePosition(decodeCursor('rules', ['text'], cursor), cursor);
  return requirePosition(findHash(hash), cursor);
}
