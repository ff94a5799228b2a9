import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleMarket } from '../../test/support/sample-markets.ts';
import type { LinkRelation } from './link.ts';
import { computeDifference } from './link-difference.ts';

test('the difference of two listings, and what their spreads leave of it', () => {
  const market = (
    asset: string,
    yesBid: number | null,
    yesAsk: number | null,
    lastPrice: number | null = null,
  ) => sampleMarket(asset, { yesBid, yesAsk, lastPrice });
  const states = new Map(
    [
      market('pm-a', 0.25, 0.75),
      market('kalshi-b', 0.875, 0.875),
      market('kalshi-c', null, 0.5, 0.25),
      market('kalshi-d', null, null),
    ].map((state) => [state.ref.asset, state]),
  );
  const between = (b: string, relation: LinkRelation = 'same') =>
    computeDifference({ a: 'pm-a', b, relation }, (asset) => states.get(asset) ?? null);
  assert.deepEqual(between('kalshi-b'), { mids: 0.375, beyondSpreads: 0.125 });
  assert.deepEqual(between('kalshi-b', 'opposite'), { mids: -0.375, beyondSpreads: 0.125 });
  assert.deepEqual(between('kalshi-b', 'superset'), { mids: 0.375, beyondSpreads: 0.125 });
  assert.deepEqual(between('kalshi-b', 'subset'), { mids: 0.375, beyondSpreads: -0.625 });
  assert.equal(between('kalshi-b', 'related'), null);
  assert.deepEqual(between('kalshi-c'), { mids: -0.25, beyondSpreads: 0 });
  assert.equal(between('kalshi-d'), null);
  assert.equal(between('kalshi-unknown'), null);
});
