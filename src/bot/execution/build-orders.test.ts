import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
} from '../../domain/index.ts';
import type { OrderTicket } from './execution-venue.ts';
import { buildOrder as buildHyperliquid } from './hyperliquid/build-order.ts';
import { buildOrder as buildKalshi } from './kalshi/build-order.ts';
import { buildOrder as buildLimitless } from './limitless/build-order.ts';
import { max, toDecimal } from './live/decimal.ts';
import { MAX_BINARY_SLIPPAGE } from './live/price-bounds.ts';
import { buildOrder as buildPolymarket } from './polymarket/build-order.ts';

const NOTHING = { coins: toDecimal(0), yes: toDecimal(0), no: toDecimal(0) };
const PLENTY = { yes: toDecimal(1e9), no: toDecimal(1e9) };
const SOME = { yes: toDecimal(17), no: toDecimal(23) };
const side = fc.constantFrom('buy' as const, 'sell' as const);
const held = fc.constantFrom<typeof PLENTY>(NOTHING, SOME, PLENTY);
/** Sizes in whole cents, often at the minimum that venues accept. */
const sizeUsd = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.constantFrom(0.01, 0.99, 1, 1.01, 9.99, 10, 10.1, 10.11),
);
/** Probabilities with up to four decimals, often at the ends of the scale. */
const probability = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }).map((tick) => tick / 10_000),
  fc.constantFrom(0.0001, 0.001, 0.005, 0.0099, 0.01, 0.0101, 0.5, 0.9899, 0.99, 0.995, 0.999, 0.9999),
);
const maxSlippageBps = fc.constantFrom(0, 1, 10, 100, 1_000, 10_000);
const common = { botId: 'b', clientOrderId: 'o' };
const binary = fc.record({ side, sizeUsd, markPrice: probability, maxSlippageBps });

const isMultiple = (value: string | number, step: string | number) =>
  toDecimal(value).div(toDecimal(step)).round(0).times(toDecimal(step)).eq(toDecimal(value));

/** Asserts that a limit price is on the grid, inside the scale, and no further from the mark than is allowed. */
function assertLimit(ticket: Omit<OrderTicket, 'ref'>, limitText: string, tick: string): void {
  const limit = toDecimal(limitText);
  const label = JSON.stringify({ ...ticket, limitText, tick });
  assert.ok(isMultiple(limitText, tick), `off the grid: ${label}`);
  assert.ok(limit.gte(tick) && limit.lte(toDecimal(1).minus(tick)), `off the scale: ${label}`);
  const slack = max(toDecimal(tick), toDecimal(MAX_BINARY_SLIPPAGE));
  const mark = toDecimal(ticket.markPrice);
  // For a mark beyond the first or last tick, that tick is the limit.
  if (ticket.side === 'buy') assert.ok(limit.lte(max(mark.plus(slack), toDecimal(tick))), label);
  else
    assert.ok(
      toDecimal(1)
        .minus(limit)
        .lte(max(toDecimal(1).minus(mark).plus(slack), toDecimal(tick))),
      label,
    );
}

test('Polymarket orders have amounts that it takes, regardless of the tick, the size and the price', () => {
  const tick = fc.constantFrom('0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001');
  fc.assert(
    fc.property(binary, tick, held, (terms, step, shares) => {
      const ticket = { ...common, ...terms, ref: buildPolymarketAsset('m') };
      const market = {
        slug: 'm',
        yesToken: '1',
        noToken: '2',
        isOpen: true,
        isNegRisk: false,
        tick: Number(step),
        minShares: 5,
        feeRate: 0,
        feeExponent: 1,
      };
      const order = buildPolymarket(ticket, market, shares);
      if (order.status === 'rejected') return assert.equal(order.reason, 'below_minimum');
      assertLimit(ticket, order.limitPrice.toFixed(), step);
      for (const { makerAmount, takerAmount, leg, side: way } of order.legs) {
        assert.ok(isMultiple(makerAmount, 10_000) && isMultiple(takerAmount, 100), JSON.stringify(order));
        const price = leg === 'yes' ? order.limitPrice : toDecimal(1).minus(order.limitPrice);
        const [maker, taker] = [toDecimal(makerAmount), toDecimal(takerAmount)];
        if (way === 0) {
          assert.ok(maker.lte(toDecimal(ticket.sizeUsd).times(1e6)), 'more than was offered');
          assert.ok(maker.gte(1e6) && taker.gte(5e6), 'below a minimum');
          assert.ok(maker.div(taker).lte(price.times('1.0001')), 'a price beyond the limit');
        } else {
          assert.ok(maker.gte(5e6), 'below the minimum');
          assert.ok(taker.lte(maker.times(price)), 'asks for more than the limit price');
        }
      }
    }),
  );
});

test('Kalshi orders are whole lots on the grid', () => {
  fc.assert(
    fc.property(
      binary,
      fc.constantFrom('0.01', '0.001'),
      fc.boolean(),
      held,
      (terms, step, isFractional, shares) => {
        const ticket = { ...common, ...terms, ref: buildKalshiAsset('T-1') };
        const ranges = [{ start: toDecimal(0), end: toDecimal(1), step: toDecimal(step) }];
        const order = buildKalshi(ticket, { ticker: 'T-1', isOpen: true, ranges, isFractional }, shares);
        if (order.status === 'rejected') return assert.equal(order.reason, 'below_minimum');
        assertLimit(ticket, order.limitPrice, step);
        assert.ok(toDecimal(order.count).gt(0) && isMultiple(order.count, isFractional ? '0.01' : '1'));
        assert.match(order.price, /^0\.\d{4}$/);
      },
    ),
  );
});

test('Limitless orders have amounts that agree with price and shares', () => {
  fc.assert(
    fc.property(binary, held, (terms, shares) => {
      const ticket = { ...common, ...terms, ref: buildLimitlessAsset('m') };
      const market = {
        slug: 'm',
        isOpen: true,
        isPool: false,
        yesToken: '1',
        noToken: '2',
        exchange: '0x',
        fee: { kind: 'profile' } as const,
      };
      const order = buildLimitless(ticket, market, shares);
      if (order.status === 'rejected') return assert.equal(order.reason, 'below_minimum');
      assertLimit(ticket, order.limitPrice.toFixed(), '0.001');
      for (const leg of order.legs) {
        const [given, wanted] = [toDecimal(leg.makerAmount), toDecimal(leg.takerAmount)];
        const sharesUnits = leg.side === 0 ? wanted : given;
        assert.ok(sharesUnits.gt(0) && isMultiple(sharesUnits.toFixed(), 1_000));
        const dollars = leg.side === 0 ? given : wanted;
        assert.ok(dollars.minus(sharesUnits.times(leg.price)).abs().lte(1), JSON.stringify(order));
      }
    }),
  );
});

test('Hyperliquid orders keep to lot, significant figures and minimum, and cost no more than was asked', () => {
  const markPrice = fc.oneof(
    fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1_000),
    fc.constantFrom(0.000123, 0.99999, 1.00001, 9.9999, 99_999, 99_999.5, 100_000, 123_456),
  );
  const perp = fc.record({ side, sizeUsd, markPrice, maxSlippageBps: fc.constantFrom(0, 1, 100, 1_000) });
  fc.assert(
    fc.property(perp, fc.integer({ min: 0, max: 5 }), (terms, szDecimals) => {
      const ticket = { ...common, ...terms, ref: buildPerpAsset('BTC') };
      const order = buildHyperliquid(
        ticket,
        { kind: 'perp', coin: 'BTC', assetId: 0, szDecimals, isOpen: true },
        NOTHING,
      );
      if (order.status === 'rejected') {
        return assert.ok(['below_minimum', 'price_moved'].includes(order.reason));
      }
      const [leg] = order.legs;
      assert.ok(leg !== undefined && order.legs.length === 1);
      const price = toDecimal(leg.price);
      const label = JSON.stringify({ ...terms, szDecimals, price: leg.price, size: leg.size });
      assert.ok(isMultiple(leg.size, toDecimal(10).pow(-szDecimals).toFixed()), label);
      const digits = leg.price.replace('.', '').replace(/^0+/, '');
      const decimals = leg.price.split('.')[1]?.length ?? 0;
      assert.ok(decimals === 0 || (digits.length <= 5 && decimals <= 6 - szDecimals), label);
      assert.ok(toDecimal(leg.size).times(toDecimal(ticket.markPrice)).lte(toDecimal(ticket.sizeUsd)), label);
      assert.ok(toDecimal(leg.size).times(price).gte(10), label);
      const mark = toDecimal(ticket.markPrice);
      const distance = mark.times(ticket.maxSlippageBps).div(10_000);
      if (ticket.side === 'buy') assert.ok(price.lte(mark.plus(distance)), label);
      else assert.ok(price.gte(mark.minus(distance)), label);
    }),
  );
});

test('Hyperliquid outcomes trade whole shares on the grid of their leg, of at least the minimum and for no more than asked', () => {
  const OUTCOME = 378;
  const market = { kind: 'outcome', outcome: OUTCOME, yesSide: 0, isOpen: true } as const;
  const terms = fc.record({
    side,
    sizeUsd: fc.oneof(sizeUsd, fc.constantFrom(9.99999, 10.00001, 1_000_000)),
    markPrice: fc.oneof(probability, fc.constantFrom(0.00001, 0.00002, 0.499995, 0.99998, 0.99999)),
    maxSlippageBps,
  });
  // Holdings just above and below what the order needs, where the choice of legs changes.
  const around = fc.constantFrom(-1, 0, 1);
  fc.assert(
    fc.property(terms, around, around, (given, yesMore, noMore) => {
      const ticket = { ...common, ...given, ref: buildOutcomeAsset('m', OUTCOME) };
      const mark = toDecimal(given.markPrice);
      const least = (price: typeof mark, more: number) =>
        max(toDecimal(0), toDecimal(given.sizeUsd).div(price).round(0, 0).plus(more));
      const shares = { yes: least(mark, yesMore), no: least(toDecimal(1).minus(mark), noMore) };
      const order = buildHyperliquid(ticket, market, { ...NOTHING, ...shares });
      if (order.status === 'rejected') return assert.equal(order.reason, 'below_minimum');
      const label = JSON.stringify({ ...given, yesMore, noMore, order });
      assertLimit(ticket, order.limitPrice, '0.00001');
      for (const leg of order.legs) {
        const [price, size] = [toDecimal(leg.price), toDecimal(leg.size)];
        assert.ok(size.gt(0) && isMultiple(leg.size, 1), `not whole shares: ${label}`);
        assert.ok(size.times(price).gte(10), `below the minimum: ${label}`);
        assert.ok(isMultiple(leg.price, '0.00001') && price.gt(0) && price.lt(1), label);
        const isYes = leg.leg === 'yes';
        assert.ok(price.eq(isYes ? order.limitPrice : toDecimal(1).minus(order.limitPrice)), label);
        assert.equal(leg.assetId, 100_000_000 + 10 * OUTCOME + (isYes ? 0 : 1), label);
        assert.equal(leg.coin, `#${10 * OUTCOME + (isYes ? 0 : 1)}`, label);
        // An order never sells more than is held.
        if (!leg.isBuy) assert.ok(size.lte(isYes ? shares.yes : shares.no), label);
        assert.equal(isYes, (given.side === 'buy') === leg.isBuy, label);
      }
      assert.ok(order.legs.length === 1 || (order.legs[0]?.isBuy === false && order.legs[1]?.isBuy), label);
    }),
  );
});
