import type { EpochMs } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';

/** Verdict on a stored credential, without any part of it. */
export interface CredentialVerdict {
  readonly usable: boolean;
  /** Names of members that trading at the venue needs and that the credential lacks. */
  readonly missing: readonly string[];
  /** Problem of the credential, in our words or the venue's; null: none is known. */
  readonly problem: string | null;
  /** Time of the venue's last answer; null: it was not asked yet, or gave no answer. */
  readonly checkedAt: EpochMs | null;
}

/** Verdict on one stored credential. The time `addedAt` distinguishes a credential from the one that it replaced. */
export interface StoredVerdict extends CredentialKey, CredentialVerdict {
  readonly addedAt: EpochMs;
  /** Time at which the venue is asked next; null: never again. */
  readonly nextAt: EpochMs | null;
}
