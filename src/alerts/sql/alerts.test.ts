import { describeAlertStore } from '../../../test/contract/alert-store.ts';
import { openMemoryAlerts } from '../../../test/support/memory/alerts.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.alerts(engine);
describeAlertStore('rows in memory', async (_, clock) => {
  const store = openMemoryAlerts({ clock });
  return { store, reopen: async () => store };
});
