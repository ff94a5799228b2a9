import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../../../test/support/loopback-venues/answering-server.ts';
import { startLoopbackVenue } from '../../../test/support/loopback-venues/kalshi.ts';
import { buildKalshiAsset, epochMs, type VenueTrade } from '../../domain/index.ts';
import { RateBudget } from '../../upstream/budget.ts';
import { createKalshiAdapter } from './adapter.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const { signal } = new AbortController();

const folder = path.join(import.meta.dirname, '../../../../shared/recordings');
const skip = existsSync(folder) ? false : 'the folder ../shared/recordings is absent';

/** A trade at `seconds` after the start. */
const row = (id: string, seconds: number, more: object = {}) => ({
  trade_id: id,
  ticker: 'KXTEST-26',
  count_fp: '12.50',
  yes_price_dollars: '0.3800',
  no_price_dollars: '0.6200',
  taker_book_side: 'bid',
  created_time: new Date(START + seconds * 1_000).toISOString(),
  is_block_trade: false,
  ...more,
});

/** Creates an adapter whose venue answers requests for trades, with a clock that the test sets. */
async function poller(t: TestContext, answer: (query: URLSearchParams) => unknown) {
  const venue = await startLoopbackVenue(
    ({ pathname, searchParams }): Answer =>
      pathname === '/markets/trades' ? { json: answer(searchParams) } : { status: 404, text: '{}' },
  );
  t.after(() => venue.close());
  let seconds = 0;
  const adapter = createKalshiAdapter({
    maxMarkets: 100,
    pollMs: 30_000,
    streams: false,
    userAgent: 'crosstape-test',
    clock: () => epochMs(START + seconds * 1_000),
    random: () => 0,
    url: venue.url,
    budget: new RateBudget({ limit: 1_000, windowMs: 1_000 }),
  });
  t.after(() => adapter.close());
  assert.ok(adapter.pollTrades !== undefined && adapter.readTrades !== undefined);
  return {
    adapter,
    asked: venue.asked,
    poll: (at: number) => {
      seconds = at;
      return adapter.pollTrades?.(signal) ?? assert.fail();
    },
  };
}

const ids = (trades: readonly VenueTrade[]) => trades.map(({ id }) => id);
const startOf = (seconds: number) => START / 1_000 + seconds;

test('polls read back by half a minute from the newest trade, and give each trade once', async (t) => {
  let trades = [row('b', -2), row('a', -20)];
  const { poll, asked } = await poller(t, () => ({ trades, cursor: '' }));
  const first = await poll(0);
  assert.deepEqual(ids(first.trades), ['a', 'b']);
  assert.deepEqual([first.polledAt, first.wholeFrom, first.isCut], [START, START - 30_000, false]);
  trades = [row('c', 8), row('b', -2), row('late', -25)];
  assert.deepEqual(ids((await poll(10)).trades), ['late', 'c']);
  trades = [];
  assert.equal((await poll(20)).wholeFrom, START + 8_000 - 30_000);
  assert.deepEqual(
    asked.map((one) => Number(new URL(one, 'http://venue').searchParams.get('min_ts'))),
    [startOf(-30), startOf(-32), startOf(-22)],
  );
  assert.ok(asked.every((one) => !one.includes('ticker=') && one.includes('limit=1000')));
});

test('a trade has the side that the first of three members states, in Yes terms', async (t) => {
  const sides = [
    { taker_book_side: 'ask', taker_outcome_side: 'yes' },
    { taker_book_side: '', taker_outcome_side: 'no', taker_side: 'yes' },
    { taker_book_side: null, taker_outcome_side: null, taker_side: 'yes' },
    { taker_book_side: 'yes' },
    { taker_book_side: undefined, taker_outcome_side: 'bid' },
    { taker_book_side: undefined },
  ];
  const trades = sides.map((side, i) => row(String(i), i, side));
  const { poll } = await poller(t, () => ({ trades, cursor: '' }));
  const read = await poll(10);
  assert.deepEqual(
    read.trades.map(({ side, sideSource }) => [side, sideSource]),
    [['sell', 'venue'], ['sell', 'venue'], ['buy', 'venue'], ...Array(3).fill([null, null])],
  );
  assert.deepEqual(read.trades[0], {
    asset: 'kalshi-kxtest-26',
    price: 0.38,
    size: 12.5,
    side: 'sell',
    sideSource: 'venue',
    id: '0',
    venueTime: START,
    receivedAt: START + 10_000,
    source: 'poll',
    isBlock: false,
  });
});

test('block trades are marked, and rows that cannot be recorded are counted', async (t) => {
  const trades = [
    row('block', 1, { is_block_trade: true }),
    row('free', 1, { yes_price_dollars: '0.0000' }),
    row('whole', 1, { yes_price_dollars: '1.0000' }),
    row('none', 1, { count_fp: '0.00' }),
    row('negative', 1, { count_fp: '-1' }),
    row('large', 1, { count_fp: '10000000000000000' }),
    row('odd', 1, { ticker: 'A B' }),
    row('', 1),
  ];
  const { adapter, poll } = await poller(t, () => ({ trades, cursor: '' }));
  const read = await poll(2);
  assert.deepEqual(
    read.trades.map(({ id, isBlock }) => [id, isBlock]),
    [['block', true]],
  );
  assert.equal(adapter.getCounters().schemaFailures, 7);
});

test('a poll stops after twenty pages and says from when on it is whole', async (t) => {
  let page = 0;
  const { poll, asked } = await poller(t, () => {
    page++;
    return { trades: [row(`n${page}`, -page)], cursor: `C${page}` };
  });
  const read = await poll(0);
  assert.equal(asked.length, 20);
  assert.deepEqual([read.trades.length, read.isCut, read.wholeFrom], [20, true, START - 20_000 + 1]);
});

test('trades of all markets in a window are asked for by its seconds, and those outside of it left out', async (t) => {
  const pages = [
    { trades: [row('after', 61), row('c', 60)], cursor: 'C1' },
    { trades: [row('b', 30.5, { ticker: 'KXOTHER-26' }), row('a', 30), row('before', 29.9)], cursor: '' },
  ];
  let page = 0;
  const { adapter, asked } = await poller(t, () => pages[page++]);
  const window = { fromMs: epochMs(START + 30_000), toMs: epochMs(START + 60_000) };
  const read = await adapter.readVenueTrades?.(window, signal);
  assert.deepEqual(ids(read?.trades ?? []), ['a', 'b', 'c']);
  assert.deepEqual([read?.wholeFrom, read?.isCut], [window.fromMs, false]);
  assert.ok(read?.trades.every(({ source, receivedAt }) => source === 'backfill' && receivedAt === null));
  const queries = asked.map((one) => new URL(one, 'http://venue').searchParams);
  assert.deepEqual(
    queries.map((query) => ['min_ts', 'max_ts', 'ticker', 'cursor'].map((name) => query.get(name))),
    [
      [String(startOf(30)), String(startOf(60)), null, null],
      [String(startOf(30)), String(startOf(60)), null, 'C1'],
    ],
  );
});

test('a poll that fails is made up for by the next one', async (t) => {
  let isDown = false;
  const { poll, asked } = await poller(t, () => {
    if (isDown) return { trades: 'of another form' };
    return { trades: [row('a', -1)], cursor: '' };
  });
  await poll(0);
  isDown = true;
  await assert.rejects(poll(10), { failure: 'malformed' });
  isDown = false;
  await poll(20);
  assert.ok(asked.at(-1)?.includes(`min_ts=${startOf(-31)}`));
});

test('a trade whose time is ahead of ours does not hide those that follow', async (t) => {
  const { poll, asked } = await poller(t, () => ({ trades: [row('a', 86_400)], cursor: '' }));
  await poll(0);
  await poll(10);
  assert.ok(asked.at(-1)?.includes(`min_ts=${startOf(-30)}`));
});

test('trades of a market are read by its times, without others that came along', async (t) => {
  const trades = [row('late', 60), row('other', 20, { ticker: 'OTHER' }), row('in', 10), row('early', 4)];
  const { adapter, asked } = await poller(t, () => ({ trades, cursor: '' }));
  const window = { fromMs: epochMs(START + 4_500), toMs: epochMs(START + 30_500) };
  const read = await adapter.readTrades?.(buildKalshiAsset('KXTEST-26'), window, signal);
  assert.deepEqual([ids(read?.trades ?? []), read?.wholeFrom, read?.isCut], [['in'], window.fromMs, false]);
  assert.deepEqual([read?.trades[0]?.source, read?.trades[0]?.receivedAt], ['backfill', null]);
  const query = new URL(asked[0] ?? '', 'http://venue').searchParams;
  assert.deepEqual(
    ['ticker', 'min_ts', 'max_ts'].map((name) => query.get(name)),
    ['KXTEST-26', String(startOf(4)), String(startOf(31))],
  );
});

test('every recorded trade has a stated side, in which all three members agree', { skip }, async (t) => {
  for (const name of ['kalshi/trades-1.json', '2026-10/kalshi/trades-2026-09.json']) {
    const body = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as {
      trades: { taker_side: string; trade_id: string }[];
    };
    const { poll } = await poller(t, () => ({ ...body, cursor: '' }));
    const { trades } = await poll(0);
    const stated = new Map(body.trades.map((trade) => [trade.trade_id, trade.taker_side]));
    assert.equal(trades.length, stated.size);
    for (const { id, side } of trades) assert.equal(side, stated.get(id ?? '') === 'yes' ? 'buy' : 'sell');
  }
});
