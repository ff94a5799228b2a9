import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kalshiAsset } from '../../../domain/index.ts';
import { decimal } from '../common/decimal.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { buildOrder, type KalshiMarket } from './build-order.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: kalshiAsset('T-1'),
  side: 'buy',
  sizeUsd: 10,
  markPrice: 0.55,
  maxSlippageBps: 100,
};
const range = (start: string, end: string, step: string) => ({
  start: decimal(start),
  end: decimal(end),
  step: decimal(step),
});
const MARKET: KalshiMarket = {
  ticker: 'T-1',
  isOpen: true,
  isFractional: false,
  ranges: [range('0', '1', '0.01')],
};

test('buys are sized at the limit price, sells at the mark, in whole contracts', () => {
  assert.deepEqual(buildOrder(TICKET, MARKET), {
    status: 'built',
    side: 'bid',
    price: '0.5600',
    count: '17.00',
    limitPrice: '0.56',
  });
  const sell = buildOrder({ ...TICKET, side: 'sell' }, MARKET);
  assert.deepEqual(sell.status === 'built' && [sell.side, sell.price, sell.count], [
    'ask',
    '0.5400',
    '18.00',
  ]);
});

test('hundredths of a contract are used where the market trades them', () => {
  const built = buildOrder(TICKET, { ...MARKET, isFractional: true });
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
    const built = buildOrder({ ...TICKET, markPrice }, tapered);
    assert.equal(built.status === 'built' && built.price, price, String(markPrice));
  }
});

test('less than one contract is refused before it is sent', () => {
  const built = buildOrder({ ...TICKET, sizeUsd: 0.55 }, MARKET);
  assert.equal(built.status === 'rejected' && built.reason, 'below_minimum');
});
