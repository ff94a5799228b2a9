import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { openSqliteHistory } from './index.ts';
import { LongSnapshot } from './long-snapshot.ts';
import { verifyHistory } from './verify.ts';

function directoryFor(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-snapshot-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const poll = (i: number, storeKey = 'kx') =>
  ({
    venue: 'kalshi',
    storeKey,
    asset: `kalshi-${storeKey}`,
    t: epochMs(i),
    p: i,
    v: null,
    s: 'poll',
  }) as const;

test('a snapshot lasts until it is ten minutes old or the log has 256 MiB, and not longer', async (t) => {
  const dataDir = directoryFor(t);
  const writer = await openSqliteHistory({ dataDir });
  await writer.append([poll(1)]);
  const db = openDatabaseReadOnly(dataDir);
  let nowMs = 0;
  const snapshot = new LongSnapshot(db, join(dataDir, HISTORY_FILE), { now: () => nowMs });
  const commits = () => Number(db.prepare('SELECT count(*) AS n FROM journal').get()?.n);
  assert.equal(commits(), 1);
  await writer.append([poll(2)]);
  nowMs = 599_999;
  assert.equal(snapshot.renewIfDue(), false);
  assert.equal(commits(), 1, 'all of it is of one moment');
  nowMs = 600_000;
  assert.equal(snapshot.renewIfDue(), true);
  assert.equal(commits(), 2);
  assert.equal(snapshot.renewIfDue(), false);
  db.close();

  const small = openDatabaseReadOnly(dataDir);
  const { size } = statSync(join(dataDir, `${HISTORY_FILE}-wal`));
  const limits = { now: () => nowMs, maxLogBytes: size + 1 };
  const limited = new LongSnapshot(small, join(dataDir, HISTORY_FILE), limits);
  assert.equal(limited.renewIfDue(), false);
  await writer.append([poll(3)]);
  assert.equal(limited.renewIfDue(), true);
  small.close();
  await writer.close();
});

test('a verification in many snapshots finds what one in a single snapshot finds', async (t) => {
  const dataDir = directoryFor(t);
  const writer = await openSqliteHistory({ dataDir });
  const keys = Array.from({ length: 30 }, (_, i) => `kx-${i}`);
  for (let i = 0; i < 20; i++) await writer.append(keys.map((key) => poll(i, key)));
  await writer.sealAll();
  for (let i = 20; i < 25; i++) await writer.append(keys.slice(5).map((key) => poll(i, key)));
  const whole = verifyHistory(dataDir);
  assert.deepEqual([whole.series, whole.records, whole.damaged, whole.problems], [30, 30 * 25 - 25, [], []]);
  assert.deepEqual(verifyHistory(dataDir, { maxAgeMs: 0 }), whole);
  await writer.close();
});
