import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

/** A key that encrypts the data keys of records. It is stored outside the heap and never printed. */
export interface KeyEncryptionKey {
  /** Id of the key: the first 8 hex digits of SHA-256("kek-id" || key). It reveals nothing about the key. */
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Parses the configured keys: base64 of 32 bytes each, separated by commas. The first key encrypts, all decrypt.
 *
 * @throws {RangeError} that names a wrong key by its position in the list, never by its value.
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

/**
 * Finds the id of the first configured key; null: the keys cannot be parsed, which the start of the service reports.
 */
export function findFirstKeyId(text: string): string | null {
  try {
    return parseKeyEncryptionKeys(text)[0]?.id ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Adds the padding of base64, which is optional. Node reads both forms. */
function padded(base64: string): string {
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}
