import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeControls } from '../../../../test/contract/controls.ts';
import { openMemoryControls } from '../../../../test/support/memory/controls.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';
import { epochMs } from '../../../domain/index.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';
import { SERVICE_FILE } from '../../../storage/sqlite/open.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { DEFAULT_BOT_CONFIG, NO_DESK_STATE } from '../control.ts';
import { StoredControls } from '../stored-controls.ts';
import { prepareControlQueries } from './controls.ts';

const NOW = epochMs(1_763_700_000_000);
const clock = () => NOW;
const openStore = (database: SqliteServiceDatabase) =>
  new StoredControls(database, prepareControlQueries(database.reads), clock);

for (const engine of SQLITE_ENGINES) STORE_SUITES.controls(engine);
describeControls('rows in memory', async () => {
  const { store, setGlobalKill } = openMemoryControls(clock);
  return { store, setGlobalKill: async (value) => setGlobalKill(value), reopen: async () => store };
});

test('settings that an earlier version stored are the same after the upgrade', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-controls-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const db = new DatabaseSync(path.join(dataDir, SERVICE_FILE));
  migrate(
    db,
    MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === '0020-bot-enabled'),
    ),
  );
  const insert = db.prepare(
    'INSERT INTO bot_control (bot_id, config, killed, changed_at) VALUES (?, ?, ?, 0)',
  );
  const running = { ...DEFAULT_BOT_CONFIG, enabled: true, venues: ['kalshi'] as const, minConfidence: 0.9 };
  insert.run('on', JSON.stringify(running), 0);
  insert.run('killed', JSON.stringify(running), 1);
  insert.run('off', JSON.stringify({ ...running, enabled: false }), 0);
  insert.run('short', '{}', 0);
  db.close();
  const database = await openSqliteDatabase({ dataDir });
  t.after(() => database.close());
  const store = openStore(database);
  assert.deepEqual(await store.listEnabled(10), [{ botId: 'on', config: running, desk: NO_DESK_STATE }]);
  assert.deepEqual(await store.read('on'), { config: running, ...{ halt: 'none', desk: NO_DESK_STATE } });
  assert.deepEqual(await store.read('killed'), { config: running, ...{ halt: 'all', desk: NO_DESK_STATE } });
  assert.deepEqual(await store.read('off'), {
    config: { ...running, enabled: false },
    ...{ halt: 'none', desk: NO_DESK_STATE },
  });
  assert.deepEqual(await store.read('short'), {
    config: DEFAULT_BOT_CONFIG,
    ...{ halt: 'none', desk: NO_DESK_STATE },
  });
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
