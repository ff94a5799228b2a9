import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Clock, DAY_MS } from '../../src/domain/index.ts';
import type { LocalFeed } from '../../src/feed/local/local-feed.ts';
import type { SnapshotStore } from '../../src/feed/snapshot-store.ts';
import { FakeAdapter } from '../support/fake-adapter.ts';
import { binaryState, ManualClock, perpState } from '../support/markets.ts';
import { quietFeed } from '../support/quiet-feed.ts';

/** Prepares an empty store. Each call of what it returns opens the same one again, as a restart does. */
export type OpenSnapshots = (t: TestContext, clock: Clock) => Promise<() => SnapshotStore>;

interface Parts {
  readonly open: () => SnapshotStore;
  readonly clock: ManualClock;
  readonly feed: LocalFeed;
}

async function withFeed(t: TestContext, openStore: OpenSnapshots, use: (parts: Parts) => Promise<void>) {
  const clock = new ManualClock();
  const feed = quietFeed([new FakeAdapter('hyperliquid'), new FakeAdapter('kalshi')], clock.read);
  await use({ open: await openStore(t, clock.read), clock, feed });
}

/** Defines the tests that every engine of the snapshots passes. */
export function describeSnapshots(engine: string, openStore: OpenSnapshots): void {
  const check = (name: string, body: (t: TestContext) => Promise<void>) => test(`${engine}: ${name}`, body);

  check('what was written comes back whole, with the time of its poll', async (t) => {
    await withFeed(t, openStore, async ({ open, clock, feed }) => {
      const markets = [perpState('BTC', 66_344), perpState('kPEPE', 0.0123)];
      const questions = Array.from({ length: 450 }, (_, i) => binaryState(`T-${i}`, 0.5));
      const fetchedAt = clock.read();
      feed.restore({ venue: 'hyperliquid', fetchedAt, markets, emptyBooks: 3 });
      const beyondLimit = new Map([
        ['small', null],
        ['ending', fetchedAt],
      ]);
      feed.restore({ venue: 'kalshi', fetchedAt, markets: questions, emptyBooks: 0, beyondLimit });
      clock.advance(5_000);
      await open().write(feed);

      const polls = await open().load();
      assert.deepEqual(polls, [
        { venue: 'hyperliquid', fetchedAt, markets, emptyBooks: 3, beyondLimit: new Map() },
        { venue: 'kalshi', fetchedAt, markets: questions, emptyBooks: 0, beyondLimit },
      ]);
    });
  });

  check('the statistics state age, size and the writes of the last 24 hours, over restarts', async (t) => {
    await withFeed(t, openStore, async ({ open, clock, feed }) => {
      const fresh = open();
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

      const reopened = open();
      await reopened.load();
      const { exists, sizeBytes, ageMs, count24h } = reopened.stats();
      assert.deepEqual([exists, ageMs, count24h], [true, 10_000, 2]);
      assert.ok((sizeBytes ?? 0) > 0);
      clock.advance(DAY_MS);
      assert.equal(reopened.stats().count24h, 0);
    });
  });

  check('a feed without any poll leaves what was stored alone', async (t) => {
    await withFeed(t, openStore, async ({ open, clock, feed }) => {
      const markets = [binaryState('A', 0.5)];
      feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets, emptyBooks: 0 });
      await open().write(feed);
      await open().write(quietFeed([new FakeAdapter('kalshi')], clock.read));
      assert.deepEqual((await open().load())[0]?.markets, markets);
    });
  });

  check('what is started and stopped at once is written by the stop', async (t) => {
    await withFeed(t, openStore, async ({ open, clock, feed }) => {
      feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets: [], emptyBooks: 0 });
      const never = open();
      await never.stop();
      assert.deepEqual(await open().load(), []);
      const store = open();
      store.start(feed, (error) => assert.fail(String(error)));
      await store.stop();
      assert.equal((await open().load()).length, 1);
    });
  });
}
