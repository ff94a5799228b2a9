import type { RandomBytes } from '../domain/index.ts';
import { EnvelopeError, rewrap } from './envelope.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import { toContext } from './seal-context.ts';
import type { CredentialKey, VaultRecord } from './vault-record.ts';
import type { VaultStore } from './vault-store.ts';

/** A record that a rotation could not move. */
export interface SkippedRecord extends CredentialKey {
  /** Names the key that it says it is under. */
  readonly keyId: string;
  readonly problem: string;
}

export interface Rotation {
  /** How many records are under the first key now that were not. */
  readonly moved: number;
  readonly skipped: readonly SkippedRecord[];
}

export interface RotationOptions {
  readonly store: VaultStore;
  readonly random: RandomBytes;
  readonly to: KeyEncryptionKey;
  /** @throws {EnvelopeError} when the key of a record is not configured. */
  readonly requireKey: (record: VaultRecord) => KeyEncryptionKey;
}

const RECORDS_PER_ROUND = 100;

/**
 * Puts all records under one key. Those that were stored under another one while it ran are moved as well.
 *
 * @returns null: another process took the key out of use.
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
