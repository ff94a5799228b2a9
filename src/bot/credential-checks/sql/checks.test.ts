import { describeChecks } from '../../../../test/contract/checks.ts';
import { type HeldCredential, openMemoryChecks } from '../../../../test/support/memory/checks.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.checks(engine);
describeChecks('rows in memory', async () => {
  const held = new Map<string, HeldCredential>();
  const store = openMemoryChecks(() => [...held.values()]);
  return {
    store,
    addCredential: async (credential, addedAt) =>
      void held.set(JSON.stringify(credential), { ...credential, addedAt }),
    removeCredential: async (credential) => void held.delete(JSON.stringify(credential)),
    reopen: async () => store,
  };
});
