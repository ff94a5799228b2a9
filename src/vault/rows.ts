import type { ReviewRows } from '../billing/review/rows.ts';
import type { Envelope } from './envelope.ts';
import type { CredentialKey, VaultRecord } from './vault-record.ts';

/** Stored form of a credential: one per owner and venue. */
export interface VaultRow extends CredentialKey, Envelope {
  readonly kind: VaultRecord['kind'];
  /** Time when the credential was stored, epoch ms. */
  readonly addedAt: number;
}

/** Stored form of the check value of a key; `kekId` is unique. */
export type KeyCheckRow = Envelope;

/** Rows of credentials and check values within a transaction. */
export interface VaultRows {
  find(credential: CredentialKey): VaultRow | null;
  /** Stores a credential. It replaces the row of the same owner and venue. */
  put(row: VaultRow): void;
  remove(credential: CredentialKey): void;
  /** Whether any credential is encrypted with a key. */
  isUsed(kekId: string): boolean;
  /** Lists credentials that are encrypted with a key, by owner and venue. */
  listUnder(kekId: string, limit: number): readonly VaultRow[];
  /** Lists the check values of all keys that are or were in use. There are few. */
  listKeyChecks(): readonly KeyCheckRow[];
  insertKeyCheck(row: KeyCheckRow): void;
  removeKeyCheck(kekId: string): void;
}

/** Rows that operations of the vault need. A credential that cannot be opened has an item in the review. */
export interface VaultAndReview {
  readonly vault: VaultRows;
  readonly review: ReviewRows;
}

/** Reads committed rows of the vault. */
export interface VaultQueries {
  find(credential: CredentialKey): Promise<VaultRow | null>;
  /** Lists the credentials of an owner by venue. */
  list(owner: string): Promise<readonly VaultRow[]>;
  /**
   * Lists credentials that are not encrypted with a key, by owner and venue. @param after Last credential of the
   * previous page; empty names for the first page.
   */
  listNotUnder(
    kekId: string,
    after: { readonly owner: string; readonly venue: string },
    limit: number,
  ): Promise<readonly VaultRow[]>;
  listKeyChecks(): Promise<readonly KeyCheckRow[]>;
  /** Lists the subjects of review items for records that could not be opened. */
  listWaiting(): Promise<readonly string[]>;
}
