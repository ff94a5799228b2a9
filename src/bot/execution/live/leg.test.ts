import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildKalshiAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { floorTo, max, toDecimal } from './decimal.ts';
import { type LegPlan, planLegs } from './leg.ts';

const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildKalshiAsset('T-1'),
  side: 'sell',
  sizeUsd: 10,
  markPrice: 0.5,
  maxSlippageBps: 100,
};

test('shares that are held are given back before others are bought for what is left', () => {
  const rows: [side: 'buy' | 'sell', yes: number, no: number, legs: string][] = [
    ['sell', 0, 0, 'buy 19.23 no for 10'],
    ['sell', 5, 0, 'sell 5 yes for 2.5, buy 14.42 no for 7.5'],
    ['sell', 20, 0, 'sell 20 yes for 10'],
    ['sell', 50, 50, 'sell 20 yes for 10'],
    ['buy', 0, 0, 'buy 19.23 yes for 10'],
    ['buy', 0, 5, 'sell 5 no for 2.5, buy 14.42 yes for 7.5'],
    ['buy', 0, 20, 'sell 20 no for 10'],
    ['buy', 50, 0, 'buy 19.23 yes for 10'],
  ];
  for (const [side, yes, no, expected] of rows) {
    const limit = toDecimal(side === 'sell' ? '0.48' : '0.52');
    const held = { yes: toDecimal(yes), no: toDecimal(no) };
    const rules = { lot: toDecimal('0.01'), findProblem: () => null };
    const plans = planLegs({ ...TICKET, side }, limit, held, rules);
    assert.ok(!('status' in plans));
    const text = plans.map((plan) => `${plan?.action} ${plan?.shares} ${plan?.leg} for ${plan?.usd}`);
    assert.equal(text.join(', '), expected, `${side} with ${yes} yes and ${no} no`);
  }
});

test('a part that cannot be sent still counts as held: an order never buys the other side of it', () => {
  const few = (least: number) => ({
    lot: toDecimal(1),
    findProblem: ({ shares, price }: LegPlan) => (shares.times(price).lt(least) ? 'too few' : null),
  });
  const describe = (plans: ReturnType<typeof planLegs>) =>
    'status' in plans
      ? `${plans.reason}: ${plans.message}`
      : plans.map((plan) => `${plan?.action} ${plan?.shares} ${plan?.leg}`).join(', ');
  const limit = toDecimal('0.0600139');
  const sale = { ...TICKET, sizeUsd: null, sizeShares: '145', markPrice: 0.06187 };
  const held = { yes: toDecimal(354), no: toDecimal(0) };
  assert.equal(describe(planLegs(sale, limit, held, few(10))), 'below_minimum: too few');
  // The account holds 354 of the 400. They are worth less than the minimum, so only the other 46 are bought.
  const more = { ...sale, sizeShares: '400' };
  assert.equal(describe(planLegs(more, limit, held, few(22))), 'buy 46 no');
  const locked = { yes: toDecimal(54), no: toDecimal(0), locked: { yes: toDecimal(300), no: toDecimal(0) } };
  assert.equal(describe(planLegs(more, limit, locked, few(1))), 'sell 54 yes, buy 46 no');
  const allLocked = { yes: toDecimal(0), no: toDecimal(0), locked: held };
  assert.equal(
    describe(planLegs(sale, limit, allLocked, few(1))),
    'below_minimum: other orders hold the shares that would be sold',
  );
  // No minimum of ours refuses a close: the venue decides.
  assert.equal(describe(planLegs({ ...sale, isClose: true }, limit, held, few(10))), 'sell 145 yes');
});

test('less than a lot of the other side takes nothing off a purchase; where all is held, nothing is bought', () => {
  const limit = toDecimal('0.52');
  const rules = { lot: toDecimal('0.01'), findProblem: () => null };
  const dust = { yes: toDecimal(0), no: toDecimal('0.006666') };
  const [buying] = [planLegs({ ...TICKET, side: 'buy' }, limit, dust, rules)].flat();
  assert.equal((buying as LegPlan).usd.toFixed(), '10');
  // 20.005 shares are wanted. The half lot that cannot be sold still counts as held.
  const sale = { ...TICKET, sizeUsd: null, sizeShares: '20.005', side: 'buy' } as const;
  const plans = planLegs(sale, limit, { ...dust, no: toDecimal(30) }, rules);
  assert.ok(!('status' in plans));
  assert.deepEqual(
    plans.map((plan) => `${plan?.action} ${plan?.shares}`),
    ['sell 20'],
  );
});

test('whatever is held and whatever part is refused, no more is bought than the size less the lots that are held', () => {
  const amount = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 1_000_000 }).map((thousandths) => thousandths / 1_000),
  );
  const price = fc.integer({ min: 1, max: 999 }).map((tick) => tick / 1_000);
  const inputs = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    size: fc.oneof(
      amount.map((sizeUsd) => ({ sizeUsd, sizeShares: null })),
      amount.map((shares) => ({ sizeUsd: null, sizeShares: String(shares) })),
    ),
    markPrice: price,
    limit: price,
    yes: amount,
    no: amount,
    lockedYes: amount,
    lockedNo: amount,
    lot: fc.constantFrom('1', '0.01', '0.000001'),
    refused: fc.constantFrom('none', 'sell', 'buy', 'both'),
  });
  fc.assert(
    fc.property(inputs, ({ side, size, markPrice, limit, yes, no, lockedYes, lockedNo, lot, refused }) => {
      const held = {
        yes: toDecimal(yes),
        no: toDecimal(no),
        locked: { yes: toDecimal(lockedYes), no: toDecimal(lockedNo) },
      };
      const plans = planLegs({ ...TICKET, ...size, side, markPrice }, toDecimal(limit), held, {
        lot: toDecimal(lot),
        findProblem: ({ action }) => (refused === action || refused === 'both' ? 'refused' : null),
      });
      if ('status' in plans) return;
      const leg = side === 'sell' ? 'yes' : 'no';
      const owned = floorTo(held[leg].plus(held.locked[leg]), toDecimal(lot));
      const mark = leg === 'yes' ? toDecimal(markPrice) : toDecimal(1).minus(markPrice);
      for (const plan of plans) {
        if (plan === undefined) continue;
        if (plan.action === 'sell') {
          assert.ok(plan.shares.lte(held[leg]));
          continue;
        }
        // A millionth is tolerated, since dollars are divided by a price.
        if (size.sizeUsd === null) {
          assert.ok(plan.shares.lte(max(toDecimal(0), toDecimal(size.sizeShares).minus(owned))));
        } else {
          const left = max(toDecimal(0), toDecimal(size.sizeUsd).minus(owned.times(mark)));
          assert.ok(
            plan.shares.times(plan.price).lte(left.plus('0.000001')),
            `${plan.shares} at ${plan.price}`,
          );
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
