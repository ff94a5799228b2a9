import { describeDecisions } from '../../../../test/contract/decisions.ts';
import { openMemoryDecisions } from '../../../../test/support/memory/decisions.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.decisions(engine);
describeDecisions('rows in memory', async () => {
  const store = openMemoryDecisions();
  return { store, reopen: async () => store };
});
