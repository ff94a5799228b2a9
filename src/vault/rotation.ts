import type { RandomBytes } from '../domain/index.ts';
import { EnvelopeError, rewrap } from './envelope.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import { toContext } from './seal-context.ts';
import type { CredentialKey, VaultRecord } from './vault-record.ts';
import type { VaultStore } from './vault-store.ts';

/** A record that a rotation could not re-encrypt. */
export interface SkippedRecord extends CredentialKey {
  /** Id of the key that the record states. */
  readonly keyId: string;
  readonly problem: string;
}

export interface Rotation {
  /** Number of records that the rotation moved to the first key. */
  readonly moved: number;
  readonly skipped: readonly SkippedRecord[];
}

export interface RotationOptions {
  readonly store: VaultStore;
  readonly random: RandomBytes;
  readonly to: KeyEncryptionKey;
  /** Returns the key of a record. @throws {EnvelopeError} when the key is not configured. */
  readonly requireKey: (record: VaultRecord) => KeyEncryptionKey;
}

const RECORDS_PER_ROUND = 100;

/**
 * Re-encrypts the data keys of all records with one key, including records that were stored with another key during the
 * rotation.
 *
 * @returns null: another process removed the key.
 */
export async function moveRecords(options: RotationOptions): Promise<Rotation | null> {
  let moved = 0;
  for (;;) {
    const round = await movePages(options);
    if (round === null) return null;
    moved += round.moved;
    if (round.moved === 0 && round.changed === 0) return { moved, skipped: round.skipped };
  }
}

async function movePages({ store, random, to, requireKey }: RotationOptions) {
  let [moved, changed] = [0, 0];
  const skipped: SkippedRecord[] = [];
  let last: VaultRecord | undefined;
  for (;;) {
    const records = await store.listNotUnder(to.id, RECORDS_PER_ROUND, last);
    for (const record of records) {
      try {
        const keys = { from: requireKey(record), to };
        const envelope = rewrap(record.envelope, toContext(record), keys, random);
        const outcome = await store.replaceWrap(record, envelope);
        if (outcome === 'key_unused') return null;
        if (outcome === 'replaced') moved++;
        else changed++;
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error;
        const { owner, venue, envelope } = record;
        skipped.push({ owner, venue, keyId: envelope.kekId, problem: error.message });
      }
    }
    last = records.at(-1);
    if (records.length < RECORDS_PER_ROUND) return { moved, changed, skipped };
  }
}
