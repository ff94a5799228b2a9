import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeControls } from '../../../../test/contract/controls.ts';
import { openMemoryControls } from '../../../../test/support/memory/controls.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';
import { epochMs } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { ControlStore } from '../control-store.ts';
import { prepareControlQueries } from './controls.ts';

const NOW = epochMs(1_763_700_000_000);
const clock = () => NOW;
const _openStore = (database: SqliteServiceDatabase) =>
  new ControlStore(database, prepareControlQueries(database.reads), clock);

for (const engine of SQLITE_ENGINES) STORE_SUITES.controls(engine);
describeControls('rows in memory', async () => {
  const { store, setGlobalKill } = openMemoryControls(clock);
  return { store, setGlobalKill: async (value) => setGlobalKill(value), reopen: async () => store };
});

test('a round of the engine reads running bots from their index, beside any number of others', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const plan = database.reader
    .prepare(
      `EXPLAIN QUERY PLAN SELECT bot_id, config FROM bot_control
       WHERE enabled = 1 AND killed = 0 AND bot_id > ? ORDER BY bot_id LIMIT ?`,
    )
    .all('', 500)
    .map(({ detail }) => detail);
  assert.deepEqual(plan, ['SEARCH bot_control USING INDEX bot_control_running (bot_id>?)']);
});
