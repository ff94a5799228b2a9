import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { PUBLISHED_FEES } from '../../venues/registry.ts';
import { computeTakerFee, describeTakerFee } from './fees.ts';

const order = { asset: 'pm-a', category: 'crypto', marketRate: null, price: 0.4, size: 100 } as const;

test('Polymarket takes shares x rate x p x (1 - p), the rate by category', () => {
  const fee = (category: string | null) =>
    computeTakerFee(PUBLISHED_FEES, { ...order, kind: 'pm', category }).usd;
  assert.ok(Math.abs((fee('Crypto') ?? 0) - 1.68) < 1e-12, '100 * 0.07 * 0.4 * 0.6');
  assert.ok(Math.abs((fee('sports') ?? 0) - 1.2) < 1e-12);
  assert.ok(Math.abs((fee('weather') ?? 0) - 1.2) < 1e-12, 'any other category');
  assert.equal(fee('world events'), 0);
  assert.equal(fee(null), null, 'the rate depends on a category that is not known');
});

test('a rate that the market states itself goes before the schedule', () => {
  const fee = (marketRate: number) =>
    computeTakerFee(PUBLISHED_FEES, { ...order, kind: 'pm', category: null, marketRate }).usd;
  assert.ok(Math.abs((fee(0.02) ?? 0) - 0.48) < 1e-12);
  assert.equal(fee(0), 0, 'a market without fees');
});

test('Kalshi rounds its fee up to a hundredth of a cent, times the multiplier of the market', () => {
  const fee = (price: number, size: number, multiplier: number | null = 1) =>
    computeTakerFee(PUBLISHED_FEES, {
      asset: 'kalshi-a',
      kind: 'kalshi',
      category: null,
      marketRate: multiplier === null ? null : 0.07 * multiplier,
      price,
      size,
    });
  assert.deepEqual(fee(0.98, 1), { usd: 0.0014 }, '0.001372 as the demo exchange charged it');
  assert.deepEqual(fee(0.5, 100), { usd: 1.75 });
  assert.deepEqual(fee(0.4, 1), { usd: 0.0168 });
  assert.deepEqual(fee(0.5, 4), { usd: 0.07 }, 'an exact fee stays');
  assert.deepEqual(fee(0.37, 0.09, 0.5), { usd: 0.0008 }, '0.00073426');
  assert.deepEqual(fee(0.5, 100, 0), { usd: 0 });
  const assumed = fee(0.5, 100, null);
  assert.equal(assumed.usd, 1.75, 'an unknown multiplier counts as the dearest');
  assert.match(
    ('assumption' in assumed && assumed.assumption) || '',
    /multiplier .* not known: 1 is assumed/,
  );
});

test('a fee that is not published is null and says why', () => {
  for (const kind of ['limitless', 'hl-pred'] as const) {
    const fee = computeTakerFee(PUBLISHED_FEES, { ...order, kind });
    assert.equal(fee.usd, null);
    assert.ok(fee.usd === null && fee.reason.length > 20);
  }
});

test('perpetuals pay a fraction of the notional, except on builder dexes, whose rates are their own', () => {
  const fee = (asset: string) =>
    computeTakerFee(PUBLISHED_FEES, {
      asset,
      kind: 'hl-perp',
      category: null,
      marketRate: null,
      price: 100,
      size: 10,
    });
  assert.ok(Math.abs((fee('hl-BTC').usd ?? 0) - 0.45) < 1e-12);
  assert.equal(fee('hl-xyz:NVDA').usd, null);
});

test('every schedule names its day and its source', () => {
  for (const { asOf, source } of Object.values(PUBLISHED_FEES)) {
    assert.match(asOf, /^20\d\d-\d\d/);
    assert.ok(source.length > 5);
  }
});

test('a schedule is described with the figures that it charges', () => {
  const says = (kind: keyof typeof PUBLISHED_FEES) => describeTakerFee(PUBLISHED_FEES[kind].rule);
  assert.equal(
    says('pm'),
    'contracts × rate × p × (1 - p), rate 0.07 for crypto; 0.05 for sports, others; 0.04 for politics, finance, tech, mentions; 0 for world events, world, geopolitics; the market’s own rate comes first',
  );
  assert.equal(
    says('kalshi'),
    'contracts × 0.07 × p × (1 - p), rounded up to 0.0001 USD; the market’s own rate comes first',
  );
  assert.equal(says('hl-perp'), '0.045 % of the notional; builder dexes: not published');
  assert.match(says('limitless'), /^not known: Limitless .* no figure$/);
});

test('the page about arbitrage has each schedule in the words of the answer', () => {
  const page = readFileSync(new URL('../../../docs/arbitrage.md', import.meta.url), 'utf8');
  for (const { rule, asOf } of Object.values(PUBLISHED_FEES)) {
    const row = `| ${describeTakerFee(rule)} | ${asOf} |`;
    assert.ok(page.includes(row), row);
  }
});
