import { ConfigError } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, cryptoRandom } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import type { OpenServiceDatabase } from '../../storage/service-database.ts';
import { type KeyEncryptionKey, parseKeyEncryptionKeys } from '../../vault/key-encryption-key.ts';
import { type KeyHolders, NO_HOLDERS } from '../../vault/key-holders.ts';
import { prepareVaultQueries } from '../../vault/sql/vault.ts';
import { Vault } from '../../vault/vault.ts';
import { VaultStore } from '../../vault/vault-store.ts';

/** User of a vault: a running process; absent for a command. */
export interface VaultUser {
  /** Name of the process for readers. */
  readonly process: string;
  /** Receives the removal of the process from the list of key holders. */
  readonly lifecycle: AsyncDisposableStack;
}

type VaultSecrets = Pick<Secrets, 'vaultKeys'> & Partial<Pick<Secrets, 'databaseUrl'>>;

/** Opens the vault. A wrong key closes the vault and does not stop the rest of the service. */
export async function openVault(
  { vaultKeys, databaseUrl = null }: VaultSecrets,
  database: OpenServiceDatabase,
  clock: Clock,
  log: Log,
  user?: VaultUser,
): Promise<Vault> {
  const keys = vaultKeys === null ? [] : readKeys(vaultKeys);
  // Holders are registered before the stored check values are read, because a rotation does both in the opposite order.
  const holders = databaseUrl === null ? NO_HOLDERS : await findHolders(databaseUrl, keys, user);
  const vault = await Vault.start({
    store: new VaultStore(database, database.buildQueries(prepareVaultQueries)),
    keys,
    clock,
    holders,
    random: cryptoRandom,
    isCommand: user === undefined,
  });
  if (vaultKeys !== null && vault.closedBecause !== null) {
    log.error(`the credential vault stays closed: ${vault.closedBecause}`);
  }
  return vault;
}

/**
 * Finds the processes that hold keys. A running process registers its own keys, and a command only reads those of
 * others.
 */
async function findHolders(
  url: string,
  keys: readonly KeyEncryptionKey[],
  user: VaultUser | undefined,
): Promise<KeyHolders> {
  const { findVaultHolders, holdVaultKeys } = await import('../../vault/postgres/key-locks.ts');
  if (user !== undefined && keys.length > 0) {
    const held = await holdVaultKeys(url, { keyIds: keys.map(({ id }) => id), process: user.process });
    user.lifecycle.defer(() => held.release());
  }
  return findVaultHolders(url);
}

function readKeys(text: string): readonly KeyEncryptionKey[] {
  try {
    return parseKeyEncryptionKeys(text);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError([`CROSSTAPE_VAULT_KEK: ${error.message}`]);
    throw error;
  }
}
