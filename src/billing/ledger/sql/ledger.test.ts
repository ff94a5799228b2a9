import { describeLedger } from '../../../../test/contract/ledger.ts';
import { createMemoryLedger } from '../../../../test/support/memory/ledger.ts';
import { MemoryDatabase, type UndoLog } from '../../../../test/support/memory/memory-database.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.ledger(engine);
describeLedger('rows in memory', async (_, clock) => {
  const undo: UndoLog = [];
  const ledger = createMemoryLedger(undo);
  const database = new MemoryDatabase(ledger.rows, undo);
  const part = { database, openLedger: () => ledger.open(database, clock) };
  return { ...part, reopen: async () => part };
});
