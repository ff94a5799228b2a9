import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decidePast, describePast, isPastClosure, type PastFacts, readPastKind } from './past-decision.ts';

const mark = { transfer: 3, hash: 'a3', at: 1_763_700_000_000 };

test('a ledger fits its past when it has the audited transfer', () => {
  const rows: [facts: PastFacts, kind: string | null][] = [
    [{ mark, hashAtMark: 'a3', end: { transfer: 3, hash: 'a3' } }, null],
    [{ mark, hashAtMark: 'a3', end: { transfer: 9, hash: 'a9' } }, null],
    [
      { mark: { transfer: 0, hash: '00', at: null }, hashAtMark: null, end: { transfer: 0, hash: '00' } },
      null,
    ],
    [{ mark, hashAtMark: null, end: { transfer: 1, hash: 'a1' } }, 'rolled_back'],
    [{ mark, hashAtMark: null, end: { transfer: 0, hash: '00' } }, 'rolled_back'],
    [{ mark, hashAtMark: 'b3', end: { transfer: 3, hash: 'b3' } }, 'rewritten'],
    [{ mark, hashAtMark: 'b3', end: { transfer: 9, hash: 'b9' } }, 'rewritten'],
  ];
  for (const [facts, kind] of rows) {
    const past = decidePast(facts);
    assert.equal(past?.kind ?? null, kind);
    if (past === null) continue;
    const reason = describePast(past);
    assert.ok(isPastClosure(reason));
    assert.equal(readPastKind(reason), kind);
    assert.match(reason, /transfer 3 with hash a3 was audited here on 2025-11-21T/);
    assert.match(reason, new RegExp(`ends with transfer ${facts.end.transfer}, hash ${facts.end.hash}`));
  }
});

test('a mark without a time is described without one', () => {
  const past = decidePast({
    mark: { ...mark, at: null },
    hashAtMark: null,
    end: { transfer: 1, hash: 'a1' },
  });
  assert.match(past === null ? '' : describePast(past), /was audited here; this ledger ends/);
});
