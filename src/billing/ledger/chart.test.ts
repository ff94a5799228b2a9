import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwner, mayGoNegative, parseAccountKind } from './chart.ts';

test('the kind of an account follows from its name', () => {
  assert.equal(parseAccountKind('owner:alice'), 'owner');
  assert.equal(parseAccountKind('receivable:alice'), 'adjust');
  assert.equal(parseAccountKind('asset:chain:base:USDC'), 'asset');
  for (const name of ['alice', 'bank:alice', '']) assert.throws(() => parseAccountKind(name), RangeError);
  assert.deepEqual(
    ['owner', 'review', 'revenue', 'asset', 'adjust'].map((kind) => mayGoNegative(kind as 'owner')),
    [false, false, false, true, true],
  );
});

test('owners are short plain names', () => {
  for (const name of ['a', 'alice@example.org', 'team:7', 'A'.repeat(128)])
    assert.equal(isOwner(name), true, name);
  for (const name of ['', '-a', 'a b', 'é', 'a\n', 'A'.repeat(129), 7, null])
    assert.equal(isOwner(name), false);
});
