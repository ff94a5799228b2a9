import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { toDecimal } from '../live/decimal.ts';
import { buildOrder, type KalshiMarket } from './build-order.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildKalshiAsset('T-1'),
  side: 'buy',
  sizeUsd: 10,
  markPrice: 0.55,
  maxSlippageBps: 100,
};
const range = (start: string, end: string, step: string) => ({
  start: toDecimal(start),
  end: toDecimal(end),
  step: toDecimal(step),
});
const MARKET: KalshiMarket = {
  ticker: 'T-1',
  isOpen: true,
  isFractional: false,
  ranges: [range('0', '1', '0.01')],
};

const NOTHING = { yes: toDecimal(0), no: toDecimal(0) };

test('each part of an order is bounded: what is bought at its limit price, what is given back at the mark', () => {
  const rows: [side: 'buy' | 'sell', yes: number, no: number, expected: string][] = [
    ['buy', 0, 0, 'bid 17.00 yes at 0.5600'],
    ['sell', 0, 0, 'ask 21.00 no at 0.5400'],
    // Ten Yes bring 5.50 USD at the mark; the other 4.50 USD buy nine No at 0.46.
    ['sell', 10, 0, 'ask 19.00 no at 0.5400'],
    ['sell', 100, 0, 'ask 18.00 yes at 0.5400, reducing'],
    // Ten No bring 4.50 USD; the other 5.50 USD buy nine Yes at 0.56.
    ['buy', 0, 10, 'bid 19.00 yes at 0.5600'],
    ['buy', 0, 100, 'bid 22.00 no at 0.5600, reducing'],
  ];
  for (const [side, yes, no, expected] of rows) {
    const built = buildOrder({ ...TICKET, side }, MARKET, { yes: toDecimal(yes), no: toDecimal(no) });
    assert.ok(built.status === 'built');
    const { side: way, count, leg, price, isReduceOnly } = built;
    const text = `${way} ${count} ${leg} at ${price}${isReduceOnly ? ', reducing' : ''}`;
    assert.equal(text, expected, `${side} with ${yes} yes and ${no} no`);
  }
});

test('an order in shares gives back first and buys the rest; a close buys nothing', () => {
  const inShares = { ...TICKET, side: 'sell', sizeUsd: null, sizeShares: '12' } as const;
  const held = { ...NOTHING, yes: toDecimal(5) };
  const both = buildOrder(inShares, MARKET, held);
  assert.deepEqual(both.status === 'built' && [both.count, both.leg, both.isReduceOnly], [
    '12.00',
    'no',
    false,
  ]);
  const close = buildOrder({ ...inShares, isClose: true }, MARKET, held);
  assert.deepEqual(close.status === 'built' && [close.count, close.leg, close.isReduceOnly], [
    '5.00',
    'yes',
    true,
  ]);
  const none = buildOrder({ ...inShares, isClose: true }, MARKET, NOTHING);
  assert.equal(none.status === 'rejected' && none.reason, 'no_position');
});

test('hundredths of a contract are used where the market trades them', () => {
  const built = buildOrder(TICKET, { ...MARKET, isFractional: true }, NOTHING);
  assert.equal(built.status === 'built' && built.count, '17.85');
});

test('the tick is that of the part of the scale in which the price lies', () => {
  const tapered = {
    ...MARKET,
    ranges: [range('0', '0.1', '0.001'), range('0.1', '0.9', '0.01'), range('0.9', '1', '0.001')],
  };
  const rows: [markPrice: number, price: string][] = [
    [0.05, '0.0510'],
    [0.5, '0.5100'],
    [0.95, '0.9590'],
  ];
  for (const [markPrice, price] of rows) {
    const built = buildOrder({ ...TICKET, markPrice }, tapered, NOTHING);
    assert.equal(built.status === 'built' && built.price, price, String(markPrice));
  }
});

test('less than one contract is refused before it is sent', () => {
  const built = buildOrder({ ...TICKET, sizeUsd: 0.55 }, MARKET, NOTHING);
  assert.equal(built.status === 'rejected' && built.reason, 'below_minimum');
});
