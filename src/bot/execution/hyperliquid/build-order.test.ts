import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeAsset, perpAsset } from '../../../domain/index.ts';
import { decimal, decimalText } from '../common/decimal.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { buildOrder } from './build-order.ts';
import { type HyperliquidMarket, perpTickAt } from './markets.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: perpAsset('BTC'),
  side: 'buy',
  sizeUsd: 12,
  markPrice: 100_000,
  maxSlippageBps: 100,
};
const BTC: HyperliquidMarket = { kind: 'perp', coin: 'BTC', assetId: 0, szDecimals: 5, isOpen: true };
const OUTCOME: HyperliquidMarket = { kind: 'outcome', outcome: 839, isOpen: true };
const NOTHING = { yes: decimal(0), no: decimal(0) };

test('a price has five significant figures, the coin’s decimals, and whole numbers always', () => {
  const rows: [price: string, szDecimals: number, tick: string][] = [
    ['104950', 5, '1'],
    ['9999.9', 5, '0.1'],
    ['1670.1', 4, '0.1'],
    ['119.25', 2, '0.01'],
    ['35.123', 2, '0.001'],
    ['2.1', 0, '0.0001'],
    ['0.011', 0, '0.000001'],
    ['0.011', 3, '0.001'],
    ['1234567', 0, '1'],
  ];
  for (const [price, szDecimals, tick] of rows) {
    assert.equal(decimalText(perpTickAt(decimal(price), szDecimals)), tick, `${price} with ${szDecimals}`);
  }
});

test('a perpetual is sized at the mark, cut down to the lot, with its limit inside the bound', () => {
  assert.deepEqual(buildOrder(TICKET, BTC, NOTHING), {
    status: 'built',
    assetId: 0,
    coin: 'BTC',
    isBuy: true,
    leg: null,
    price: '101000',
    size: '0.00012',
    limitPrice: '101000',
  });
  const sell = buildOrder({ ...TICKET, side: 'sell', markPrice: 99_999 }, BTC, NOTHING);
  assert.equal(sell.status === 'built' && sell.price, '99000');
});

test('an order is refused before it is sent when it may be worth less than the minimum', () => {
  const rows: [sizeUsd: number, side: 'buy' | 'sell', status: string][] = [
    [10, 'buy', 'rejected'],
    [10.1, 'buy', 'built'],
    // The floor price counts, which is a hundredth lower.
    [10.1, 'sell', 'rejected'],
    [10.3, 'sell', 'built'],
  ];
  for (const [sizeUsd, side, status] of rows) {
    const built = buildOrder({ ...TICKET, sizeUsd, side, markPrice: 1 }, { ...BTC, szDecimals: 3 }, NOTHING);
    assert.equal(built.status, status, `${side} ${sizeUsd}`);
    if (built.status === 'rejected') assert.equal(built.reason, 'below_minimum');
  }
});

test('an outcome is traded in whole shares of the leg that the account can trade', () => {
  const ticket = { ...TICKET, ref: outcomeAsset('x', 839), sizeUsd: 25.9, markPrice: 0.4 };
  const buy = buildOrder(ticket, OUTCOME, NOTHING);
  assert.deepEqual(buy.status === 'built' && [buy.assetId, buy.coin, buy.isBuy, buy.size, buy.price], [
    100_008_390,
    '#8390',
    true,
    '64',
    '0.404',
  ]);
  const sell = buildOrder({ ...ticket, side: 'sell' }, OUTCOME, NOTHING);
  assert.deepEqual(
    sell.status === 'built' && [sell.assetId, sell.isBuy, sell.leg, sell.price, sell.limitPrice],
    [100_008_391, true, 'no', '0.604', '0.396'],
  );
  const close = buildOrder({ ...ticket, side: 'sell' }, OUTCOME, { ...NOTHING, yes: decimal(64) });
  assert.deepEqual(close.status === 'built' && [close.assetId, close.isBuy, close.leg], [
    100_008_390,
    false,
    'yes',
  ]);
});
