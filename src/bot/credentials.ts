/** Types of the vault for endpoints and commands, which use the vault only by way of the bot. */
export { findFirstKeyId } from '../vault/key-encryption-key.ts';
export { KeyInUseError } from '../vault/key-holders.ts';
export type { SkippedRecord } from '../vault/rotation.ts';
export { type Vault, VaultClosedError } from '../vault/vault.ts';
export { CREDENTIAL_KINDS } from '../vault/vault-record.ts';
