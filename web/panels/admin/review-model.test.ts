import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeApply, describeEnds, findMicroUsd, readOffers } from './review-model.ts';

const toCalls = (...texts: [call: string, command: string][]) =>
  texts.map(([call, command]) => ({ call, command }));
const DISMISS: [string, string] = [
  'POST /api/account/review {"id":"r","action":"dismiss","reason":"<reason>"}',
  'crosstape review dismiss r',
];

test('an item is ended in the ways that its calls name', () => {
  const held = toCalls(
    ['POST /api/account/review {"id":"r","action":"apply"}', 'crosstape review apply r'],
    ['POST /api/account/deposits {"id":"dep_1","action":"return"}', 'crosstape deposits return dep_1'],
    DISMISS,
  );
  assert.equal(describeEnds({ kind: 'held', calls: held }), 'apply, give back, dismiss');
  assert.deepEqual(readOffers({ kind: 'held', calls: held }), { apply: true, giveBack: true, commands: [] });
  const sealed = toCalls(
    ['POST /api/admin/vault/close {"owner":"ann","venue":"kalshi"}', 'crosstape vault close ann kalshi'],
    DISMISS,
  );
  assert.equal(describeEnds({ kind: 'vault_unreadable', calls: sealed }), 'vault close, dismiss');
  assert.deepEqual(readOffers({ kind: 'vault_unreadable', calls: sealed }).commands, [
    'crosstape vault close ann kalshi',
  ]);
  assert.equal(describeEnds({ kind: 'treasury_changed', calls: toCalls(DISMISS) }), 'dismiss');
});

test('an application takes or credits', () => {
  assert.equal(describeApply('reversal_excess'), 'take it from the owner');
  assert.equal(describeApply('skipped_transaction'), 'credit it');
});

test('amounts are exact to the millionth', () => {
  const rows: [text: string, micro: number | null][] = [
    ['98', 98_000_000],
    [' 0.000001 ', 1],
    ['0.1', 100_000],
    ['999999999.999999', 999_999_999_999_999],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['1,5', null],
    ['1.0000001', null],
    ['.5', null],
  ];
  for (const [text, micro] of rows) assert.equal(findMicroUsd(text), micro, text);
});
