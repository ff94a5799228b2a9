import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { describeLedger, type OpenLedger } from '../../../test/contract/ledger.ts';
import { openServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { procedures } from './procedures.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

const openAs =
  (thread: boolean): OpenLedger =>
  async (t: TestContext, clock) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-ledger-'));
    const open = () => openServiceDatabase({ dataDir, procedures: [procedures], thread });
    let database = await open();
    t.after(async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    return {
      ledger: new SqliteLedger(database, clock),
      reopen: async () => {
        await database.close();
        database = await open();
        return new SqliteLedger(database, clock);
      },
    };
  };

describeLedger('SQLite', openAs(false));
describeLedger('SQLite with a writing thread', openAs(true));
