import assert from 'node:assert/strict';
import { test } from 'node:test';
import { polymarketAsset } from '../../../domain/index.ts';
import { decimal } from '../common/decimal.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { buildOrder } from './build-order.ts';
import type { PolymarketMarket } from './markets.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: polymarketAsset('x'),
  side: 'buy',
  sizeUsd: 10,
  markPrice: 0.57,
  maxSlippageBps: 100,
};
const MARKET: PolymarketMarket = {
  slug: 'x',
  yesToken: '1',
  noToken: '2',
  isOpen: true,
  isNegRisk: false,
  tick: 0.01,
  minShares: 5,
  feeRate: 0,
  feeExponent: 1,
};
const NOTHING = { yes: decimal(0), no: decimal(0) };

test('a buy is stated in dollars with two decimals, as the venue’s own builder states it', () => {
  const built = buildOrder(TICKET, MARKET, NOTHING);
  // The recorded case "market buy 10 pUSD, price cap 0.58".
  assert.deepEqual(
    built.status === 'built' && [built.makerAmount, built.takerAmount, built.side, built.tokenId],
    ['10000000', '17241300', 0, '1'],
  );
});

test('where the venue’s own builder gives five decimals of shares, ours gives the four that are taken', () => {
  // The recorded case "buy 9.98, cap 0.985", for which the builder made 10131970.
  const built = buildOrder(
    { ...TICKET, sizeUsd: 9.98, markPrice: 0.984 },
    { ...MARKET, tick: 0.001 },
    NOTHING,
  );
  assert.equal(built.status === 'built' && String(built.limitPrice), '0.993');
  const narrow = buildOrder(
    { ...TICKET, sizeUsd: 9.98, markPrice: 0.984, maxSlippageBps: 10 },
    { ...MARKET, tick: 0.001 },
    NOTHING,
  );
  assert.deepEqual(narrow.status === 'built' && [String(narrow.limitPrice), narrow.takerAmount], [
    '0.985',
    '10131900',
  ]);
});

test('a sell of shares that are held is stated in shares with two decimals', () => {
  const built = buildOrder({ ...TICKET, side: 'sell', sizeUsd: 5.19, markPrice: 0.42 }, MARKET, {
    ...NOTHING,
    yes: decimal('12.35'),
  });
  // 5.19 / 0.42 = 12.357 shares at 0.41 or better: the recorded case has 12.34 for 5.0594.
  assert.deepEqual(built.status === 'built' && [built.makerAmount, built.takerAmount, built.side], [
    '12350000',
    '5063500',
    1,
  ]);
});

test('a sell without shares buys as many of No', () => {
  const built = buildOrder({ ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 }, MARKET, NOTHING);
  // 25 shares; No costs 0.60 at the mark and 0.61 at most.
  assert.deepEqual(
    built.status === 'built' && [
      built.leg,
      built.tokenId,
      built.makerAmount,
      built.takerAmount,
      String(built.limitPrice),
    ],
    ['no', '2', '15000000', '24590100', '0.39'],
  );
});

test('orders below either minimum are refused before they are sent', () => {
  const rows: [ticket: Partial<OrderTicket>, status: string][] = [
    [{ sizeUsd: 0.99, markPrice: 0.1 }, 'rejected'],
    [{ sizeUsd: 1, markPrice: 0.1 }, 'built'],
    [{ sizeUsd: 2, markPrice: 0.5 }, 'rejected'],
    [{ sizeUsd: 2.56, markPrice: 0.5 }, 'built'],
  ];
  for (const [ticket, status] of rows) {
    const built = buildOrder({ ...TICKET, ...ticket }, MARKET, NOTHING);
    assert.equal(built.status, status, JSON.stringify(ticket));
    if (built.status === 'rejected') assert.equal(built.reason, 'below_minimum');
  }
});
