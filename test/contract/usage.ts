import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  summarise,
  type UsageCount,
  type UsageRow,
  type UsageStore,
} from '../../src/accounts/limits/usage.ts';

export interface UsageBench {
  readonly store: UsageStore;
  /** Closes and opens the same store again, as a restart does. */
  reopen(): Promise<UsageStore>;
}

export type OpenUsageStore = (t: TestContext) => Promise<UsageBench>;

const BUNDLE = '/api/m2m/:asset/bundle';
const START = 1_763_700_000_000;

const stored = (changes: Partial<UsageRow> = {}): UsageRow => ({
  botId: 'bot_1',
  month: '2026-11',
  endpoint: BUNDLE,
  venue: 'hyperliquid',
  count: 1,
  firstAt: START,
  lastAt: START,
  ...changes,
});

const row = ({ day = '2026-11-30', ...changes }: Partial<UsageCount> = {}): UsageCount => ({
  ...stored(changes),
  day,
});

/** Defines the tests that every engine of the usage store passes. */
export function describeUsageStore(engine: string, open: OpenUsageStore): void {
  const check = (
    name: string,
    body: (store: UsageStore, reopen: () => Promise<UsageStore>) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      const { store, reopen } = await open(t);
      await body(store, reopen);
    });

  check('a bot that never asked has no rows', async (store) => {
    assert.deepEqual(await store.read('bot_1', '2026-11'), []);
  });

  check('counts of the same thing add up; the first time stays and the last one moves', async (store) => {
    await store.add([row({ count: 3, firstAt: START, lastAt: START + 10 })]);
    await store.add([row({ count: 4, firstAt: START + 20, lastAt: START + 30 })]);
    await store.add([row({ count: 1, firstAt: START + 5, lastAt: START + 5 })]);
    assert.deepEqual(await store.read('bot_1', '2026-11'), [
      stored({ count: 8, firstAt: START, lastAt: START + 30 }),
    ]);
  });

  check(
    'bots, months, endpoints and venues are counted apart, and no venue is one of them',
    async (store) => {
      await store.add([
        row({ count: 1 }),
        row({ count: 2, venue: null }),
        row({ count: 4, venue: 'kalshi' }),
        row({ count: 8, endpoint: '/api/stats' }),
        row({ count: 16, month: '2026-12' }),
        row({ count: 32, botId: 'bot_2' }),
      ]);
      await store.add([row({ count: 64, venue: null })]);
      const { total, byVenue, byEndpoint } = summarise(await store.read('bot_1', '2026-11'));
      assert.equal(total, 1 + 2 + 4 + 8 + 64);
      assert.deepEqual(byVenue, { hyperliquid: 9, kalshi: 4 });
      assert.deepEqual(byEndpoint, { [BUNDLE]: 71, '/api/stats': 8 });
      assert.equal(summarise(await store.read('bot_1', '2026-12')).total, 16);
      assert.equal(summarise(await store.read('bot_2', '2026-11')).total, 32);
    },
  );

  check('what was given back is taken off', async (store) => {
    await store.add([row({ count: 5 })]);
    await store.add([row({ count: -2 })]);
    assert.equal(summarise(await store.read('bot_1', '2026-11')).total, 3);
    await store.add([row({ count: -3 })]);
    const { total, byEndpoint, firstAt } = summarise(await store.read('bot_1', '2026-11'));
    assert.deepEqual([total, byEndpoint, firstAt], [0, {}, null]);
  });

  check('rows that are added at once are all counted', async (store) => {
    await Promise.all(Array.from({ length: 50 }, () => store.add([row(), row({ venue: 'kalshi' })])));
    assert.equal(summarise(await store.read('bot_1', '2026-11')).total, 100);
  });

  check('of what is wanted at once, as much is taken as the quota of the month has left', async (store) => {
    await store.add([
      row({ count: 5 }),
      row({ count: 50, month: '2026-12' }),
      row({ count: 50, botId: 'bot_2' }),
    ]);
    const wanted = Array.from({ length: 20 }, (_, i) =>
      store.take(row({ count: 3, venue: i % 2 === 0 ? null : 'kalshi' }), 40),
    );
    const answers = await Promise.all(wanted);
    assert.equal(
      answers.reduce((sum, { taken }) => sum + taken, 0),
      35,
    );
    assert.equal(Math.max(...answers.map(({ used }) => used)), 40);
    assert.equal(summarise(await store.read('bot_1', '2026-11')).total, 40);
    assert.deepEqual(await store.take(row(), 40), { taken: 0, used: 40 });
    assert.deepEqual(await store.take(row(), 30), { taken: 0, used: 40 });
  });

  check(
    'days are counted apart, from the first one of any bot, until they are forgotten',
    async (store, reopen) => {
      assert.equal(await store.findFirstDay(), null);
      await store.add([
        row({ day: '2026-11-28', botId: 'bot_2' }),
        row({ day: '2026-11-29', count: 2 }),
        row({ day: '2026-11-29', count: 4, venue: null }),
        row({ day: '2026-11-30', count: 8 }),
      ]);
      await store.add([row({ day: '2026-11-29', count: -1 })]);
      await store.take(row({ day: '2026-11-30', count: 5 }), 16);
      const days = async (kept: UsageStore, from: string) =>
        Object.fromEntries((await kept.readDays('bot_1', from)).map(({ day, count }) => [day, count]));
      assert.deepEqual(await days(store, '2026-11-01'), { '2026-11-29': 5, '2026-11-30': 11 });
      assert.deepEqual(await days(store, '2026-11-30'), { '2026-11-30': 11 });
      assert.equal(await store.findFirstDay(), '2026-11-28');
      await store.forgetDays('2026-11-30');
      const reopened = await reopen();
      assert.deepEqual(await days(reopened, '2026-11-01'), { '2026-11-30': 11 });
      assert.equal(await reopened.findFirstDay(), '2026-11-30');
      assert.equal(summarise(await reopened.read('bot_1', '2026-11')).total, 16, 'months stay');
    },
  );

  check('counts are there after a restart', async (store, reopen) => {
    await store.add([row({ count: 7, venue: null })]);
    const reopened = await reopen();
    assert.deepEqual(await reopened.read('bot_1', '2026-11'), [stored({ count: 7, venue: null })]);
    await reopened.add([row({ count: 1, venue: null })]);
    assert.equal(summarise(await reopened.read('bot_1', '2026-11')).total, 8);
  });
}
