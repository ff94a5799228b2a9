import { describeDecisions, type OpenDecisions } from '../../../../test/contract/decisions.ts';
import { openMemoryDecisions } from '../../../../test/support/memory/decisions.ts';
import { openSqliteEngine } from '../../../../test/support/service-engine.ts';
import { StoredDecisions } from '../stored-decisions.ts';
import { decisionQueries } from './decisions.ts';

const openAs =
  (thread: boolean): OpenDecisions =>
  async (t) => {
    const { part: store, reopen } = await openSqliteEngine(
      t,
      thread,
      (database) => new StoredDecisions(database, decisionQueries(database.reads)),
    );
    return { store, reopen };
  };

describeDecisions('SQLite', openAs(false));
describeDecisions('SQLite with a writing thread', openAs(true));
describeDecisions('rows in memory', async () => {
  const store = openMemoryDecisions();
  return { store, reopen: async () => store };
});
