import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, perpState } from '../../test/support/markets.ts';
import { quietFeed } from '../../test/support/quiet-feed.ts';
import { DAY_MS } from '../domain/index.ts';
import type { LiveFeed } from './live/live-feed.ts';
import { SnapshotFile } from './snapshot-file.ts';

async function withFeed(
  use: (parts: { dataDir: string; clock: ManualClock; feed: LiveFeed }) => Promise<void>,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'snapshot-file-'));
  const clock = new ManualClock();
  const feed = quietFeed([new FakeAdapter('hyperliquid'), new FakeAdapter('kalshi')], clock.read);
  try {
    await use({ dataDir, clock, feed });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

test('what was written comes back whole, with the time of its poll', async () => {
  await withFeed(async ({ dataDir, clock, feed }) => {
    const markets = [perpState('BTC', 66_344), perpState('kPEPE', 0.0123)];
    const questions = Array.from({ length: 450 }, (_, i) => binaryState(`T-${i}`, 0.5));
    const fetchedAt = clock.read();
    feed.restore({ venue: 'hyperliquid', fetchedAt, markets, emptyBooks: 3 });
    feed.restore({ venue: 'kalshi', fetchedAt, markets: questions, emptyBooks: 0 });
    clock.advance(5_000);
    await new SnapshotFile(dataDir, clock.read).write(feed);

    const polls = await new SnapshotFile(dataDir, clock.read).load();
    assert.deepEqual(polls, [
      { venue: 'hyperliquid', fetchedAt, markets, emptyBooks: 3 },
      { venue: 'kalshi', fetchedAt, markets: questions, emptyBooks: 0 },
    ]);
  });
});

test('the statistics state age, size and the writes of the last 24 hours, over restarts', async () => {
  await withFeed(async ({ dataDir, clock, feed }) => {
    const fresh = new SnapshotFile(dataDir, clock.read);
    assert.deepEqual(fresh.stats(), {
      exists: false,
      sizeBytes: null,
      lastTs: null,
      ageMs: null,
      count24h: 0,
    });
    feed.restore({
      venue: 'kalshi',
      fetchedAt: clock.read(),
      markets: [binaryState('A', 0.5)],
      emptyBooks: 0,
    });
    await fresh.write(feed);
    clock.advance(60_000);
    await fresh.write(feed);
    clock.advance(10_000);

    const reopened = new SnapshotFile(dataDir, clock.read);
    await reopened.load();
    const { exists, sizeBytes, ageMs, count24h } = reopened.stats();
    assert.deepEqual([exists, ageMs, count24h], [true, 10_000, 2]);
    assert.equal(sizeBytes, (await readFile(reopened.file)).length);
    clock.advance(DAY_MS);
    assert.equal(reopened.stats().count24h, 0);
  });
});

test('a feed without any poll leaves the former file alone', async () => {
  await withFeed(async ({ dataDir, clock, feed }) => {
    const file = new SnapshotFile(dataDir, clock.read);
    await writeFile(file.file, 'former');
    await file.write(feed);
    assert.equal(await readFile(file.file, 'utf8'), 'former');
  });
});

test('a file that is cut short or of another format is refused, never half read', async () => {
  await withFeed(async ({ dataDir, clock, feed }) => {
    feed.restore({
      venue: 'kalshi',
      fetchedAt: clock.read(),
      markets: [binaryState('A', 0.5), binaryState('B', 0.5)],
      emptyBooks: 0,
    });
    const file = new SnapshotFile(dataDir, clock.read);
    await file.write(feed);
    const lines = (await readFile(file.file, 'utf8')).split('\n');
    for (const content of [lines.slice(0, 3).join('\n'), '{"version":99}', 'not json', '']) {
      await writeFile(file.file, content);
      await assert.rejects(new SnapshotFile(dataDir, clock.read).load());
    }
  });
});
