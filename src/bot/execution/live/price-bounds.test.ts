import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toDecimal, toDecimalText } from './decimal.ts';
import { computeBinaryLimit, computePerpLimit } from './price-bounds.ts';

test('the limit of a probability, by hand', () => {
  const rows: [side: 'buy' | 'sell', mark: number, bps: number, tick: string, limit: string][] = [
    // A hundredth of the price is less than a tick, so the limit is one tick away.
    ['buy', 0.5, 100, '0.01', '0.51'],
    ['sell', 0.5, 100, '0.01', '0.49'],
    // The limit is rounded towards the mark.
    ['buy', 0.505, 100, '0.01', '0.51'],
    ['sell', 0.505, 100, '0.01', '0.5'],
    // Five per cent of 0.9 are 0.045, but at most 0.03 is allowed.
    ['buy', 0.9, 500, '0.001', '0.93'],
    ['sell', 0.9, 500, '0.001', '0.87'],
    // The limit never leaves the grid of prices.
    ['buy', 0.99, 100, '0.01', '0.99'],
    ['buy', 0.999, 100, '0.01', '0.99'],
    ['sell', 0.01, 100, '0.01', '0.01'],
    ['sell', 0.001, 100, '0.01', '0.01'],
    ['buy', 0.3, 200, '0.0025', '0.305'],
    ['sell', 0.3, 200, '0.0025', '0.295'],
  ];
  for (const [side, markPrice, maxSlippageBps, tick, limit] of rows) {
    const bound = computeBinaryLimit({ side, markPrice, maxSlippageBps }, () => toDecimal(tick));
    assert.equal(toDecimalText(bound), limit, `${side} at ${markPrice}, ${maxSlippageBps} bps, tick ${tick}`);
  }
});

test('a limit lies on the grid, strictly between 0 and 1, and inside its bound', () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  const tick = fc.constantFrom('0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001');
  fc.assert(
    fc.property(
      side,
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      tick,
      (...given) => {
        const [orderSide, mark, maxSlippageBps, tickText] = given;
        const markPrice = mark / 10_000;
        const step = toDecimal(tickText);
        const limit = computeBinaryLimit({ side: orderSide, markPrice, maxSlippageBps }, () => step);
        assert.ok(limit.gt(0) && limit.lt(1));
        assert.ok(limit.mod(step).eq(0));
        const reach = toDecimal(Math.max(Number(tickText), 0.03));
        assert.ok(
          limit.minus(markPrice).abs().lte(reach) || limit.eq(step) || limit.eq(toDecimal(1).minus(step)),
        );
      },
    ),
  );
});

test('the limit of a perpetual stays inside the bound on both sides', () => {
  const tick = () => toDecimal('0.1');
  const order = { markPrice: 100.04, maxSlippageBps: 100 } as const;
  assert.equal(toDecimalText(computePerpLimit({ ...order, side: 'buy' }, tick)), '101');
  assert.equal(toDecimalText(computePerpLimit({ ...order, side: 'sell' }, tick)), '99.1');
});
