import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLimitlessAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { toDecimal } from '../live/decimal.ts';
import { buildOrder, type LimitlessMarket } from './build-order.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildLimitlessAsset('x'),
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
  fee: { kind: 'profile' },
};
const NOTHING = { yes: toDecimal(0), no: toDecimal(0) };

/** Lists the legs as they are signed: token, amount given, amount wanted, price and side. */
function show(...args: Parameters<typeof buildOrder>) {
  const built = buildOrder(...args);
  assert.ok(built.status === 'built', JSON.stringify(built));
  return built.legs.map(({ tokenId, makerAmount, takerAmount, price, side }) => [
    tokenId,
    makerAmount,
    takerAmount,
    price,
    side,
  ]);
}

test('a buy is sized at its limit price, its dollars rounded up to the millionth', () => {
  // The recorded case "buy 7.777 at 0.123": 0.956571 dollars.
  assert.deepEqual(show({ ...TICKET, sizeUsd: 0.95663 }, MARKET, NOTHING), [
    ['1', 956_571, 7_777_000, 0.123, 0],
  ]);
});

test('a sell of shares that are held is sized at the mark, its dollars cut off', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 1.7111, markPrice: 0.334 } as const;
  const held = { ...NOTHING, yes: toDecimal('5.123') };
  // The recorded case "sell 5.123 at 0.333": 1.705959 dollars. The remaining dollars buy less than a lot of No.
  assert.deepEqual(show(ticket, MARKET, held), [['1', 5_123_000, 1_705_959, 0.333, 1]]);
});

test('a sell without shares buys as many of No as the dollars pay at the limit price', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 } as const;
  assert.deepEqual(show(ticket, MARKET, NOTHING), [['2', 9_999_438, 16_638_000, 0.601, 0]]);
});

test('a sell of more than is held gives it back, and buys No for the rest', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 } as const;
  // Ten Yes bring 4 USD at the mark; 6 USD remain.
  assert.deepEqual(show(ticket, MARKET, { ...NOTHING, yes: toDecimal(10) }), [
    ['1', 10_000_000, 3_990_000, 0.399, 1],
    ['2', 5_999_783, 9_983_000, 0.601, 0],
  ]);
});

test('less than the smallest lot is refused before it is sent', () => {
  const built = buildOrder({ ...TICKET, sizeUsd: 0.0001 }, MARKET, NOTHING);
  assert.equal(built.status === 'rejected' && built.reason, 'below_minimum');
});
