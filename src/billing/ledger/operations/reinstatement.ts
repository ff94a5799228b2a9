import type { EpochMs } from '../../../domain/index.ts';
import { getOwed } from '../account-state.ts';
import { ADJUST_WRITEOFF, toOwnerAccount } from '../chart.ts';
import { computeWrittenOff, type DebtReduction, decideReinstatement } from '../debt-decision.ts';
import type { ChainedRow } from '../hash-chain.ts';
import type { Reinstatement, ReinstatementOutcome } from '../ledger.ts';
import type { IdempotencyKey } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { toRecoveredScope } from '../scopes.ts';
import { toDebtKey } from './debts.ts';
import { readPages } from './pages.ts';
import { postTransfer } from './post-transfer.ts';
import { requirePosted, storeTransfer } from './store-transfer.ts';

/**
 * Posts the money of a won dispute. It first covers the written-off part of the dispute's debt; the rest is credited to
 * the owner. The caller has checked that the key is new.
 *
 * @param now Wall clock, epoch ms.
 */
export function reinstate(rows: LedgerRows, request: Reinstatement, now: EpochMs): ReinstatementOutcome {
  const { scope, idem, owner, amount, asset, ref } = request;

  const decision = decideReinstatement(amount, readUnrecovered(rows, request));

  const { recovered, given } = decision;
  if (recovered > 0) {
    const key = toRecoveryKey(request);
    const recovery = {
      ...key,
      type: 'writeoff',
      src: asset,
      dst: ADJUST_WRITEOFF,
      amount: recovered,
    } as const;
    requirePosted(storeTransfer(rows, { ...recovery, ref }, now), 'the recovery of a write-off');
  }
  if (given > 0) {
    const credit = {
      scope,
      idem,
      type: 'refund',
      src: asset,
      dst: toOwnerAccount(owner),
      amount: given,
    } as const;
    requirePosted(postTransfer(rows, { ...credit, ref }, now), 'the credit of a reinstatement');
  }
  return decision;
}

/** Returns the key of the part of a reinstatement that covers a write-off. */
const toRecoveryKey = ({ scope, idem }: IdempotencyKey): IdempotencyKey => ({
  scope: toRecoveredScope(scope),
  idem,
});

/**
 * Computes the written-off part of the debts of the claw-backs, less the part that earlier reinstatements recovered.
 */
function readUnrecovered(rows: LedgerRows, { clawBacks, earlier }: Reinstatement): number {
  let unrecovered = 0;
  for (const key of clawBacks) {
    const debt = rows.findTransfer(toDebtKey(key));
    if (debt === null) continue;
    const owedAfter = getOwed({ balance: debt.srcAfter });
    const reductions = listReductions(rows, debt, owedAfter);
    unrecovered += computeWrittenOff({ amount: debt.amount, owedAfter }, reductions);
  }
  for (const key of earlier) unrecovered -= rows.findTransfer(toRecoveryKey(key))?.amount ?? 0;
  return unrecovered;
}

/** Lists the repayments and write-offs after a debt, oldest first, up to the entry that fully covers it. */
function listReductions(rows: LedgerRows, debt: ChainedRow, owedAfter: number): DebtReduction[] {
  const reductions: DebtReduction[] = [];
  let open = owedAfter;
  readPages(
    debt.srcSeq,
    (after, limit) => rows.listReductions(debt.src, after, limit),
    (reduction) => {
      reductions.push(reduction);
      open -= reduction.amount;
      return open > 0;
    },
  );
  return reductions;
}
