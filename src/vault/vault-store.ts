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

/** Where sealed credentials are kept. Knows no key and opens nothing. */
export interface VaultStore {
  /** Replaces the owner's credential of the venue. */
  put(record: VaultRecord): Promise<void>;
  find(credential: CredentialKey): Promise<VaultRecord | null>;
  /** By venue. */
  list(owner: string): Promise<readonly VaultRecord[]>;
  /** @returns Whether there was one. */
  remove(credential: CredentialKey): Promise<boolean>;
  /** Removes a record unless it changed meanwhile. @returns Whether it was removed. */
  removeUnchanged(record: VaultRecord): Promise<boolean>;

  /** Records under other keys than the given one, by owner and venue. @param after The last one of the page before. */
  listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]>;
  /** Replaces a record's wrap unless the record changed meanwhile. @returns Whether it was replaced. */
  replaceWrap(record: VaultRecord, envelope: Envelope): Promise<boolean>;

  listKeyChecks(): Promise<readonly KeyCheck[]>;
  putKeyCheck(check: KeyCheck): Promise<void>;
  /** Forgets the check values of keys that no record is under any more, but the given one. */
  dropUnusedKeyChecks(keep: string): Promise<void>;
}
