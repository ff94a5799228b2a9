import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { describeSnapshots } from '../../test/contract/snapshots.ts';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { binaryState, ManualClock } from '../../test/support/markets.ts';
import { quietFeed } from '../../test/support/quiet-feed.ts';
import { LocalSnapshots } from './local-snapshots.ts';

async function createDataDir(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'snapshots-'));
  t.after(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

describeSnapshots('a file', async (t, clock) => {
  const dataDir = await createDataDir(t);
  return () => new LocalSnapshots(dataDir, clock);
});

test('a file that is cut short or of another format is refused, never half read', async (t) => {
  const dataDir = await createDataDir(t);
  const clock = new ManualClock();
  const feed = quietFeed([new FakeAdapter('kalshi')], clock.read);
  const markets = [binaryState('A', 0.5), binaryState('B', 0.5)];
  feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets, emptyBooks: 0 });
  const store = new LocalSnapshots(dataDir, clock.read);
  await store.write(feed);
  const whole = await readFile(store.file, 'utf8');
  assert.equal(store.stats().sizeBytes, whole.length);
  const lines = whole.split('\n');
  for (const content of [lines.slice(0, 3).join('\n'), '{"version":99}', 'not json', '']) {
    await writeFile(store.file, content);
    await assert.rejects(new LocalSnapshots(dataDir, clock.read).load());
  }
});
