import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-store.ts';

/** What is known of a stored credential, without any part of it. */
export interface CredentialVerdict {
  readonly usable: boolean;
  /** Members that trading at the venue needs and that are absent. */
  readonly missing: readonly string[];
  /** What is wrong, in our words or the venue's; null: nothing is known to be. */
  readonly problem: string | null;
  /** When the venue was asked; null: not yet, or it could not be. */
  readonly checkedAt: EpochMs | null;
}

/** The verdict on one stored credential. One that replaced it has an `addedAt` of its own. */
export interface StoredVerdict extends CredentialKey, CredentialVerdict {
  readonly addedAt: EpochMs;
  /** When it is looked at next; null: never again. */
  readonly nextAt: EpochMs | null;
}

export interface CheckStore {
  /** Replaces what is known, unless that is about a newer credential. */
  put(verdict: StoredVerdict): Promise<void>;
  remove(credential: CredentialKey): Promise<void>;
  find(credential: CredentialKey): Promise<StoredVerdict | null>;
  list(owner: string): Promise<readonly StoredVerdict[]>;
  /** Those to be looked at by now: first those that no venue was asked for, then the longest due. */
  due(now: EpochMs, limit: number, except: readonly VenueId[]): Promise<readonly StoredVerdict[]>;
  /** Makes every stored credential due, also those that nobody has looked at yet, and forgets removed ones. */
  dueAll(now: EpochMs): Promise<void>;
  /** Makes one due. */
  hasten(credential: CredentialKey, now: EpochMs): Promise<void>;
  /** How many credentials of each venue its venue has refused. */
  refused(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
