import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from './decimal.ts';
import { chooseLeg } from './leg.ts';

test('shares that are held are given back before others are bought', () => {
  const rows: [side: 'buy' | 'sell', yes: number, no: number, leg: string][] = [
    ['sell', 0, 0, 'buy no'],
    ['sell', 9.99, 0, 'buy no'],
    ['sell', 10, 0, 'sell yes'],
    ['sell', 20, 20, 'sell yes'],
    ['buy', 0, 0, 'buy yes'],
    ['buy', 0, 9.99, 'buy yes'],
    ['buy', 0, 10, 'sell no'],
    ['buy', 20, 20, 'sell no'],
  ];
  for (const [side, yes, no, expected] of rows) {
    const { leg, action } = chooseLeg(side, decimal(10), { yes: decimal(yes), no: decimal(no) });
    assert.equal(`${action} ${leg}`, expected, `${side} with ${yes} yes and ${no} no`);
  }
});
