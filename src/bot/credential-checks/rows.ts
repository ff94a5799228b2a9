import type { VenueId } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';

/** Stored form of the verdict on one credential: one per owner and venue. */
export interface CheckRow extends CredentialKey {
  /** Time at which the credential was added, epoch ms. */
  readonly addedAt: number;
  readonly usable: boolean;
  /** Names of absent members, as JSON. */
  readonly missing: string;
  readonly problem: string | null;
  /** Time of the last check, epoch ms. */
  readonly checkedAt: number | null;
  /** Time of the next try, epoch ms; null: never. */
  readonly nextAt: number | null;
}

/** Spans, in ms, over which the checks of a start are spread. */
export interface SpreadTimes {
  readonly usable: number;
  readonly unusable: number;
}

/** Factor by which times of storing are multiplied: they lie close together where a script stored the credentials. */
export const SPREAD_FACTOR = 7_919;

/**
 * Rows of credential checks within a transaction. Three methods change all rows at once, for a start: row by row each
 * credential would be a read.
 */
export interface CheckRows {
  find(credential: CredentialKey): CheckRow | null;
  /** Replaces the row of the same owner and venue. */
  put(row: CheckRow): void;
  remove(credential: CredentialKey): void;
  /** Removes the rows of credentials that the vault does not hold. */
  removeOfAbsentCredentials(): void;
  /**
   * Spreads the next checks of rows that were checked, so that a start does not check all credentials together: usable
   * ones within one span, the others within another. Rows without a check are due at once.
   */
  spreadNextAt(from: number, within: SpreadTimes): void;
  /** Inserts a row for each credential of the vault that has none. */
  insertForOtherCredentials(verdict: Omit<CheckRow, 'owner' | 'venue' | 'addedAt'>): void;
}

/** Reads of committed credential checks. */
export interface CheckQueries {
  find(credential: CredentialKey): Promise<CheckRow | null>;
  list(owner: string): Promise<readonly CheckRow[]>;
  /** Rows whose `nextAt` has come: first those that were never checked, then by `nextAt`. */
  listDue(now: number, limit: number, except: readonly VenueId[]): Promise<readonly CheckRow[]>;
  /** How many rows of each venue are unusable by the venue's own word. */
  countRefused(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
