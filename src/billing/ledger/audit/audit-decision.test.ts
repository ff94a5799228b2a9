import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { decideClosure, decideStartAudit } from './audit-decision.ts';

const DAY = 86_400_000;

test('a start audits everything unless the same file was whole within a day', () => {
  const fresh = { closedBecause: null, lastWholeAt: 1_000, isSameFile: true, now: epochMs(1_000 + DAY) };
  assert.equal(decideStartAudit(fresh), 'start');
  for (const change of [
    { now: epochMs(fresh.now + 1) },
    { now: epochMs(999) },
    { lastWholeAt: null },
    { isSameFile: false },
    { closedBecause: 'owner:ann has 5' },
  ]) {
    assert.equal(decideStartAudit({ ...fresh, ...change }), 'whole', JSON.stringify(change));
  }
});

test('a finding closes, only a whole audit opens, and the first reason stays', () => {
  const rows: [before: string | null, whole: boolean, finding: string | null, after: string | null][] = [
    [null, false, null, null],
    [null, true, null, null],
    [null, false, 'a', 'a'],
    [null, true, 'a', 'a'],
    ['a', false, null, 'a'],
    ['a', true, null, null],
    ['a', false, 'b', 'a'],
    ['a', true, 'b', 'a'],
  ];
  for (const [before, whole, firstFinding, after] of rows) {
    assert.equal(decideClosure(before, { whole, firstFinding }), after, `${before} ${whole} ${firstFinding}`);
  }
});
