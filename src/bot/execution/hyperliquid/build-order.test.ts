import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOutcomeAsset, buildPerpAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { toDecimal, toDecimalText } from '../live/decimal.ts';
import { buildOrder } from './build-order.ts';
import { getPerpTick, type HyperliquidMarket } from './markets.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildPerpAsset('BTC'),
  side: 'buy',
  sizeUsd: 12,
  markPrice: 100_000,
  maxSlippageBps: 100,
};
const BTC: HyperliquidMarket = { kind: 'perp', coin: 'BTC', assetId: 0, szDecimals: 5, isOpen: true };
const OUTCOME: HyperliquidMarket = { kind: 'outcome', outcome: 839, yesSide: 0, isOpen: true };
const NOTHING = { coins: toDecimal(0), yes: toDecimal(0), no: toDecimal(0) };

/** Builds an order, asserts that it was built, and returns its legs. */
function buildLegs(...args: Parameters<typeof buildOrder>) {
  const built = buildOrder(...args);
  assert.equal(built.status, 'built', JSON.stringify(built));
  return built.status === 'built' ? built.legs : assert.fail();
}

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
    assert.equal(
      toDecimalText(getPerpTick(toDecimal(price), szDecimals)),
      tick,
      `${price} with ${szDecimals}`,
    );
  }
});

test('a perpetual is sized at the mark, cut down to the lot, with its limit inside the bound', () => {
  assert.deepEqual(buildOrder(TICKET, BTC, NOTHING), {
    status: 'built',
    limitPrice: '101000',
    legs: [
      {
        assetId: 0,
        coin: 'BTC',
        isBuy: true,
        isReduceOnly: false,
        leg: null,
        price: '101000',
        size: '0.00012',
      },
    ],
  });
  const [sell] = buildLegs({ ...TICKET, side: 'sell', markPrice: 99_999 }, BTC, NOTHING);
  assert.equal(sell?.price, '99000');
});

test('an order is refused before it is sent when it may be worth less than the minimum', () => {
  const rows: [sizeUsd: number, side: 'buy' | 'sell', status: string][] = [
    [10, 'buy', 'rejected'],
    [10.1, 'buy', 'built'],
    // A sell counts at its limit price, which is a hundredth lower.
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
  const ticket = { ...TICKET, ref: buildOutcomeAsset('x', 839), sizeUsd: 25.9, markPrice: 0.4 };
  const show = (...args: Parameters<typeof buildOrder>) =>
    buildLegs(...args).map(({ assetId, coin, isBuy, leg, size, price }) =>
      [isBuy ? 'buy' : 'sell', size, leg, assetId, coin, price].join(' '),
    );
  assert.deepEqual(show(ticket, OUTCOME, NOTHING), ['buy 64 yes 100008390 #8390 0.404']);
  const sell = { ...ticket, side: 'sell' } as const;
  // 25.90 USD buy 42 No at 0.604 at worst, and not the 64 shares that the same money is as Yes at the mark.
  assert.deepEqual(show(sell, OUTCOME, NOTHING), ['buy 42 no 100008391 #8391 0.604']);
  assert.deepEqual(show(sell, OUTCOME, { ...NOTHING, yes: toDecimal(64) }), [
    'sell 64 yes 100008390 #8390 0.396',
  ]);
  // 30 Yes bring 12 USD at the mark; the other 13.90 USD buy No.
  assert.deepEqual(show(sell, OUTCOME, { ...NOTHING, yes: toDecimal(30) }), [
    'sell 30 yes 100008390 #8390 0.396',
    'buy 23 no 100008391 #8391 0.604',
  ]);
});

test('outcome shares that are worth less than the minimum are not sold, nor is their other side bought', () => {
  const ticket = { ...TICKET, ref: buildOutcomeAsset('x', 839), side: 'sell', sizeUsd: null } as const;
  const rows: [held: number, sizeShares: string, markPrice: number][] = [
    [354, '145', 0.06187],
    [658, '120.55', 0.066],
    [43, '30', 0.03],
  ];
  for (const [yes, sizeShares, markPrice] of rows) {
    const built = buildOrder({ ...ticket, sizeShares, markPrice }, OUTCOME, {
      ...NOTHING,
      yes: toDecimal(yes),
    });
    assert.equal(built.status === 'rejected' && built.reason, 'below_minimum', sizeShares);
    const mirrored = { ...ticket, side: 'buy' as const, sizeShares, markPrice: 1 - markPrice };
    const bought = buildOrder(mirrored, OUTCOME, { ...NOTHING, no: toDecimal(yes) });
    assert.equal(bought.status === 'rejected' && bought.reason, 'below_minimum', sizeShares);
  }
});

test('outcome shares are worth the minimum at the mark too, on either side', () => {
  const ticket = { ...TICKET, ref: buildOutcomeAsset('x', 839), sizeUsd: null } as const;
  const rows: [side: 'buy' | 'sell', sizeShares: string, markPrice: number, status: string][] = [
    // 20 shares cost 10.10 USD at the limit of 0.505, and only 9.90 at the mark.
    ['buy', '20', 0.495, 'rejected'],
    ['buy', '21', 0.495, 'built'],
    ['sell', '20', 0.505, 'rejected'],
    ['sell', '21', 0.505, 'built'],
  ];
  for (const [side, sizeShares, markPrice, status] of rows) {
    const built = buildOrder(
      { ...ticket, side, sizeShares, markPrice, maxSlippageBps: 300 },
      OUTCOME,
      NOTHING,
    );
    assert.equal(built.status, status, `${side} ${sizeShares}`);
  }
});

test('Yes is the side of that name, also where the venue lists it second', () => {
  const ticket = { ...TICKET, ref: buildOutcomeAsset('x', 839), sizeUsd: 25.9, markPrice: 0.4 };
  const [buy] = buildLegs(ticket, { ...OUTCOME, yesSide: 1 }, NOTHING);
  assert.deepEqual([buy?.assetId, buy?.coin, buy?.leg], [100_008_391, '#8391', 'yes']);
});

test('a close trades the smaller of what the bot has and what the account holds, and may only reduce', () => {
  const close = { ...TICKET, side: 'sell', sizeUsd: null, sizeShares: '0.0005', isClose: true } as const;
  const [whole] = buildLegs(close, BTC, { ...NOTHING, coins: toDecimal('0.02') });
  assert.deepEqual([whole?.size, whole?.isBuy, whole?.isReduceOnly], ['0.0005', false, true]);
  const [part] = buildLegs(close, BTC, { ...NOTHING, coins: toDecimal('0.0002') });
  assert.equal(part?.size, '0.0002');
  // The order is worth 9.80 USD, below the minimum, which the venue allows for an order that only reduces.
  const small = { ...close, markPrice: 70_000, sizeShares: '0.00014' };
  assert.equal(buildLegs(small, BTC, { ...NOTHING, coins: toDecimal('0.00014') })[0]?.size, '0.00014');
  for (const coins of ['0', '-0.02']) {
    const built = buildOrder(close, BTC, { ...NOTHING, coins: toDecimal(coins) });
    assert.equal(built.status === 'rejected' && built.reason, 'no_position', coins);
  }
});
