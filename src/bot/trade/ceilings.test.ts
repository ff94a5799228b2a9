import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findExcess, type SizedOrder } from './ceilings.ts';

const order = (changes: Partial<SizedOrder> = {}): SizedOrder => ({
  side: 'buy',
  sizeUsd: 12,
  sizeShares: null,
  markPrice: 0.5,
  ...changes,
});
const inShares = (sizeShares: number, changes: Partial<SizedOrder> = {}) =>
  order({ sizeUsd: null, sizeShares, ...changes });

test('each ceiling names the member that is beyond it; what lies on it is taken', () => {
  const rows: [kind: 'hl-perp' | 'kalshi', order: SizedOrder, excess: RegExp | null][] = [
    ['hl-perp', order({ markPrice: 87_250 }), null],
    ['hl-perp', order({ sizeUsd: 1e9, markPrice: 1 }), null],
    ['hl-perp', order({ sizeUsd: 1e9 + 1, markPrice: 1 }), /^sizeUsd must be at most 1000000000$/],
    ['hl-perp', order({ markPrice: 1e21 }), /^markPrice must be from/],
    ['hl-perp', order({ markPrice: 5e-324 }), /^markPrice must be from/],
    ['hl-perp', order({ sizeUsd: 1e9, markPrice: 1e-4 }), /^sizeUsd is more than 1000000000000 shares/],
    ['hl-perp', order({ sizeUsd: 1e-3, markPrice: 1e12 }), /^sizeUsd is nothing at markPrice$/],
    ['hl-perp', inShares(1e4, { markPrice: 1e5 }), null],
    ['hl-perp', inShares(1e4 + 1, { markPrice: 1e5 }), /^sizeShares is worth more than/],
    ['kalshi', order({ sizeUsd: 1e3, markPrice: 1e-6 }), null],
    ['kalshi', order({ sizeUsd: 1e6, markPrice: 1e-6 }), /^sizeUsd could pay more than 1000000000 USD/],
    // The sell buys No at one minus the price, and can sell no more Yes than is held.
    ['kalshi', order({ side: 'sell', sizeUsd: 1e6, markPrice: 1e-5 }), null],
    ['kalshi', order({ side: 'sell', sizeUsd: 1e6, markPrice: 0.9999 }), /could pay more than/],
    ['kalshi', inShares(1e9), null],
    ['kalshi', inShares(1e9 + 1), /^sizeShares could pay more than/],
  ];
  for (const [kind, given, expected] of rows) {
    const excess = findExcess(kind, given);
    const text = excess === null ? null : `${excess.member} ${excess.problem}`;
    if (expected === null) assert.equal(text, null, JSON.stringify(given));
    else assert.match(text ?? '', expected, JSON.stringify(given));
  }
});

test('no order within the ceilings moves or pays more than 1e15 micro-USD', () => {
  const size = fc.oneof(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), fc.constantFrom(1e9, 1e6, 10));
  const price = fc.oneof(
    fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }),
    fc.integer({ min: 1, max: 999_999 }).map((n) => n / 1e6),
  );
  fc.assert(
    fc.property(
      size,
      price,
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.boolean(),
      (n, p, side, usd) => {
        const given = usd ? order({ sizeUsd: n, side, markPrice: p }) : inShares(n, { side, markPrice: p });
        if (findExcess('kalshi', given) !== null) return;
        const bought = given.sizeShares ?? (given.sizeUsd ?? 0) / (side === 'buy' ? p : 1 - p);
        assert.ok(bought * 1e6 <= 1e15 * (1 + 1e-9), `${bought} shares`);
        assert.ok(given.sizeUsd === null || given.sizeUsd * 1e6 <= 1e15);
      },
    ),
  );
});
