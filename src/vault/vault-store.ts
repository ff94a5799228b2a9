import type { EpochMs, VenueId } from '../domain/index.ts';
import type { Envelope } from './envelope.ts';

export const CREDENTIAL_KINDS = ['apiKey', 'wallet', 'oauth'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** A sealed credential. One per owner and venue. */
export interface VaultRecord {
  readonly owner: string;
  readonly venue: VenueId;
  readonly kind: CredentialKind;
  readonly envelope: Envelope;
  readonly addedAt: EpochMs;
}

/** Names a credential: each owner has one per venue. */
export type CredentialKey = Pick<VaultRecord, 'owner' | 'venue'>;

/** A known text under a key-encryption key, which proves later that the same key is configured. */
export interface KeyCheck {
  readonly kekId: string;
  readonly envelope: Envelope;
}

/** A record that did not open, as it was when it was read. */
export interface UnreadableRecord extends CredentialKey {
  /** Tells whether the record was stored again meanwhile. */
  readonly wrap: Uint8Array;
  readonly problem: string;
}

/** `key_unused`: the check value of the new key is absent. `changed`: the record was stored again, or removed, meanwhile. */
export type ReplaceOutcome = 'replaced' | 'changed' | 'key_unused';

/** Where sealed credentials are kept. Knows no key and opens nothing. */
export interface VaultStore {
  /** Replaces the owner's credential of the venue. @returns false: the check value of its key is absent, nothing was stored. */
  put(record: VaultRecord): Promise<boolean>;
  find(credential: CredentialKey): Promise<VaultRecord | null>;
  /** By venue. */
  list(owner: string): Promise<readonly VaultRecord[]>;
  /** @returns Whether there was one. */
  remove(credential: CredentialKey, now: EpochMs): Promise<boolean>;
  /** Removes a record unless it changed meanwhile. @returns Whether it was removed. */
  removeUnchanged(record: VaultRecord, now: EpochMs): Promise<boolean>;

  /** Records under other keys than the given one, by owner and venue. @param after The last one of the page before. */
  listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]>;
  /** Replaces a record's wrap unless the record changed meanwhile. */
  replaceWrap(record: VaultRecord, envelope: Envelope): Promise<ReplaceOutcome>;

  listKeyChecks(): Promise<readonly KeyCheck[]>;
  /**
   * Stores the check value of a key, where it has none yet.
   *
   * @param verified Ids of the keys whose check values the caller has opened.
   * @returns false: a check value of another key is there, nothing was stored.
   */
  admitKey(check: KeyCheck, verified: readonly string[]): Promise<boolean>;
  /** Forgets the check values of keys that no record is under any more, but the given one. */
  dropUnusedKeyChecks(keep: string): Promise<void>;
  /**
   * Removes credentials under a key, and with the last one the key's check value.
   *
   * @returns The credentials; null: the key has neither credentials nor a check value.
   */
  forgetKey(kekId: string, limit: number, now: EpochMs): Promise<readonly CredentialKey[] | null>;

  /** Names of the records that wait in the review because they did not open. */
  listWaiting(): Promise<readonly string[]>;
  /** Has records wait in the review, and ends the waiting of others. @param ended Names of {@link listWaiting}. */
  noteOpening(unreadable: readonly UnreadableRecord[], ended: readonly string[], now: EpochMs): Promise<void>;
}
