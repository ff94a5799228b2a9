import type { RandomBytes } from '../domain/index.ts';
import { EnvelopeError, open, seal } from './envelope.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { KeyCheck } from './vault-record.ts';

/** Context of the check value of a key. No owner can have an empty name. */
const CHECK_CONTEXT = { owner: '', venue: '', kind: 'check' } as const;
const CHECK_TEXT = Buffer.from('crosstape vault');

/** Creates the check value of a key, which proves later that the same key is configured. */
export function sealKeyCheck(key: KeyEncryptionKey, random: RandomBytes): KeyCheck {
  return { kekId: key.id, envelope: seal(CHECK_TEXT, CHECK_CONTEXT, key, random) };
}

/**
 * Finds a problem with the configured keys: a key in use is not configured, or does not open its check value. @returns
 * null: there is none.
 */
export function findKeyProblem(
  keys: readonly KeyEncryptionKey[],
  checks: readonly KeyCheck[],
): string | null {
  for (const { kekId, envelope } of checks) {
    const key = keys.find(({ id }) => id === kekId);
    if (key === undefined) return `the records are under key ${kekId}, which is not configured`;
    try {
      if (!open(envelope, CHECK_CONTEXT, key).equals(CHECK_TEXT))
        return `the check value of key ${kekId} is wrong`;
    } catch (error) {
      if (error instanceof EnvelopeError) return `the check value of key ${kekId} does not open`;
      throw error;
    }
  }
  return null;
}
