import type { EpochMs } from '../../../domain/index.ts';
import type { Deposit } from '../deposit.ts';
import { isPaidOut, toDeposit } from '../deposit-row.ts';
import { applyReport } from './apply-reversal.ts';
import { storeDecision } from './apply-reversal-item.ts';
import type { MoneyRows } from './record.ts';
import { followDeposit } from './reversal-items.ts';

/** Outcomes of taking a paid-out deposit back, in order of precedence. */
export type ReverseOutcome =
  /** No deposit with this id was paid out. */
  | { readonly status: 'deposit_not_found' }
  | { readonly status: 'reversed' | 'duplicate'; readonly deposit: Deposit };

/**
 * Takes a paid-out deposit back from its owner, like a refund of its whole remainder: the balance pays, and the rest
 * becomes a debt. Amounts that the provider has taken back, or takes back later, count only once.
 */
export function reverseDeposit(rows: MoneyRows, id: string, now: EpochMs): ReverseOutcome {
  const deposit = rows.deposits.find(id);
  if (deposit === null || !isPaidOut(deposit)) return { status: 'deposit_not_found' };
  if (deposit.reversedAt !== null) return { status: 'duplicate', deposit: toDeposit(deposit) };
  const { owner, microUsd: amount, scope, account } = deposit;
  const reports = rows.deposits.listReports({ ...deposit, deposit: id });
  const context = { rows, source: { scope, account }, now };
  const subject = { id: `reverse:${id}`, known: {} };
  const decision = { effect: 'person', deposit, owner: owner as string, amount: amount as number } as const;
  const row = storeDecision(context, subject, reports, decision);
  const reversed = { ...deposit, reversedAt: now };
  rows.deposits.update(reversed);
  applyReport(context, row, reversed, [...reports, row]);
  followDeposit(context, reversed, reports);
  return { status: 'reversed', deposit: toDeposit(reversed) };
}
