import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRecords, dropAll, dropMonth, type UpkeepServer } from './table-upkeep.ts';

/** Makes a server whose table has this engine; `statements` collects the commands that remove records. */
function makeServer(engine: string): { readonly server: UpkeepServer; readonly statements: string[] } {
  const statements: string[] = [];
  const server: UpkeepServer = {
    read: async (sql) =>
      /^CHECK/.test(sql) ? Buffer.of(1) : Buffer.concat([Buffer.of(engine.length), Buffer.from(engine)]),
    drop: async (sql) => {
      statements.push(sql);
    },
  };
  return { server, statements };
}

test('records of a single server are removed from its table', async () => {
  const { server, statements } = makeServer('MergeTree PARTITION BY toYYYYMM(t)');
  await dropMonth(server, 202611);
  await dropAll(server);
  assert.deepEqual(statements, ['ALTER TABLE obs DROP PARTITION 202611', 'TRUNCATE TABLE obs']);
  assert.equal(await checkRecords(server), true);
});

test('a distributed table has no parts: its servers are named', async () => {
  const { server, statements } = makeServer("Distributed('all-shards', 'crosstape', 'obs_local', k)");
  await dropMonth(server, 202611);
  await dropAll(server);
  assert.deepEqual(statements, [
    'ALTER TABLE `crosstape`.`obs_local` ON CLUSTER `all-shards` DROP PARTITION 202611',
    'TRUNCATE TABLE `crosstape`.`obs_local` ON CLUSTER `all-shards`',
  ]);
  await assert.rejects(checkRecords(server), /run CHECK TABLE `crosstape`.`obs_local` on each of them/);
});

test('a distributed table that is not understood is left as it is', async () => {
  const { server, statements } = makeServer('Distributed(cluster())');
  await assert.rejects(dropAll(server), /the table obs is Distributed/);
  assert.deepEqual(statements, []);
});
