import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { openTapeTreeSource } from '../../src/history/tape/sqlite/tree/sqlite-tape-tree-source.ts';
import { completeTables } from '../../src/history/tree/tables.ts';
import { writeTree } from '../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { writeTapeFixture } from '../support/tape/tape-fixture.ts';
import { FIRST_DAY, startTree, type TreeBench } from '../support/tree-bench.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const PART = 'books/venue=polymarket/date=2026-11-29/part-0.parquet';

/** A served tree whose days of the tape, 28 and 29 November, are over. */
async function startTapeTree(t: TestContext): Promise<TreeBench> {
  const bench = await startTree(t, { writeTape: writeTapeFixture });
  bench.pass(10 * DAY_MS);
  return bench;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
async function readManifest({ app }: Pick<TreeBench, 'app'>, query: string): Promise<any> {
  for (;;) {
    const answer = await app.inject(`/api/export/manifest${query}`);
    // On a busy machine the store takes longer than a test has its callers wait.
    if (answer.statusCode === 503) continue;
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }
}

test('books and trades are listed where they are named, and their files are those of the command', async (t) => {
  const bench = await startTapeTree(t);
  const { app, dataDir } = bench;
  const plain = await readManifest(bench, '');
  assert.ok(
    plain.parts.every(({ path: name }: { path: string }) => !/^(books|bookSpans|trades)\//.test(name)),
  );
  assert.deepEqual(Object.keys(plain.schema), plain.selection.tables);

  const named = await readManifest(bench, '?tables=trades,books');
  assert.deepEqual(named.selection.tables, ['books', 'bookSpans', 'trades']);
  assert.deepEqual(Object.keys(named.schema), ['books', 'bookSpans', 'trades']);
  const paths: string[] = named.parts.map(({ path: name }: { path: string }) => name);
  assert.equal(paths.length, 6);
  assert.ok(
    named.parts.every((part: Record<string, unknown>) => part.sha256 === null && part.closed === true),
  );

  const clock = () => epochMs(FIRST_DAY + 13.5 * DAY_MS);
  const source = openTreeSource(dataDir, { clock });
  const tape = openTapeTreeSource(dataDir);
  const directory = await emptyDirectory(t);
  const { manifest } = await writeTree(source, {
    directory,
    selection: {
      venues: null,
      assets: null,
      tables: completeTables(['books', 'trades']),
      format: 'parquet',
      compression: 'zstd',
    },
    window: { fromMs: null, toMs: null },
    simulated: false,
    lock: lockDirectory,
    tape,
  });
  tape.close();
  source.close();
  assert.deepEqual(
    manifest.parts.map(({ path: name }) => name),
    paths,
  );
  for (const name of [...paths, 'duckdb.sql?tables=books&empty=true']) {
    const answer = await app.inject(`/api/export/${name}`);
    assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`);
    if (name.startsWith('duckdb'))
      assert.match(answer.body, /^CREATE OR REPLACE VIEW books .*\nCREATE OR REPLACE VIEW bookSpans /m);
    else assert.equal(sha256(answer.rawPayload), sha256(readFileSync(path.join(directory, name))), name);
  }
  const made = await readManifest(bench, '?tables=books,trades');
  const facts = (parts: readonly { path: string; rows: number; seq: number; sha256: string }[]) =>
    parts.map(({ path: name, rows, seq, sha256: sum }) => [name, rows, seq, sum]);
  assert.deepEqual(facts(made.parts), facts(manifest.parts as never));
});

test('books that were let go are in the manifest and at their address no more', async (t) => {
  const bench = await startTapeTree(t);
  assert.equal((await bench.app.inject(`/api/export/${PART}`)).statusCode, 200);
  const writer = new SqliteTapeWriter({
    dataDir: bench.dataDir,
    store: '5a'.repeat(16),
    nowMs: FIRST_DAY + 20 * DAY_MS,
  });
  while (writer.removeBooks(1) !== null);
  writer.stop(FIRST_DAY + 20 * DAY_MS);
  bench.pass(60_000);
  const { parts } = await readManifest(bench, '?tables=books,trades');
  assert.deepEqual([...new Set(parts.map(({ table }: { table: string }) => table))], ['trades']);
  assert.equal((await bench.app.inject(`/api/export/${PART}`)).statusCode, 404);
});

test('a table that no tree has is refused by name', async (t) => {
  const { app } = await startTapeTree(t);
  for (const tables of ['book', 'books,', 'bookSpans', 'books,all']) {
    const answer = await app.inject(`/api/export/manifest?tables=${tables}`);
    assert.equal(answer.statusCode, 400, tables);
    assert.deepEqual([answer.json().error, answer.json().parameter], ['validation_failed', 'tables']);
  }
  for (const wrong of [
    'book/venue=polymarket',
    'books/venue=nowhere',
    'books/venue=ref',
    'books/venue=kalshi',
  ]) {
    const answer = await app.inject(`/api/export/${wrong}/date=2026-11-29/part-0.parquet`);
    assert.ok([400, 404].includes(answer.statusCode), `${wrong}: ${answer.statusCode}`);
  }
});

test('a key for some venues has no file of others', async (t) => {
  const { tree } = await startTapeTree(t);
  const bench = await startAccountBench(t, { api: { tree } });
  const call = async (url: string, key: string) => bench.call('GET', `/api/export/${url}`, key);
  const pro = await bench.issue({ tier: 'pro' });
  assert.equal((await call(PART, pro.rawKey)).status, 402);
  const some = await bench.issue({ tier: 'enterprise', venues: 'kalshi' });
  const { body } = await call('manifest?tables=books,trades', some.rawKey);
  assert.deepEqual([body.parts, body.selection.venues], [[], ['kalshi']]);
  const foreign = await call(PART, some.rawKey);
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'venue_not_entitled']);
  const all = await bench.issue({ tier: 'enterprise', venues: 'all' });
  assert.equal((await call(PART, all.rawKey)).status, 200);
});

test('a mirror of books and trades is fetched, checked and brought up to date', async (t) => {
  const bench = await startTapeTree(t);
  await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(bench.app.server.address() as AddressInfo).port}`;
  const directory = await emptyDirectory(t);
  const args = ['export', '--all', '--tables', 'books,trades', '--url', url, '-o', directory];
  const first = await runCommand(args);
  assert.equal(first.code, 0, first.err);
  const { parts } = JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8'));
  const rows = parts.reduce((sum: number, part: { rows: number }) => sum + part.rows, 0);
  assert.ok(rows > 1_000);
  assert.match(first.out, new RegExp(`6 files fetched, 6 with ${rows} rows and `));
  assert.ok(existsSync(path.join(directory, PART)));
  assert.match(readFileSync(path.join(directory, 'duckdb.sql'), 'utf8'), /VIEW bookSpans/);
  assert.match((await runCommand(args)).out, /0 files fetched/);
  assert.equal((await runCommand([...args, '--verify'])).code, 0);
  const other = await runCommand(['export', '--all', '--url', url, '-o', directory]);
  assert.deepEqual([other.code, /a different selection \(tables\)/.test(other.err)], [2, true], other.err);
});
