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

/** Times in ms over which a start of the service spreads the checks. */
export interface SpreadTimes {
  readonly usable: number;
  readonly unusable: number;
}

/**
 * Factor by which the times of storing are multiplied to spread the checks: a script may have stored many credentials
 * within moments.
 */
export const SPREAD_FACTOR = 7_919;

/**
 * Rows of credential checks within a transaction. Three methods change all rows by one statement, for a start of the
 * service: row by row, each credential would cost a read.
 */
export interface CheckRows {
  find(credential: CredentialKey): CheckRow | null;
  /** Inserts the row, or replaces that of the same owner and venue. */
  put(row: CheckRow): void;
  remove(credential: CredentialKey): void;
  /** Removes the rows of credentials that the vault does not hold. */
  removeOfAbsentCredentials(): void;
  /**
   * Spreads the next checks, so that a start does not check all credentials at once: usable credentials within one
   * time, the others within another. Rows that were never checked are due at once.
   */
  spreadNextAt(from: number, within: SpreadTimes): void;
  /** Inserts a row for each credential of the vault that has none. */
  insertForOtherCredentials(verdict: Omit<CheckRow, 'owner' | 'venue' | 'addedAt'>): void;
}

/** Reads of committed credential checks. */
export interface CheckQueries {
  find(credential: CredentialKey): Promise<CheckRow | null>;
  list(owner: string): Promise<readonly CheckRow[]>;
  /** Lists the rows whose `nextAt` has come: first those that were never checked, then by `nextAt`. */
  listDue(now: number, limit: number, except: readonly VenueId[]): Promise<readonly CheckRow[]>;
  /** Counts by venue the credentials that the venue itself has refused. */
  countRefused(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
