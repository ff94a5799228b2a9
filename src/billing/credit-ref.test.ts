import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCreditRef } from './credit-ref.ts';

test('a name of the operator is a plain credit', () => {
  for (const ref of [
    'invoice-2026-114',
    'released',
    'release',
    'press release: october',
    'a:release:dep_1',
    '1',
  ]) {
    assert.deepEqual(readCreditRef(ref), { kind: 'credit' }, ref);
  }
});

test('a release is spelt in one way', () => {
  assert.deepEqual(readCreditRef('release:dep_1'), { kind: 'release', id: 'dep_1' });
  for (const ref of [
    ' release:dep_1',
    'release:dep_1 ',
    'Release:dep_1',
    'RELEASE:dep_1',
    'release :dep_1',
    're-lease:dep_1',
    '"release:dep_1"',
    '(release):dep_1',
    ' ',
  ]) {
    assert.equal(readCreditRef(ref).kind, 'misspelt', ref);
  }
});

test('a write-off is spelt in one way and has a reason', () => {
  assert.deepEqual(readCreditRef('writeoff:closed shop'), { kind: 'writeoff', reason: 'closed shop' });
  for (const ref of ['writeoff:', 'Writeoff:x', 'write-off:x', 'write off:x']) {
    assert.equal(readCreditRef(ref).kind, 'misspelt', ref);
  }
});
