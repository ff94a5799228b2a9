/** The types of the vault that endpoints and commands use: they reach it through the bot alone. */
export { type SkippedRecord, type Vault, VaultClosedError } from '../vault/vault.ts';
export { CREDENTIAL_KINDS } from '../vault/vault-store.ts';
