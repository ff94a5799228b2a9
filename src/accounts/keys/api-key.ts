import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../../domain/index.ts';
import { generateBase62, toBase62 } from '../random.ts';

/** Form of this service's keys: `<prefix>_<environment>_`, 32 random characters, 6 of checksum. */
export interface KeyFormat {
  readonly prefix: string;
  readonly environment: 'live' | 'test';
}

/** Symbols of random text in a key: 190 bits. */
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Makes a new API key: prefix, environment, random characters in base 62, and a checksum of all of these. */
export function generateKey({ prefix, environment }: KeyFormat, random: RandomBytes): string {
  const body = `${prefix}_${environment}_${generateBase62(RANDOM_LENGTH, random)}`;
  return body + computeChecksum(body);
}

/**
 * Whether a text can be a key of this service: form and checksum. It refuses typing errors and inventions
 * without a look into the database; it proves nothing.
 */
export function isWellFormedKey({ prefix, environment }: KeyFormat, text: string): boolean {
  const start = `${prefix}_${environment}_`;
  if (text.length !== start.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(start)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(start.length))) return false;
  return text.endsWith(computeChecksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** The stored form of a key: SHA-256 in lower-case hex. A key is too random to be guessed from it. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

export const KEY_HASH_PATTERN = '^[0-9a-f]{64}$';

/** The id that a key shares with the successors of its rotations. */
export const BOT_ID_PATTERN = '^bot_[0-9A-Za-z]{1,64}$';

function computeChecksum(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
