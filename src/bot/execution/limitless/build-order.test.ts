import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitlessAsset } from '../../../domain/index.ts';
import { decimal } from '../common/decimal.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { buildOrder, type LimitlessMarket } from './build-order.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: limitlessAsset('x'),
  side: 'buy',
  sizeUsd: 1,
  markPrice: 0.122,
  maxSlippageBps: 10,
};
const MARKET: LimitlessMarket = {
  slug: 'x',
  isOpen: true,
  isPool: false,
  yesToken: '1',
  noToken: '2',
  exchange: `0x${'1'.repeat(40)}`,
};
const NOTHING = { yes: decimal(0), no: decimal(0) };

test('a buy is sized at its limit price, its dollars rounded up to the millionth', () => {
  const built = buildOrder({ ...TICKET, sizeUsd: 0.95663 }, MARKET, NOTHING);
  // The recorded case "buy 7.777 at 0.123": 0.956571 dollars.
  assert.deepEqual(
    built.status === 'built' && [built.makerAmount, built.takerAmount, built.price, built.side],
    [956_571, 7_777_000, 0.123, 0],
  );
});

test('a sell of shares that are held is sized at the mark, its dollars cut off', () => {
  const built = buildOrder({ ...TICKET, side: 'sell', sizeUsd: 1.7111, markPrice: 0.334 }, MARKET, {
    ...NOTHING,
    yes: decimal('5.123'),
  });
  // The recorded case "sell 5.123 at 0.333": 1.705959 dollars.
  assert.deepEqual(
    built.status === 'built' && [built.makerAmount, built.takerAmount, built.price, built.side],
    [5_123_000, 1_705_959, 0.333, 1],
  );
});

test('a sell without shares buys as many of No at one minus the price', () => {
  const built = buildOrder({ ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 }, MARKET, NOTHING);
  assert.deepEqual(built.status === 'built' && [built.leg, built.tokenId, built.takerAmount, built.price], [
    'no',
    '2',
    25_000_000,
    0.601,
  ]);
});

test('less than the smallest lot is refused before it is sent', () => {
  const built = buildOrder({ ...TICKET, sizeUsd: 0.0001 }, MARKET, NOTHING);
  assert.equal(built.status === 'rejected' && built.reason, 'below_minimum');
});
