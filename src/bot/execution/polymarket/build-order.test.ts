import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPolymarketAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { toDecimal } from '../live/decimal.ts';
import { buildOrder } from './build-order.ts';
import type { PolymarketMarket } from './markets.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildPolymarketAsset('x'),
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
const NOTHING = { yes: toDecimal(0), no: toDecimal(0) };

/** Lists the legs as they are signed: amount given, amount wanted, side and token. */
function show(...args: Parameters<typeof buildOrder>) {
  const built = buildOrder(...args);
  assert.ok(built.status === 'built', JSON.stringify(built));
  return built.legs.map(({ makerAmount, takerAmount, side, tokenId }) => [
    makerAmount,
    takerAmount,
    side,
    tokenId,
  ]);
}

test('a buy is stated in dollars with two decimals, as the venue’s own builder states it', () => {
  // The recorded case "market buy 10 pUSD, price cap 0.58".
  assert.deepEqual(show(TICKET, MARKET, NOTHING), [['10000000', '17241300', 0, '1']]);
});

test('where the venue’s own builder gives five decimals of shares, ours gives the four that are taken', () => {
  // The recorded case "buy 9.98, cap 0.985", for which the builder made 10131970.
  const ticket = { ...TICKET, sizeUsd: 9.98, markPrice: 0.984 };
  const built = buildOrder(ticket, { ...MARKET, tick: 0.001 }, NOTHING);
  assert.equal(built.status === 'built' && String(built.limitPrice), '0.993');
  const narrow = buildOrder({ ...ticket, maxSlippageBps: 10 }, { ...MARKET, tick: 0.001 }, NOTHING);
  assert.deepEqual(narrow.status === 'built' && [String(narrow.limitPrice), narrow.legs[0]?.takerAmount], [
    '0.985',
    '10131900',
  ]);
});

test('a sell of shares that are held is stated in shares with two decimals', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 5.19, markPrice: 0.42 } as const;
  // 5.19 / 0.42 = 12.357 shares at 0.41 or better: the recorded case has 12.34 for 5.0594.
  const held = { ...NOTHING, yes: toDecimal('12.35') };
  assert.deepEqual(show(ticket, MARKET, held), [['12350000', '5063500', 1, '1']]);
});

test('a sell without shares buys No for its dollars, and never for more', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 } as const;
  const built = buildOrder(ticket, MARKET, NOTHING);
  assert.equal(built.status === 'built' && String(built.limitPrice), '0.39');
  // No costs 0.61 at worst.
  assert.deepEqual(show(ticket, MARKET, NOTHING), [['10000000', '16393400', 0, '2']]);
  // The mark is 0.02. Bought as No, the shares that 12 USD are at the mark would cost 588 USD.
  const cheap = show({ ...ticket, sizeUsd: 12, markPrice: 0.02 }, MARKET, NOTHING);
  assert.deepEqual(cheap, [['12000000', '12121200', 0, '2']]);
});

test('a sell of more than is held gives it back first; what is too small for an order of its own is left out', () => {
  const ticket = { ...TICKET, side: 'sell', sizeUsd: 10, markPrice: 0.4 } as const;
  const held = (yes: number) => ({ ...NOTHING, yes: toDecimal(yes) });
  // Ten Yes bring 4 USD at the mark; the other 6 USD buy No.
  assert.deepEqual(show(ticket, MARKET, held(10)), [
    ['10000000', '3900000', 1, '1'],
    ['6000000', '9836000', 0, '2'],
  ]);
  // Four shares are fewer than the venue accepts, so they are kept, and what they would bring buys no No either.
  assert.deepEqual(show(ticket, MARKET, held(4)), [['8400000', '13770400', 0, '2']]);
  // The 0.80 USD that remain are less than the venue accepts for a buy.
  assert.deepEqual(show(ticket, MARKET, held(23)), [['23000000', '8970000', 1, '1']]);
});

test('a close gives back what is held, at most what the bot has, and refuses to trade nothing', () => {
  const close = { ...TICKET, side: 'buy', sizeUsd: null, sizeShares: '12', isClose: true } as const;
  const held = (no: number) => ({ ...NOTHING, no: toDecimal(no) });
  assert.deepEqual(show(close, MARKET, held(100)), [['12000000', '5040000', 1, '2']]);
  assert.deepEqual(show(close, MARKET, held(7)), [['7000000', '2940000', 1, '2']]);
  const reason = (no: number) => {
    const built = buildOrder(close, MARKET, held(no));
    return built.status === 'rejected' && built.reason;
  };
  assert.deepEqual([reason(0), reason(0.004)], ['no_position', 'no_position']);
  // The shares are fewer than the venue accepts of a resting order. A close is sent all the same, and the venue
  // decides.
  assert.deepEqual(show(close, MARKET, held(4)), [['4000000', '1680000', 1, '2']]);
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
