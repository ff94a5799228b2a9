import { type CheckBench, describeChecks, type OpenChecks } from '../../../../test/contract/checks.ts';
import { type HeldCredential, openMemoryChecks } from '../../../../test/support/memory/checks.ts';
import { openSqliteEngine } from '../../../../test/support/service-engine.ts';
import { epochMs } from '../../../domain/index.ts';
import { vaultQueries } from '../../../vault/sqlite/vault.ts';
import { StoredVault } from '../../../vault/stored-vault.ts';
import type { VaultStore } from '../../../vault/vault-store.ts';
import { StoredChecks } from '../stored-checks.ts';
import { checkQueries } from './checks.ts';

const ENVELOPE = { kekId: 'key-1', wrap: new Uint8Array(60), box: new Uint8Array(40) };

function credentialsIn(vault: VaultStore): Pick<CheckBench, 'addCredential' | 'removeCredential'> {
  return {
    addCredential: (place, addedAt) =>
      vault.put({ ...place, kind: 'apiKey', envelope: ENVELOPE, addedAt: epochMs(addedAt) }),
    removeCredential: async (place) => void (await vault.remove(place)),
  };
}

const openAs =
  (thread: boolean): OpenChecks =>
  async (t) => {
    const { part, reopen } = await openSqliteEngine(t, thread, (database) => ({
      store: new StoredChecks(database, checkQueries(database.reads)),
      ...credentialsIn(new StoredVault(database, vaultQueries(database.reads))),
    }));
    return { ...part, reopen: async () => (await reopen()).store };
  };

describeChecks('SQLite', openAs(false));
describeChecks('SQLite with a writing thread', openAs(true));
describeChecks('rows in memory', async () => {
  const held = new Map<string, HeldCredential>();
  const store = openMemoryChecks(() => [...held.values()]);
  return {
    store,
    addCredential: async (place, addedAt) => void held.set(JSON.stringify(place), { ...place, addedAt }),
    removeCredential: async (place) => void held.delete(JSON.stringify(place)),
    reopen: async () => store,
  };
});
