import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { loopbackVenue } from '../../../test/support/loopback-venues/polymarket.ts';
import { describedMarket } from '../../../test/support/polymarket-fixtures.ts';
import { epochMs } from '../../domain/index.ts';
import { PolymarketClient } from './client.ts';
import { identify } from './normalise.ts';

const START_S = 1_793_491_200;
const signal = new AbortController().signal;

const identity = identify(describedMarket({ slug: 'm-1', clobTokenIds: ['101', '202'] }));
assert.ok(identity !== null);

/** Builds a row at `seconds` after the start, in the documented shape. */
const row = (seconds: number, more: object = {}) => ({
  proxy_wallet: '0x1',
  timestamp: START_S + seconds,
  condition_id: identity.conditionId,
  type: 'TRADE',
  size: 21.333333,
  usdc_size: 1.706667,
  price: 0.0800000037,
  transaction_hash: `0x${seconds}`,
  token_id: '101',
  side: 'BUY',
  outcome_index: 0,
  ...more,
});

async function read(
  t: TestContext,
  pages: readonly { readonly rows: readonly object[] | null; readonly next: string | null }[],
) {
  const venue = await loopbackVenue(t, ({ searchParams }) => {
    const { rows, next } = pages[Number(searchParams.get('cursor') ?? 0)] ?? { rows: null, next: null };
    return { body: { data: rows, pagination: { next_cursor: next, has_more: next !== null } } };
  });
  const client = new PolymarketClient({
    gammaUrl: venue.url,
    clobUrl: venue.url,
    dataUrl: venue.url,
    userAgent: 'crosstape-test',
    clock: () => epochMs(START_S * 1_000),
    random: () => 0,
  });
  const window = { fromMs: epochMs((START_S - 60) * 1_000), toMs: epochMs(START_S * 1_000) };
  assert.ok(identity !== null);
  return { ...(await client.trades.read(identity, window, signal)), asked: venue.asked, client, window };
}

test('settled trades are those of both tokens in Yes terms, the oldest first, equal rows each', async (t) => {
  const no = { token_id: '202', side: 'SELL', price: 0.9 };
  const { trades, wholeFrom, isCut, asked, window } = await read(t, [
    { rows: [row(5), row(-1, no), row(-2)], next: '1' },
    { rows: [row(-2), row(-60), row(-61)], next: null },
  ]);
  assert.deepEqual(
    trades.map(({ id, side, price, venueTime }) => [id, side, price, (venueTime ?? 0) / 1_000 - START_S]),
    [
      ['0x-60:yes', 'buy', 0.0800000037, -60],
      ['0x-2:yes', 'buy', 0.0800000037, -2],
      ['0x-2:yes', 'buy', 0.0800000037, -2],
      ['0x-1:no', 'buy', 0.1, -1],
    ],
  );
  assert.deepEqual(
    [trades[0]?.source, trades[0]?.receivedAt, trades[0]?.sideSource],
    ['backfill', null, 'venue'],
  );
  assert.deepEqual([wholeFrom, isCut], [window.fromMs, false]);
  assert.deepEqual(
    ['condition', 'limit', 'taker_only'].map((name) => asked[0]?.searchParams.get(name)),
    [identity?.conditionId, '1000', 'true'],
  );
});

test('no page is read beyond the window, and a list that was cut is whole from its last second on', async (t) => {
  const early = await read(t, [{ rows: [row(-1), row(-61)], next: '1' }]);
  assert.deepEqual([early.asked.length, early.isCut, early.wholeFrom], [1, false, early.window.fromMs]);
  const pages = Array.from({ length: 30 }, (_, i) => ({ rows: [row(-i)], next: String(i + 1) }));
  const cut = await read(t, pages);
  assert.deepEqual([cut.asked.length, cut.trades.length, cut.isCut], [20, 20, true]);
  assert.equal(cut.wholeFrom, (START_S - 19 + 1) * 1_000);
});

test('a market without trades has none, and rows of other tokens or without a price are counted', async (t) => {
  const none = await read(t, [{ rows: null, next: null }]);
  assert.deepEqual([none.trades, none.wholeFrom], [[], none.window.fromMs]);
  const odd = await read(t, [
    { rows: [row(-1), row(-1, { token_id: '303' }), row(-1, { price: 0 })], next: null },
  ]);
  assert.deepEqual([odd.trades.length, odd.client.intake.refusals], [1, 2]);
});
