import type { EpochMs } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';

/** Verdict on a stored credential, without any part of it. */
export interface CredentialVerdict {
  readonly usable: boolean;
  /** Members that trading at the venue needs and that are absent. */
  readonly missing: readonly string[];
  /** The problem, in our words or the venue's; null: none is known. */
  readonly problem: string | null;
  /** When the venue was asked; null: not yet, or the venue gave no answer. */
  readonly checkedAt: EpochMs | null;
}

/** The verdict on one stored credential. One that replaced it has an `addedAt` of its own. */
export interface StoredVerdict extends CredentialKey, CredentialVerdict {
  readonly addedAt: EpochMs;
  /** When the venue is asked next; null: never again. */
  readonly nextAt: EpochMs | null;
}
