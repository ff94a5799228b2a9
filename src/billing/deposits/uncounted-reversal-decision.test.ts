import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepositRow, UncountedReversalRow } from './rows.ts';
import { decideUncounted, type UncountedDecision } from './uncounted-reversal-decision.ts';

const WAITING = {
  id: 'dep_1',
  state: 'unattributed',
  currency: 'EUR',
  amount: '0.30',
  microUsd: null,
} as DepositRow;
const RETURNED: DepositRow = { ...WAITING, state: 'returned' };

type Changes = Partial<UncountedReversalRow>;
const build = (effect: UncountedReversalRow['effect'], total: string, changes: Changes = {}) =>
  ({
    effect,
    objectId: effect === 'refund' ? 're_1' : 'dp_1',
    currency: 'EUR',
    total,
    deposit: null,
    ...changes,
  }) as UncountedReversalRow;

test('a deposit that is not counted goes back as a whole, and waits again when a dispute gave it back', () => {
  const taken = { deposit: 'dep_1' };
  const rows: [deposit: DepositRow, reversals: UncountedReversalRow[], expected: UncountedDecision][] = [
    [WAITING, [], 'keep'],
    [WAITING, [build('refund', '0.29')], 'keep'],
    [WAITING, [build('refund', '0.3')], 'return'],
    [WAITING, [build('refund', '0.1'), build('refund', '0.2', { objectId: 're_2' })], 'return'],
    [WAITING, [build('refund', '0.1'), build('dispute', '0.2')], 'return'],
    [WAITING, [build('dispute', '0.3'), build('reinstatement', '0.1')], 'keep'],
    // A reinstatement gives back at most what its dispute took.
    [WAITING, [build('dispute', '0.1'), build('reinstatement', '9'), build('refund', '0.3')], 'return'],
    [WAITING, [build('refund', '0.3', { currency: 'GBP' })], 'keep'],
    [{ ...WAITING, microUsd: 300_000 }, [build('refund', '0.3')], 'keep'],
    [RETURNED, [build('dispute', '0.3', taken)], 'keep'],
    [RETURNED, [build('dispute', '0.3', taken), build('reinstatement', '0.3')], 'reopen'],
    // The operator returned it.
    [RETURNED, [build('dispute', '0.3'), build('reinstatement', '0.3')], 'keep'],
  ];
  for (const [i, [deposit, reversals, expected]] of rows.entries()) {
    assert.equal(decideUncounted(deposit, reversals), expected, `row ${i + 1}`);
  }
});
