import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRates } from '../../../test/contract/rates.ts';
import { LocalRateLimits } from './local-rate-limits.ts';

describeRates('in process', (_t, now) => new LocalRateLimits({ now }));

test('active keys are kept and idle ones dropped', () => {
  let now = 0;
  const rates = new LocalRateLimits({ now: () => now });
  for (let i = 0; i < 3_000; i++) rates.take(`idle-${i}`, 5);
  now = 60_000;
  rates.take('active', 1);
  now = 62_000;
  rates.take('new', 1);
  assert.ok(rates.size < 10, String(rates.size));
  assert.equal(rates.take('active', 1), false);
});

test('memory has a bound although every caller is new', () => {
  const rates = new LocalRateLimits({ now: () => 0 });
  for (let i = 0; i < 210_000; i++) rates.take(`address-${i}`, 5);
  assert.ok(rates.size <= 200_000);
});
