import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildKalshiAsset, epochMs } from '../domain/index.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { requireDataKind } from './data-kind.ts';

async function directoryFor(t: TestContext, { records = 0 } = {}): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-kind-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  if (records === 0) return dataDir;
  const history = await openSqliteHistory({ dataDir });
  const ref = buildKalshiAsset('x');
  await history.append(
    Array.from({ length: records }, (_, i) => ({
      ...ref,
      t: epochMs(i),
      p: 0.5,
      v: null,
      s: 'poll' as const,
    })),
  );
  await history.close();
  return dataDir;
}

const readMark = (dataDir: string) => readFile(path.join(dataDir, 'data-kind'), 'utf8');

test('a directory is marked at its first use, and the other kind is refused from then on', async (t) => {
  for (const [first, second, message] of [
    ['real', 'simulated', /holds real records.*unset CROSSTAPE_DATA_DIR/],
    ['simulated', 'real', /holds simulated data/],
  ] as const) {
    const dataDir = await directoryFor(t);
    await requireDataKind(dataDir, first);
    await requireDataKind(dataDir, first);
    assert.equal(await readMark(dataDir), `${first}\n`);
    await assert.rejects(requireDataKind(dataDir, second), { exitCode: 2, message });
  }
});

test('a directory with records and without a mark is real, unless only the simulator wrote there', async (t) => {
  const real = await directoryFor(t, { records: 1 });
  await assert.rejects(requireDataKind(real, 'simulated'), { exitCode: 2 });
  assert.equal(await readMark(real), 'real\n');
  const simulated = await directoryFor(t, { records: 1 });
  await requireDataKind(simulated, 'simulated', { unmarked: 'simulated' });
  assert.equal(await readMark(simulated), 'simulated\n');
});

test('a history without records leaves the choice, and a mark that says neither is refused', async (t) => {
  const dataDir = await directoryFor(t);
  await (await openSqliteHistory({ dataDir })).close();
  await requireDataKind(dataDir, 'simulated');
  await writeFile(path.join(dataDir, 'data-kind'), 'both');
  await assert.rejects(requireDataKind(dataDir, 'real'), {
    exitCode: 2,
    message: /the word real or simulated/,
  });
});
