import { ConfigError } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, cryptoRandom } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import type { OpenServiceDatabase } from '../../storage/service-database.ts';
import { type KeyEncryptionKey, parseKeyEncryptionKeys } from '../../vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../vault/sql/vault.ts';
import { StoredVault } from '../../vault/stored-vault.ts';
import { Vault } from '../../vault/vault.ts';

/** A wrong key closes the vault and stops nothing else. */
export async function openVault(
  { vaultKeys }: Pick<Secrets, 'vaultKeys'>,
  database: OpenServiceDatabase,
  clock: Clock,
  log: Log,
): Promise<Vault> {
  const keys = vaultKeys === null ? [] : readKeys(vaultKeys);
  const vault = await Vault.start({
    store: new StoredVault(database, database.buildQueries(prepareVaultQueries)),
    keys,
    clock,
    random: cryptoRandom,
  });
  if (vaultKeys !== null && vault.closedBecause !== null) {
    log.error(`the credential vault stays closed: ${vault.closedBecause}`);
  }
  return vault;
}

function readKeys(text: string): readonly KeyEncryptionKey[] {
  try {
    return parseKeyEncryptionKeys(text);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError([`CROSSTAPE_VAULT_KEK: ${error.message}`]);
    throw error;
  }
}
