import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { findContradiction } from './plausible.ts';

const T = epochMs(1_763_700_000_000);
const ORDER: PreparedOrder = {
  format: 1,
  venue: 'polymarket',
  account: 'a',
  storeKey: 'm',
  venueAsset: 'm',
  side: 'buy',
  leg: 'yes',
  limitPrice: '0.5',
  size: '20',
  venueClientId: 'id',
  body: '{}',
  details: {},
  preparedAt: T,
  expiresAt: null,
};
const fill = (price: string, size: string): VenueFill => ({
  fillId: `${price} ${size}`,
  t: T,
  price,
  size,
  notionalMicroUsd: Math.round(Number(price) * Number(size) * 1e6),
  venueFeeMicroUsd: null,
});
const filled = (...fills: VenueFill[]): VenueOutcome => ({ status: 'filled', venueOrderId: '1', fills });
const buildOrder = (changes: Partial<PreparedOrder>): PreparedOrder => ({ ...ORDER, ...changes });

test('an order is believed up to its size and its limit price, with room for rounding', () => {
  const rows: [order: PreparedOrder, fills: VenueFill[], problem: RegExp | null][] = [
    [ORDER, [fill('0.5', '20')], null],
    [ORDER, [fill('0.48', '12'), fill('0.49', '8')], null],
    [ORDER, [fill('0.500004', '20')], null],
    [ORDER, [fill('0.5', '20.1')], /more was filled/],
    [ORDER, [fill('0.48', '12'), fill('0.49', '9')], /more was filled/],
    [ORDER, [fill('0.51', '20')], /beyond the limit/],
    [ORDER, [fill('1.2', '1')], /no probability/],
    [ORDER, [fill('0.5', '0')], /without a size/],
    [buildOrder({ side: 'sell' }), [fill('0.5', '20')], null],
    [buildOrder({ side: 'sell' }), [fill('0.49', '20')], /beyond the limit/],
    [buildOrder({ side: 'sell' }), [fill('0.9', '20')], null],
    // A buy in dollars may bring more shares than its size, but never cost more dollars.
    [buildOrder({ details: { maxSpendUsd: '10' } }), [fill('0.4', '25')], null],
    [buildOrder({ details: { maxSpendUsd: '10' } }), [fill('0.4', '26')], /more was spent/],
    // Shares of No cost 0.40 each, which is a price of 0.60 in Yes terms.
    [
      buildOrder({ side: 'sell', leg: 'no', limitPrice: '0.58', details: { maxSpendUsd: '8' } }),
      [fill('0.6', '20')],
      null,
    ],
    [buildOrder({ leg: null, limitPrice: '87250.5', size: '0.1' }), [fill('87250.5', '0.1')], null],
    [buildOrder({ leg: null, limitPrice: '87250.5', size: '0.1' }), [fill('0', '0.1')], /without a price/],
    [buildOrder({ leg: null, limitPrice: null, size: '0.1' }), [fill('999999', '0.1')], null],
  ];
  for (const [order, fills, problem] of rows) {
    const found = findContradiction(order, filled(...fills));
    const label = JSON.stringify({ order: order.side, fills });
    if (problem === null) assert.equal(found, null, label);
    else assert.match(found ?? '', problem, label);
  }
});

test('refusals and unknown outcomes contradict nothing', () => {
  assert.equal(findContradiction(ORDER, { status: 'unknown', message: '' }), null);
  assert.equal(findContradiction(ORDER, { status: 'rejected', reason: 'other', message: '' }), null);
});
