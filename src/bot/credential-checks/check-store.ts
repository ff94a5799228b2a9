import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-store.ts';
import type { SpreadTimes } from './rows.ts';

/** Verdict on a stored credential, without any part of it. */
export interface CredentialVerdict {
  readonly usable: boolean;
  /** Members that trading at the venue needs and that are absent. */
  readonly missing: readonly string[];
  /** The problem, in our words or the venue's; null: none is known. */
  readonly problem: string | null;
  /** When the venue was asked; null: not yet, or it could not be. */
  readonly checkedAt: EpochMs | null;
}

/** The verdict on one stored credential. One that replaced it has an `addedAt` of its own. */
export interface StoredVerdict extends CredentialKey, CredentialVerdict {
  readonly addedAt: EpochMs;
  /** When the venue is asked next; null: never again. */
  readonly nextAt: EpochMs | null;
}

export interface CheckStore {
  /** Replaces the verdict, unless that is about a newer credential. */
  put(verdict: StoredVerdict): Promise<void>;
  remove(credential: CredentialKey): Promise<void>;
  find(credential: CredentialKey): Promise<StoredVerdict | null>;
  list(owner: string): Promise<readonly StoredVerdict[]>;
  /** Verdicts to be renewed by now: first those without a venue's answer, then the longest due. */
  listDue(now: EpochMs, limit: number, except: readonly VenueId[]): Promise<readonly StoredVerdict[]>;
  /** Makes every stored credential due within a time, those without an answer of their venue at once, and forgets removed ones. */
  makeAllDue(now: EpochMs, within: SpreadTimes): Promise<void>;
  /** Makes one due. */
  makeDue(credential: CredentialKey, now: EpochMs): Promise<void>;
  /** How many credentials of each venue its venue has refused. */
  countRefused(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
