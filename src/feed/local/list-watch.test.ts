import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, ManualClock, perpState, venuePoll } from '../../../test/support/markets.ts';
import { DAY_MS, type MarketState, UpstreamError, type VenuePoll } from '../../domain/index.ts';
import type { VenueSnapshot } from '../feed.ts';
import { buildSnapshot } from '../snapshot.ts';
import { ListWatch } from './list-watch.ts';

const named = (from: number, to: number, overrides: Parameters<typeof binaryState>[2] = {}) =>
  Array.from({ length: to - from }, (_, i) => binaryState(`M${from + i}`, 0.5, overrides));

/** Creates a feed that shows accepted polls. */
function watchLists() {
  const clock = new ManualClock();
  const watch = new ListWatch();
  let last: VenueSnapshot | null = null;
  const show = (markets: readonly MarketState[], restored = false) => {
    last = buildSnapshot({ venue: 'kalshi', fetchedAt: clock.read(), markets, emptyBooks: 0, restored });
  };
  /** Whether the list of the next poll is accepted. */
  const poll = (markets: readonly MarketState[], more: Partial<VenuePoll> = {}) => {
    clock.advance(5_000);
    try {
      watch.review({ ...venuePoll('kalshi', clock.read(), markets as MarketState[]), ...more }, last);
    } catch (error) {
      assert.ok(error instanceof UpstreamError && error.failure === 'malformed', String(error));
      return false;
    }
    show(markets);
    return true;
  };
  const codes = () => watch.list(clock.read()).map(({ code, count }) => `${code} ${count}`);
  return { clock, watch, show, poll, codes };
}

test('a list that loses more than a tenth, and more than ten, is believed and an anomaly until it is back', () => {
  const { poll, codes } = watchLists();
  assert.ok(poll(named(0, 100)));
  assert.ok(poll(named(10, 100)), 'ten of a hundred');
  assert.deepEqual(codes(), []);
  assert.ok(poll(named(21, 100)));
  assert.deepEqual(codes(), ['list_shrunk 11']);
  assert.ok(poll(named(21, 100)));
  assert.deepEqual(codes(), ['list_shrunk 11'], 'also while the list stays as it is');
  assert.ok(poll(named(10, 100)));
  assert.deepEqual(codes(), []);
});

test('a list that loses more than half is not believed for three polls, then it is, and stays an anomaly for a day', () => {
  const { clock, poll, codes } = watchLists();
  assert.ok(poll(named(0, 251)));
  for (let i = 0; i < 3; i++) {
    assert.equal(poll(named(0, 100)), false, `poll ${i + 1}`);
    assert.deepEqual(codes(), ['list_shrunk 151']);
  }
  assert.equal(poll(named(0, 100)), true);
  clock.advance(DAY_MS - 60_000);
  assert.deepEqual(codes(), ['list_shrunk 151']);
  clock.advance(120_000);
  assert.deepEqual(codes(), []);
});

test('a whole list between two short ones begins the count again, and so does another short one', () => {
  const { poll, codes } = watchLists();
  assert.ok(poll(named(0, 250)));
  assert.equal(poll(named(0, 100)), false);
  assert.equal(poll(named(0, 100)), false);
  assert.ok(poll(named(0, 250)));
  assert.deepEqual(codes(), []);
  for (const from of [0, 100, 0, 100]) assert.equal(poll(named(from, from + 100)), false);
});

test('markets that ended, were resolved, or fell below our limit are not lost', () => {
  const now = new ManualClock().read();
  const rows: [name: string, markets: MarketState[], more?: Partial<VenuePoll>][] = [
    ['end of trading', named(0, 60, { tickerOverrides: { closeTime: now } })],
    ['due to be decided', named(0, 60, { tickerOverrides: { endDate: now } })],
    ['closed', named(0, 60, { tickerOverrides: { status: 'closed' } })],
    ['resolved', named(0, 60, { tickerOverrides: { status: 'resolved' } })],
    ['below our limit', named(0, 60), { isBeyondLimit: () => true }],
  ];
  for (const [name, markets, more] of rows) {
    const { poll, codes } = watchLists();
    assert.ok(poll([...markets, ...named(60, 100)]), name);
    assert.ok(poll(named(60, 100), more ?? {}), name);
    assert.deepEqual(codes(), [], name);
  }
});

test('of a list that our limit cuts, smaller markets may have been displaced and larger ones have left', () => {
  const sized = (from: number, to: number, volume24hUsd: number) =>
    named(from, to, { tickerOverrides: { volume24hUsd } });
  const { poll, codes } = watchLists();
  assert.ok(poll([...sized(0, 60, 10), ...sized(60, 100, 900)]));
  assert.ok(poll([...sized(60, 100, 900), ...sized(100, 160, 800)], { isCutAtLimit: true }));
  assert.deepEqual(codes(), []);
  assert.equal(poll(sized(200, 300, 20), { isCutAtLimit: true }), false);
});

test('perpetuals and binary markets are lists of their own', () => {
  const perps = Array.from({ length: 30 }, (_, i) => perpState(`P${i}`, 5));
  const { poll, codes } = watchLists();
  assert.ok(poll([...perps, ...named(0, 500)]));
  assert.equal(poll([...perps.slice(0, 10), ...named(0, 500)]), false);
  assert.deepEqual(codes(), ['list_shrunk 20']);
});

test('the list of an earlier run counts when it is young', () => {
  const { clock, poll, show } = watchLists();
  show(named(0, 100), true);
  assert.equal(poll(named(0, 20)), false);
  show(named(0, 100), true);
  clock.advance(3_600_000);
  assert.equal(poll(named(0, 20)), true);
});
