import { describeUsageStore } from '../../../test/contract/usage.ts';
import { openSqliteEngine } from '../../../test/support/service-engine.ts';
import { SqliteUsage } from './sqlite-usage.ts';

describeUsageStore('SQLite', async (t) => {
  const { part, reopen } = await openSqliteEngine(t, false, (database) => new SqliteUsage(database));
  return { store: part, reopen };
});
