import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openVault } from '../../src/app/bot/vault.ts';
import { wallClock } from '../../src/domain/index.ts';
import { connect, exchange } from '../../src/storage/postgres/connection.ts';
import { findFirstKeyId } from '../../src/vault/key-encryption-key.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const [OLD_ID, NEW_ID] = [OLD, NEW].map((key) => findFirstKeyId(key)) as [string, string];
const KALSHI = { owner: 'ann', venue: 'kalshi' } as const;
const SECRET = { keyId: 'sealed' };

async function ask(url: string, sql: string) {
  const client = await connect(url);
  try {
    return await exchange(client, [{ sql, values: [] }]);
  } finally {
    await client.end();
  }
}

/** Opens the vault of a running process, over connections of its own. */
async function startProcess(t: TestContext, url: string, vaultKeys: string, process: string) {
  const lifecycle = new AsyncDisposableStack();
  t.after(() => lifecycle.disposeAsync());
  const database = await openTestPostgres({ url });
  lifecycle.defer(() => database.close());
  const secrets = { vaultKeys, databaseUrl: url };
  const vault = await openVault(secrets, database, wallClock, pino({ level: 'silent' }), {
    process,
    lifecycle,
  });
  return { vault, stop: () => lifecycle.disposeAsync() };
}

for (const engine of listEngines()) {
  test(`${engine.name}: of processes that start at once with different keys, one stores credentials`, async (t) => {
    const url = await engine.createDatabase(t);
    const processes = await Promise.all(
      [OLD, NEW, OTHER].map((key, i) => startProcess(t, url, key, `process ${i}`)),
    );
    const stored = await Promise.allSettled(
      processes.map(({ vault }, i) => vault.put({ ...KALSHI, owner: `owner_${i}` }, 'apiKey', SECRET)),
    );
    assert.deepEqual(stored.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
    const rows = await ask(url, 'SELECT r.kek_id FROM vault_record r JOIN vault_key_check USING (kek_id)');
    assert.equal(rows.length, 1);
  });

  test(`${engine.name}: a rotation beside a process with the old key alone ends with 3 and changes nothing`, async (t) => {
    const url = await engine.createDatabase(t);
    const old = await startProcess(t, url, OLD, 'feed,bot@one:8080');
    await old.vault.put(KALSHI, 'apiKey', SECRET);
    const dataDir = await emptyDirectory(t);
    const run = (keys: string, ...args: readonly string[]) =>
      runCommand(['vault', ...args], {
        CROSSTAPE_DATA_DIR: dataDir,
        CROSSTAPE_DATABASE_URL: url,
        CROSSTAPE_VAULT_KEK: keys,
      });
    const rotate = () => run(`${NEW},${OLD}`, 'rotate');
    const refused = await rotate();
    assert.equal(refused.code, 3, refused.err);
    assert.match(refused.err, new RegExp(`feed,bot@one:8080 runs with key ${OLD_ID} alone`));
    const lost = await run(NEW, 'forget', OLD_ID);
    assert.equal(lost.code, 3, lost.err);
    assert.match(lost.err, /feed,bot@one:8080 runs with key/);
    assert.deepEqual(await ask(url, 'SELECT kek_id AS id FROM vault_key_check'), [{ id: OLD_ID }]);

    // Its restart with the old key alone still works: the refused command used no key.
    await old.stop();
    const again = await startProcess(t, url, OLD, 'feed,bot@one:8080');
    assert.equal(again.vault.closedBecause, null);
    await again.stop();
    const both = await startProcess(t, url, `${NEW},${OLD}`, 'feed,bot@one:8080');
    const moved = await rotate();
    assert.deepEqual([moved.code, moved.err], [0, '']);
    assert.match(moved.out, new RegExp(`^1 credentials moved; all are under key ${NEW_ID}`));
    assert.deepEqual(await both.vault.withSecret(KALSHI, async (secret) => secret), SECRET);
    const late = await startProcess(t, url, OLD, 'late');
    assert.match(late.vault.closedBecause ?? '', new RegExp(`under key ${NEW_ID}, which is not configured`));
  });

  test(`${engine.name}: a process whose connection was cut shows its keys again`, async (t) => {
    const url = await engine.createDatabase(t);
    const old = await startProcess(t, url, OLD, 'cut@one');
    await old.vault.put(KALSHI, 'apiKey', SECRET);
    await ask(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut@one'",
    );
    const beside = await startProcess(t, url, `${NEW},${OLD}`, 'beside@one');
    const held =
      "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE application_name = 'cut@one'";
    for (let i = 0; i < 100 && (await ask(url, `${held} AND locktype = 'advisory'`)).length === 0; i++) {
      await sleep(50);
    }
    await assert.rejects(beside.vault.rotate(), /cut@one runs with key/);
  });
}
