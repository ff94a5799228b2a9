import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Opportunity, orderBest } from './opportunities-model.ts';

const row = (id: string, best: object | null, edgePct = 1) => ({ id, best, edgePct }) as Opportunity;
const ids = (rows: readonly Opportunity[]) => rows.map(({ id }) => id).join(' ');

test('what earns most in a year comes first, what has no end by its profit behind it, what is not known apart', () => {
  const rows = [
    row('unread', null, 3),
    row('endless', { profitUsd: 900, annualisedFrac: null }),
    row('slow', { profitUsd: 500, annualisedFrac: 0.02 }),
    row('nothing', { profitUsd: 0, annualisedFrac: null }),
    row('fast', { profitUsd: 1, annualisedFrac: 3 }),
    row('unlisted', null, 9),
  ];
  const all = orderBest(rows, { isTradableOnly: false, leastYearFrac: null });
  assert.equal(ids(all.known), 'fast slow endless nothing');
  assert.equal(ids(all.unknown), 'unlisted unread');
  const tradable = orderBest(rows, { isTradableOnly: true, leastYearFrac: null });
  assert.deepEqual([ids(tradable.known), ids(tradable.unknown)], ['fast slow endless', '']);
  const fast = orderBest(rows, { isTradableOnly: false, leastYearFrac: 0.05 });
  assert.deepEqual([ids(fast.known), ids(fast.unknown)], ['fast', ''], 'without an end there is no year');
});
