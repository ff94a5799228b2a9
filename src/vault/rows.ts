import type { ReviewRows } from '../billing/review/rows.ts';
import type { Envelope } from './envelope.ts';
import type { CredentialKey, VaultRecord } from './vault-record.ts';

/** Stored form of a sealed credential: one per owner and venue. */
export interface VaultRow extends CredentialKey, Envelope {
  readonly kind: VaultRecord['kind'];
  /** Epoch ms. */
  readonly addedAt: number;
}

/** Stored form of the check value of a key; `kekId` is unique. */
export type KeyCheckRow = Envelope;

/** Rows within a transaction. */
export interface VaultRows {
  find(credential: CredentialKey): VaultRow | null;
  /** Replaces the row of the same owner and venue. */
  put(row: VaultRow): void;
  remove(credential: CredentialKey): void;
  /** Whether any credential is under a key. */
  isUsed(kekId: string): boolean;
  /** Credentials under a key, by owner and venue. */
  listUnder(kekId: string, limit: number): readonly VaultRow[];
  /** Lists a check for each key that is or was in use: few. */
  listKeyChecks(): readonly KeyCheckRow[];
  insertKeyCheck(row: KeyCheckRow): void;
  removeKeyCheck(kekId: string): void;
}

/** The rows that operations of the vault work on: a credential that cannot be opened waits in the review. */
export interface VaultAndReview {
  readonly vault: VaultRows;
  readonly review: ReviewRows;
}

/** Reads committed rows of the vault. */
export interface VaultQueries {
  find(credential: CredentialKey): Promise<VaultRow | null>;
  /** Lists records by venue. */
  list(owner: string): Promise<readonly VaultRow[]>;
  /** Lists records by owner and venue. @param after The last one of the page before; empty names for none. */
  listNotUnder(
    kekId: string,
    after: { readonly owner: string; readonly venue: string },
    limit: number,
  ): Promise<readonly VaultRow[]>;
  listKeyChecks(): Promise<readonly KeyCheckRow[]>;
  /** Names of the records that wait in the review because they did not open. */
  listWaiting(): Promise<readonly string[]>;
}
