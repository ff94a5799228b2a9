import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../../domain/index.ts';
import { generateBase62, toBase62 } from '../random.ts';

/** Form of this service's keys: `<prefix>_<environment>_`, 32 random characters and a checksum of 6. */
export interface KeyFormat {
  readonly prefix: string;
  readonly environment: 'live' | 'test';
}

/** Number of random characters in a key: 190 bits. */
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Generates an API key: prefix, environment, random characters in base 62, and a checksum of all of these. */
export function generateKey({ prefix, environment }: KeyFormat, random: RandomBytes): string {
  const body = `${prefix}_${environment}_${generateBase62(RANDOM_LENGTH, random)}`;
  return body + computeChecksum(body);
}

/**
 * Whether a text has the form and the checksum of a key of this service. The check rejects typing errors and invented
 * keys without a database lookup. It does not prove that the key exists.
 */
export function isWellFormedKey({ prefix, environment }: KeyFormat, text: string): boolean {
  const start = `${prefix}_${environment}_`;
  if (text.length !== start.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(start)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(start.length))) return false;
  return text.endsWith(computeChecksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Computes the stored form of a key: SHA-256 in lower-case hex. The key is too random to be guessed from its hash. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

export const KEY_HASH_PATTERN = '^[0-9a-f]{64}$';

/** Form of a bot id. A key and all keys that replace it by rotation share one. */
export const BOT_ID_PATTERN = '^bot_[0-9A-Za-z]{1,64}$';

function computeChecksum(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
