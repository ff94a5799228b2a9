import { type EpochMs, epochMs, type MicroUsd, microUsd, NO_MONEY } from '../../domain/index.ts';
import { type AccountId, REVIEW_HELD, REVIEW_UNATTRIBUTED } from '../ledger/chart.ts';
import { type Deposit, UNATTRIBUTED_REASONS, type UnattributedReason } from './deposit.ts';
import type { DepositRow, NewDeposit } from './rows.ts';

/** Computes the remainder of a deposit in review in micro-USD; null: its value is not known. */
export function computeRemainder({
  microUsd: whole,
  takenBack,
}: Pick<DepositRow, 'microUsd' | 'takenBack'>): MicroUsd | null {
  return whole === null ? null : microUsd(whole - takenBack);
}

/** Whether a deposit waits for an operator's decision. */
export function isInReview({ state }: Pick<DepositRow, 'state'>): boolean {
  return state === 'held' || state === 'unattributed';
}

/** Whether the money of a deposit reached an owner's balance. */
export function isPaidOut({ state }: Pick<DepositRow, 'state'>): boolean {
  return state === 'credited' || state === 'released';
}

/** Returns the review account that contains a waiting deposit. */
export function toReviewAccount({ state }: Pick<DepositRow, 'state'>): AccountId {
  return state === 'held' ? REVIEW_HELD : REVIEW_UNATTRIBUTED;
}

/** Returns the row of a deposit after its remainder was returned. */
export function toReturned(row: DepositRow, now: EpochMs): DepositRow {
  return { ...row, state: 'returned', takenBack: row.microUsd ?? 0, resolvedAt: now };
}

/**
 * Returns the row of a deposit after part of its money came back into the review. @param takenBack Amount that is still
 * outside.
 */
export function toReopened(row: DepositRow, takenBack: number): DepositRow {
  const hasNoOwner = UNATTRIBUTED_REASONS.includes(row.reason as UnattributedReason);
  return { ...row, state: hasNoOwner ? 'unattributed' : 'held', takenBack, resolvedAt: null };
}

function toTime(at: number | null): EpochMs | null {
  return at === null ? null : epochMs(at);
}

/**
 * Converts a stored row to the deposit that callers see. `microUsd` is the remainder after refunds; a returned deposit
 * shows its whole amount.
 */
export function toDeposit(row: NewDeposit): Deposit {
  const shown = row.state === 'returned' ? row.microUsd : computeRemainder(row);
  return {
    id: row.id,
    state: row.reversedAt === null ? row.state : 'reversed',
    reason: row.reason,
    source: row.source,
    owner: row.owner,
    currency: row.currency,
    amount: row.amount,
    microUsd: shown === null ? null : microUsd(shown),
    refundedMicroUsd: microUsd(row.takenBack),
    returnableMicroUsd: (isInReview(row) ? computeRemainder(row) : null) ?? NO_MONEY,
    eventId: row.eventId,
    chain: row.chain,
    token: row.token,
    from: row.from,
    txHash: row.txHash,
    logIndex: row.logIndex,
    createdAt: epochMs(row.createdAt),
    resolvedAt: toTime(row.reversedAt ?? row.resolvedAt),
  };
}
