import { isOperationAmount, type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountState, getAvailable } from './account-state.ts';
import type { ChainedRow } from './hash-chain.ts';
import type { WriteOffOutcome } from './ledger.ts';
import type { EntryType } from './posting.ts';
import { exceedsTotal, type KeyUse, toInsufficient } from './posting-decision.ts';

export interface ClawBackFacts<Earlier = ChainedRow> {
  readonly keyUse: KeyUse<Earlier>;
  /** State of the owner's account. */
  readonly account: AccountState;
  /** The sum of all positive balances. */
  readonly inCirculation: MicroUsd;
}

export type ClawBackDecision<Earlier = ChainedRow> =
  | { readonly status: 'duplicate' }
  | { readonly status: 'conflict'; readonly earlier: Earlier }
  | { readonly status: 'ceiling' }
  /** `taken` is debited from the balance; `owed` becomes a debt of the owner. */
  | { readonly status: 'claw_back'; readonly taken: MicroUsd; readonly owed: MicroUsd };

/** Decides how much of a refund the available balance pays and how much becomes a debt. Writes nothing. */
export function decideClawBack<Earlier>(
  amount: MicroUsd,
  { keyUse, account, inCirculation }: ClawBackFacts<Earlier>,
): ClawBackDecision<Earlier> {
  if (keyUse.use === 'same_request') return { status: 'duplicate' };
  if (keyUse.use === 'other_request') return { status: 'conflict', earlier: keyUse.earlier };
  if (!isOperationAmount(amount)) return { status: 'ceiling' };
  const taken = microUsd(Math.min(amount, getAvailable(account)));
  const owed = microUsd(amount - taken);
  // A debt is money that enters the ledger from a receivable account.
  if (owed > 0 && exceedsTotal(inCirculation, owed)) return { status: 'ceiling' };
  return { status: 'claw_back', taken, owed };
}

/** `insufficient`: the available balance is below the amount, and no debt is allowed. */
export type DebitDecision<Earlier = ChainedRow> =
  | ClawBackDecision<Earlier>
  | ReturnType<typeof toInsufficient>;

/**
 * Decides a debit by the operator: a claw-back whose debt needs permission. Writes nothing.
 *
 * @param allowDebt Whether the part above the available balance becomes a debt.
 */
export function decideDebit<Earlier>(
  amount: MicroUsd,
  facts: ClawBackFacts<Earlier>,
  allowDebt: boolean,
): DebitDecision<Earlier> {
  const { keyUse, account } = facts;
  const isNew = keyUse.use === 'none' && isOperationAmount(amount);
  if (isNew && !allowDebt && getAvailable(account) < amount) return toInsufficient(account);
  return decideClawBack(amount, facts);
}

/** A debt that is not fully repaid. */
export interface Debt {
  /** Id of the transfer that created the debt. */
  readonly transfer: number;
  /** Reference of the event that caused the debt; null: none. */
  readonly ref: string | null;
  /** Part of the debt that is still owed, micro-USD. */
  readonly open: number;
}

/** Decides which debts an owner repays: the oldest first, with at most the available balance. Writes nothing. */
export function decideRepayments(
  debts: readonly Debt[],
  account: AccountState,
): { readonly debt: Debt; readonly amount: MicroUsd }[] {
  let free: number = getAvailable(account);
  const repayments: { debt: Debt; amount: MicroUsd }[] = [];
  for (const debt of debts) {
    const amount = Math.min(debt.open, free);
    if (amount <= 0) break;
    repayments.push({ debt, amount: microUsd(amount) });
    free -= amount;
  }
  return repayments;
}

/**
 * Decides whether a debt, or a part of it, can be written off. Writes nothing.
 *
 * @param owed The owner's current debt, micro-USD.
 */
export function decideWriteOff(
  amount: MicroUsd,
  owed: number,
  { use }: Pick<KeyUse, 'use'>,
): WriteOffOutcome {
  if (use === 'same_request') return { status: 'duplicate', owed: microUsd(owed) };
  if (use === 'other_request') return { status: 'conflict' };
  if (amount > owed) return { status: 'above_debt', owed: microUsd(owed) };
  return { status: 'posted', owed: microUsd(owed - amount) };
}

/** A debt at the time when it was created. */
export interface NewDebt {
  readonly amount: number;
  /** Total debt of the owner after this one was added, micro-USD. */
  readonly owedAfter: number;
}

/** A repayment or a write-off. */
export interface DebtReduction {
  readonly type: EntryType;
  readonly amount: number;
}

/**
 * Computes the part of a debt that was written off. Repayments and write-offs both reduce older debts first.
 *
 * @param reductions Repayments and write-offs since the debt was created, oldest first.
 */
export function computeWrittenOff(debt: NewDebt, reductions: readonly DebtReduction[]): number {
  const older = debt.owedAfter - debt.amount;
  let reduced = 0;
  let writtenOff = 0;
  for (const { type, amount } of reductions) {
    const from = Math.max(reduced, older);
    const to = Math.min(reduced + amount, debt.owedAfter);
    if (type === 'writeoff') writtenOff += Math.max(0, to - from);
    reduced += amount;
  }
  return writtenOff;
}

/**
 * Decides how money is divided that a provider returned after a dispute. The written-off part of the dispute's debt was
 * the operator's loss, so it is recovered first. Writes nothing.
 *
 * @param writtenOff The part of the debt that was written off and not recovered yet, micro-USD.
 */
export function decideReinstatement(
  amount: MicroUsd,
  writtenOff: number,
): { readonly recovered: MicroUsd; readonly given: MicroUsd } {
  const recovered = Math.min(amount, Math.max(0, writtenOff));
  return { recovered: microUsd(recovered), given: microUsd(amount - recovered) };
}
