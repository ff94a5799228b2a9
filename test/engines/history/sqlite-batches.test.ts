import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import { ColumnBuilder, toColumns } from '../../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../../src/history/contract/history-store.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { testImportBatches } from '../../contract/import-batches.ts';
import { testImportWithdrawals } from '../../contract/import-withdrawals.ts';
import { rounds } from '../../support/long-tests.ts';

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'batches-'));
  directories.push(directory);
  return directory;
};
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const places = new WeakMap<HistoryStore, string>();
const openIn = async (dataDir: string) => {
  const store = await openSqliteHistory({ dataDir });
  places.set(store, dataDir);
  return store;
};

const engine = {
  name: 'sqlite',
  open: () => openIn(newDirectory()),
  reopen: async (store: HistoryStore) => {
    await store.close();
    return openIn(places.get(store)!);
  },
};
testImportBatches(engine);
testImportWithdrawals(engine);

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;

function withDatabase(dataDir: string, use: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE));
  try {
    use(db);
  } finally {
    db.close();
  }
}

const columns = (count: number, at: (i: number) => number, p: number) => {
  const rows = new ColumnBuilder(count);
  for (let i = 0; i < count; i++) rows.push(at(i), p, Number.NaN, 1);
  return rows;
};

/** A long series, and a batch that falls among its pieces. */
async function importAmongMany(dataDir: string) {
  const store = await openIn(dataDir);
  await store.insert(
    SERIES,
    columns(100_000, (i) => i * 100, 0.5),
  );
  const before = await readText(store);
  const batch = await store.openBatch({ fileSha256: 'b'.repeat(64), asset: SERIES.asset });
  await batch.insert(
    SERIES,
    columns(5_000, (i) => i * 2_000 + 7, 0.25),
  );
  await batch.end();
  return { store, before, after: await readText(store), id: batch.id };
}

async function readText(store: HistoryStore): Promise<string> {
  const { columns } = await store.read(SERIES, { limit: 1_000_000 });
  return Array.from(columns.t, (t, i) => `${t} ${columns.p[i]} ${columns.s[i]}`).join('\n');
}

test('an undo that is killed after each step is finished at the next start, and reads are as before', async () => {
  const dataDir = newDirectory();
  const { store, before, id } = await importAmongMany(dataDir);
  await store.close();
  for (let killedAt = 0, isDone = false; !isDone; killedAt += rounds(18, 3)) {
    // A step that fails leaves what the ones before it stored, as a kill does.
    const running = await openIn(dataDir);
    const steps = stepsUntil(killedAt);
    await running.undoBatch(id, steps.onProgress).catch(() => undefined);
    isDone = !steps.wasKilled();
    await running.close();
    assert.deepEqual(verifyHistory(dataDir).damaged, []);
  }
  const opened = await openIn(dataDir);
  await opened.resumeBatches();
  assert.equal(await readText(opened), before);
  await opened.close();
});

/** Kills a process that undoes a batch in the midst of a part. @returns Whether it was killed before it ended. */
async function killAfter(parts: number, dataDir: string, id: string) {
  const script = join(import.meta.dirname, '../../support/undo-batch.ts');
  const child = spawn(process.execPath, [script, dataDir, id], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let done = 0;
  for await (const _ of child.stdout) {
    child.stdin.write('.');
    if (++done === parts) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  assert.ok(code === 0 || signal === 'SIGKILL');
  return signal === 'SIGKILL';
}

test('a process that is killed while it undoes a batch loses nothing of it', async () => {
  const dataDir = newDirectory();
  const { store, before, id } = await importAmongMany(dataDir);
  await store.close();
  let kills = 0;
  // Each run goes on where the one before was killed, and is killed a few parts later.
  for (let parts = 1; await killAfter(parts, dataDir, id); parts += rounds(6, 1)) {
    kills++;
    assert.deepEqual(verifyHistory(dataDir).damaged, []);
  }
  assert.ok(kills > 1, `${kills} kills`);
  const opened = await openIn(dataDir);
  assert.equal(await readText(opened), before);
  await opened.close();
});

test('an undo that the store is closed during is finished when it is open again', async () => {
  const dataDir = newDirectory();
  const { store, before, id } = await importAmongMany(dataDir);
  const undone = assert.rejects(store.undoBatch(id), { name: 'BatchInterruptedError' });
  const waiting = assert.rejects(store.undoBatch(id));
  await new Promise(setImmediate);
  await store.close();
  await Promise.all([undone, waiting]);
  const opened = await openIn(dataDir);
  assert.equal((await opened.listBatches())[0]?.state, 'undoing');
  assert.deepEqual(await opened.resumeBatches(), [id]);
  assert.equal(await readText(opened), before);
  await opened.close();
});

test('a batch whose caller has gone while it waited is not opened', async () => {
  const store = await openIn(newDirectory());
  const origin = { fileSha256: 'c'.repeat(64), asset: SERIES.asset };
  const first = await store.openBatch(origin);
  const gone = new AbortController();
  const second = assert.rejects(store.openBatch(origin, gone.signal), { name: 'AbortError' });
  gone.abort();
  await first.end();
  await second;
  await (await store.openBatch(origin)).end();
  assert.equal((await store.listBatches()).length, 2);
  await store.close();
});

/** Throws after some parts. */
function stepsUntil(part: number) {
  let isKilled = false;
  return {
    onProgress: (done: number) => {
      if (done <= part) return;
      isKilled = true;
      throw new Error('killed');
    },
    wasKilled: () => isKilled,
  };
}

test('undo goes through all parts of a batch that has many, beside another that has as many', async () => {
  const store = await openIn(newDirectory());
  const parts = Array.from({ length: 600 }, (_, i) => columns(1, () => i * 1_000, 0.25));
  const importAll = async (fileSha256: string) => {
    const batch = await store.openBatch({ fileSha256, asset: SERIES.asset });
    for (const part of parts) await batch.insert(SERIES, part);
    await batch.end();
    return batch.id;
  };
  const count = async () => (await store.read(SERIES, { limit: 1_000 })).columns.length;
  const first = await importAll('a'.repeat(64));
  const second = await importAll('b'.repeat(64));
  assert.equal(await count(), 600);
  await store.undoBatch(second);
  assert.equal(await count(), 600, 'the first holds the same rows');
  await store.undoBatch(first);
  assert.equal(await count(), 0);
  await store.close();
});

test('days that an undo changes have a higher number', async () => {
  const dataDir = newDirectory();
  const { store, id } = await importAmongMany(dataDir);
  const seq = () => {
    let found = 0;
    withDatabase(dataDir, (db) => {
      found = Number(db.prepare('SELECT max(seq) AS seq FROM changed_day').get()?.seq);
    });
    return found;
  };
  const imported = seq();
  await store.undoBatch(id);
  assert.ok(imported < seq());
  await store.close();
});

test('an undo frees the rows of its batch, and one that is killed meanwhile is finished at the next start', async () => {
  const dataDir = newDirectory();
  const { store, before, id } = await importAmongMany(dataDir);
  await store.close();
  const left = () => {
    const counts: number[] = [];
    withDatabase(dataDir, (db) => {
      for (const table of ['import_part', 'import_event', 'pack WHERE id NOT IN (SELECT pack FROM piece)']) {
        counts.push(Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n));
      }
    });
    return counts;
  };
  // A kill behind the last step of the undo, as of a version that kept the rows.
  const copy = newDirectory();
  copyFileSync(join(dataDir, HISTORY_FILE), join(copy, HISTORY_FILE));
  const opened = await openIn(dataDir);
  await opened.undoBatch(id);
  await opened.close();
  assert.deepEqual(left(), [0, 0, 0]);
  withDatabase(copy, (db) => {
    db.exec(`ATTACH '${join(dataDir, HISTORY_FILE)}' AS undone`);
    for (const table of ['import_part', 'import_event']) {
      db.exec(`INSERT INTO undone.${table} SELECT * FROM ${table}`);
    }
    db.exec('INSERT INTO undone.pack SELECT * FROM pack WHERE id IN (SELECT pack FROM import_part)');
  });
  assert.ok(left().every((count) => count > 0));
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
  const again = await openIn(dataDir);
  assert.deepEqual(await again.resumeBatches(), []);
  assert.equal((await again.listBatches())[0]?.state, 'withdrawn');
  assert.equal(await readText(again), before);
  await again.close();
  assert.deepEqual(left(), [0, 0, 0]);
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('verify names damaged rows and parts of imports', async () => {
  for (const [sql, reason] of [
    ['UPDATE import_batch SET stored = stored + 1', /the row of import .* is damaged/],
    ['UPDATE import_part SET pack = pack + 1 WHERE n = 0', /the row of a part of import .* is damaged/],
    ["UPDATE import_event SET data = '{}'", /the row of an event of import .* is damaged/],
    [
      'UPDATE pack SET data = zeroblob(100) WHERE id = (SELECT pack FROM import_part WHERE n = 1)',
      /rows of import .* cannot be read/,
    ],
  ] as const) {
    const dataDir = newDirectory();
    const { store } = await importAmongMany(dataDir);
    await store.close();
    assert.deepEqual(verifyHistory(dataDir).damaged, []);
    withDatabase(dataDir, (db) => db.exec(sql));
    const { damaged } = verifyHistory(dataDir);
    assert.ok(
      damaged.some((found) => reason.test(found.reason)),
      sql,
    );
  }
});

test('an import stays while rows that another one may share with it cannot be read', async () => {
  const rows = columns(100, (i) => i * 1_000, 0.25);
  for (const [sql, isRefused] of [
    ['UPDATE pack SET data = zeroblob(100) WHERE id = (SELECT pack FROM import_part WHERE batch = ?)', true],
    ['UPDATE import_part SET pack = pack + 1 WHERE batch = ?', true],
    ['SELECT ?', false],
  ] as const) {
    const dataDir = newDirectory();
    const store = await openIn(dataDir);
    const ids: string[] = [];
    for (const fileSha256 of ['d'.repeat(64), 'e'.repeat(64)]) {
      const batch = await store.openBatch({ fileSha256, asset: SERIES.asset });
      await batch.insert(SERIES, rows);
      await batch.end();
      ids.push(batch.id);
    }
    await store.close();
    const [first = '', second = ''] = ids;
    withDatabase(dataDir, (db) => db.prepare(sql).all(second));
    const opened = await openIn(dataDir);
    const before = await readText(opened);
    const undone = opened.undoBatch(first);
    if (isRefused) await assert.rejects(undone, { name: 'BatchKeptError', message: new RegExp(second) });
    else {
      const keptBy = [{ batch: second, rows: 100 }];
      assert.deepEqual(await undone, { isChanged: true, records: 0, keptBy });
    }
    assert.equal(await readText(opened), before, 'no row is lost');
    await opened.close();
  }
});

test('an older file gains the tables when it is opened for writing, and is verified without them', async () => {
  const dataDir = newDirectory();
  const store = await openIn(dataDir);
  await store.insert(SERIES, toColumns([{ t: epochMs(1), p: 1, v: null, s: 'poll' }]));
  await store.close();
  withDatabase(dataDir, (db) => {
    db.exec('DROP TABLE import_part; DROP TABLE import_event; DROP TABLE import_progress');
    db.exec('ALTER TABLE import_batch DROP COLUMN crc; ALTER TABLE import_batch DROP COLUMN asset');
  });
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
  const opened = await openIn(dataDir);
  const batch = await opened.openBatch({ fileSha256: 'c'.repeat(64), asset: SERIES.asset });
  await batch.insert(SERIES, toColumns([{ t: epochMs(2), p: 1, v: null, s: 'poll' }]));
  await batch.end();
  assert.equal((await opened.listBatches()).length, 1);
  await opened.close();
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});
