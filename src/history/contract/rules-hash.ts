import { createHash } from 'node:crypto';
import { decodeCursor } from '../../domain/index.ts';
import { requirePosition } from './cursor.ts';

/** Length of a rules hash: half of a SHA-256. A collision of 128 bits is too unlikely to matter. */
export const HASH_BYTES = 16;

/** Computes the first half of the SHA-256 of a rules text: 16 bytes. */
export function hashRules(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest().subarray(0, HASH_BYTES);
}

/** Decodes a rules hash of 32 hex digits; null when the text is anything else. */
export function findHash(hash: string): Uint8Array | null {
  return /^[0-9a-f]{32}$/.test(hash) ? Buffer.from(hash, 'hex') : null;
}

/** Decodes the end of a page of rules texts: a hash. @throws {CursorError} when the text is not such a cursor. */
export function decodeRulesCursor(cursor: string): Uint8Array {
  const [hash] = requirePosition(decodeCursor('rules', ['text'], cursor), cursor);
  return requirePosition(findHash(hash), cursor);
}
