import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

/** A key that encrypts the keys of records. It lives outside the heap and is never printed. */
export interface KeyEncryptionKey {
  /** The first 8 hex digits of SHA-256("kek-id" || key): names the key and says nothing about it. */
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Reads the configured keys: base64 of 32 bytes each, separated by commas. The first encrypts, all decrypt.
 *
 * @throws {RangeError} that says which key is wrong, by its position in the list and never by its value.
 */
export function parseKeyEncryptionKeys(text: string): readonly KeyEncryptionKey[] {
  const keys = text.split(',').map((part, index) => {
    const bytes = Buffer.from(part.trim(), 'base64');
    if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== padded(part.trim())) {
      throw new RangeError(`key ${index + 1} must be ${KEY_BYTES} bytes in base64`);
    }
    const id = createHash('sha256').update('kek-id').update(bytes).digest('hex').slice(0, 8);
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new RangeError('a key is given twice: remove one of the two');
  return keys;
}

/** Id of the first of the configured keys; null: they cannot be read, which the start of the service tells. */
export function findFirstKeyId(text: string): string | null {
  try {
    return parseKeyEncryptionKeys(text)[0]?.id ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Base64 may come without its padding; Node reads both. */
function padded(base64: string): string {
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}
