import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CountedCall, RateLimits } from './rate-limits.ts';
import type { SimulatedVenue } from './world/venues.ts';

type Row = readonly [
  what: string,
  venue: SimulatedVenue,
  rule: string,
  weight: number,
  call: Partial<CountedCall>,
];

const query = (type: string) => ({ path: '/info', body: { type } });
const actions = (count: number) => ({
  path: '/exchange',
  body: { action: { type: 'order', orders: Array.from({ length: count }, () => ({})) } },
});
const KALSHI_ORDERS = '/trade-api/v2/portfolio/events/orders';

const WEIGHTS: readonly Row[] = [
  ...(
    [
      ['l2Book', 2],
      ['allMids', 2],
      ['clearinghouseState', 2],
      ['orderStatus', 2],
      ['spotClearinghouseState', 2],
      ['exchangeStatus', 2],
      ['userRole', 60],
      ['userFillsByTime', 20],
      ['metaAndAssetCtxs', 20],
    ] as const
  ).map(([type, weight]): Row => [type, 'hyperliquid', 'weight', weight, query(type)]),
  ['an order', 'hyperliquid', 'weight', 1, actions(1)],
  ['39 orders', 'hyperliquid', 'weight', 1, actions(39)],
  ['80 orders', 'hyperliquid', 'weight', 3, actions(80)],
  ['a read with a key', 'kalshi', 'read tokens of a key', 10, { path: '/trade-api/v2/portfolio/fills' }],
  ['an order', 'kalshi', 'write tokens of a key', 10, { path: KALSHI_ORDERS, method: 'POST' }],
  ['a cancel', 'kalshi', 'write tokens of a key', 2, { path: `${KALSHI_ORDERS}/o1`, method: 'DELETE' }],
  ['an order', 'polymarket', 'orders of a signer', 1, { path: '/clob/order', method: 'POST' }],
  ['a cancel', 'polymarket', 'cancels of a signer', 1, { path: '/clob/order', method: 'DELETE' }],
  ['a call', 'limitless', 'calls', 1, { path: '/limitless/orders' }],
];

for (const [what, venue, rule, weight, call] of WEIGHTS) {
  test(`${what} costs ${weight} of "${rule}" at ${venue}`, () => {
    const limits = new RateLimits(() => 0);
    limits.count(venue, { method: 'POST', path: '', body: null, caller: 'one', ...call });
    const use = limits.use().find((one) => one.venue === venue && one.rule === rule);
    assert.equal(Math.round((use?.peakFrac ?? 0) * (use?.limit ?? 0)), weight);
  });
}

const findPeak = (limits: RateLimits, venue: SimulatedVenue, rule: string) =>
  limits.use().find((one) => one.venue === venue && one.rule === rule)?.peakFrac;

test('calls of Limitless count by token, and those without a token by their address', () => {
  let now = 0;
  const limits = new RateLimits(() => now);
  const call = { method: 'GET', path: '/limitless/profiles/me', body: null };
  const count = (caller: string | null) => limits.count('limitless', { ...call, caller });
  for (let i = 0; i < 10; i++) for (const caller of ['one', 'two', null]) assert.equal(count(caller), 0);
  assert.equal(findPeak(limits, 'limitless', 'calls'), 1);
  assert.equal(count('one'), 3_000);
  assert.equal(count(null), 3_000);
  assert.equal(findPeak(limits, 'limitless', 'calls'), 1.1);
  now = 3_000;
  assert.equal(count('one'), 0);
});

test('two calls of one token of Limitless are answered at once, and the peak is known', () => {
  const limits = new RateLimits(() => 0);
  const call = { method: 'GET', path: '', body: null };
  const begin = (caller: string | null) => limits.begin('limitless', { ...call, caller });
  const [first, second] = [begin('one'), begin('one')];
  assert.equal(second.isBeyond, false);
  assert.equal(begin('two').isBeyond, false);
  assert.equal(findPeak(limits, 'limitless', 'at once'), 1);
  first.end();
  assert.equal(begin('one').isBeyond, false);
  assert.equal(begin('one').isBeyond, true);
  assert.equal(findPeak(limits, 'limitless', 'at once'), 1.5);
});
