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

/** Key of a credential: each owner has one per venue. */
export type CredentialKey = Pick<VaultRecord, 'owner' | 'venue'>;

/** A known text sealed with a key-encryption key, which proves later that the same key is configured. */
export interface KeyCheck {
  readonly kekId: string;
  readonly envelope: Envelope;
}

/** A record that could not be opened, as it was when it was read. */
export interface UnreadableRecord extends CredentialKey {
  /** Wrapped data key, by which a record that was stored again since is recognized. */
  readonly wrap: Uint8Array;
  readonly problem: string;
}

/**
 * Outcome of replacing a wrapped data key. `key_unused`: the check value of the new key is absent. `changed`: the
 * record was stored again, or removed, since it was read.
 */
export type ReplaceOutcome = 'replaced' | 'changed' | 'key_unused';
