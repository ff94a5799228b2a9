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
