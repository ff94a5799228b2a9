import { describeVault, type OpenVault } from '../../../test/contract/vault.ts';
import { openMemoryVault } from '../../../test/support/memory/vault.ts';
import { openSqliteEngine } from '../../../test/support/service-engine.ts';
import { StoredVault } from '../stored-vault.ts';
import { vaultQueries } from './vault.ts';

const openAs =
  (thread: boolean): OpenVault =>
  async (t) => {
    const { part: store, reopen } = await openSqliteEngine(
      t,
      thread,
      (database) => new StoredVault(database, vaultQueries(database.reads)),
    );
    return { store, reopen };
  };

describeVault('SQLite', openAs(false));
describeVault('SQLite with a writing thread', openAs(true));
describeVault('rows in memory', async () => {
  const store = openMemoryVault();
  return { store, reopen: async () => store };
});
