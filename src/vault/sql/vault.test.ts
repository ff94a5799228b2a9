import { describeVault } from '../../../test/contract/vault.ts';
import { openMemoryVault } from '../../../test/support/memory/vault.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.vault(engine);
describeVault('rows in memory', async () => {
  const store = openMemoryVault();
  return { store, reopen: async () => store };
});
