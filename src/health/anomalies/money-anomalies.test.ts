import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMoneyAnomalies, type MoneyFindings } from './money-anomalies.ts';

const WELL: MoneyFindings = {
  failedWrites: 0,
  lockHolder: null,
  closedBecause: null,
  overdueHolds: 0,
  waiting: [],
  nowMs: 0,
};

test('a ledger in order raises nothing', () => {
  assert.deepEqual(findMoneyAnomalies(WELL), []);
});

test('what is wrong with money is named, with its severity', () => {
  const rows: [findings: Partial<MoneyFindings>, seen: string][] = [
    [{ closedBecause: 'all balances add up to 5' }, 'critical ledger_invariant_broken'],
    [{ failedWrites: 3 }, 'critical billing_write_failed 3'],
    [{ overdueHolds: 2 }, 'warning hold_stuck 2'],
    [
      { stalledWatchers: [{ message: 'base: no answer', isCritical: false }] },
      'warning deposit_watcher_stalled',
    ],
    [
      { stalledWatchers: [{ message: 'base: another chain', isCritical: true }] },
      'critical deposit_watcher_stalled',
    ],
    [
      { stalledWatchers: [{ message: 'base: 9 s', isCritical: false, code: 'chain_clock_differs' }] },
      'warning chain_clock_differs',
    ],
  ];
  for (const [findings, seen] of rows) {
    const [anomaly] = findMoneyAnomalies({ ...WELL, ...findings });
    const { severity, code, count, venue } = anomaly as NonNullable<typeof anomaly>;
    assert.equal(venue, null);
    assert.equal([severity, code, count].filter((part) => part !== undefined).join(' '), seen);
  }
});
