import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset } from '../../../domain/index.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { toDecimal } from './decimal.ts';
import { planLegs } from './leg.ts';

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
