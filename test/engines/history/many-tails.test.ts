import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'history-tails-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const START = 1_760_000_000_000;
const SERIES = 4_096;
const POLLS = 190;
/** Records that tails may hold together, and what the last polls bring before the next ones seal. */
const MOST = 524_288 + 2 * SERIES;

function buildPoll(poll: number, from = 0, to = SERIES) {
  return Array.from({ length: to - from }, (_, i) => ({
    venue: 'kalshi' as const,
    storeKey: `T${from + i}`,
    asset: `kx-t${from + i}`,
    t: epochMs(START + poll * 30_000),
    p: ((poll * 31 + from + i) % 97) / 100,
    v: null,
    s: 'poll' as const,
  }));
}

test('tails that are far from full are sealed when all together hold too many records', async () => {
  const history = await openSqliteHistory({ dataDir });
  for (let poll = 0; poll < POLLS; poll++) await history.append(buildPoll(poll));
  const db = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  const sealed = db.prepare("SELECT records FROM total WHERE venue = 'kalshi'").get() as { records: number };
  db.close();
  await history.close();
  assert.ok(
    SERIES * POLLS - sealed.records <= MOST,
    `${SERIES * POLLS - sealed.records} records are in tails`,
  );
});

test('what was sealed early is read whole, also after a start', async () => {
  const history = await openSqliteHistory({ dataDir });
  try {
    for (const i of [0, 1, SERIES / 2, SERIES - 1]) {
      const expected = Array.from({ length: POLLS }, (_, poll) => buildPoll(poll, i, i + 1)[0]!);
      const { columns } = await history.read({ venue: 'kalshi', storeKey: `T${i}` }, { limit: 1_000 });
      assert.deepEqual(
        [...columns.t],
        expected.map(({ t }) => t),
      );
      assert.deepEqual(
        [...columns.p],
        expected.map(({ p }) => p),
      );
    }
  } finally {
    await history.close();
  }
});

test('series that end fall asleep and leave the rows of the catalogue, also while tails hold too many records', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'history-asleep-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const history = await openSqliteHistory({ dataDir: folder });
  // Those that last keep the tails above their limit; each quarter of an hour others come and end.
  const [lasting, crowd, generations, polls] = [4_000, 2_000, 12, 30];
  for (let poll = 0; poll < generations * polls; poll++) {
    const from = lasting + Math.floor(poll / polls) * crowd;
    await history.append(buildPoll(poll, 0, lasting));
    await history.append(buildPoll(poll, from, from + crowd));
  }
  const db = new DatabaseSync(join(folder, 'history.sqlite'), { readOnly: true });
  const { rows } = db.prepare('SELECT count(*) AS rows FROM series').get() as { rows: number };
  db.close();
  await history.close();
  const all = lasting + generations * crowd;
  assert.ok(rows <= all - 2 * crowd, `${rows} of ${all} series have a row`);
});
