import { type EpochMs, type MicroUsd, microUsd } from '../../domain/index.ts';
import { computeRemainder, isPaidOut, toReopened, toReturned } from './deposit-row.ts';
import type { CountedReversal, ReversalOutcome } from './reversal.ts';
import type { DepositRow, ReversalRow } from './rows.ts';
import { computeTakenBack, type ReversalPart } from './taken-back.ts';

export interface ReviewFacts {
  /** Amount of the payment. */
  readonly whole: number;
  /** The part that has left the review: to the provider, and by returns of the operator. */
  readonly takenBack: number;
  /** The part of it that the operator returned. */
  readonly returned: number;
  readonly parts: readonly ReversalPart[];
}

/**
 * Change of a review that makes the amount taken back equal to what the provider reports: positive leaves the review,
 * negative comes back into it. It takes at most the part that the operator has not returned.
 */
export function decideReviewChange({ whole, takenBack, returned, parts }: ReviewFacts): number {
  const target = Math.min(computeTakenBack(parts).toNumber(), whole - returned);
  return target - (takenBack - returned);
}

/** Stored parts of a reversal's object, and the rows that they belong to. */
export interface NewPartFacts {
  readonly scope: string;
  readonly eventId: string;
  /** The payment by its own name, else that of its dispute. */
  readonly paymentId: string | null;
  readonly deposit: DepositRow | null;
  /** Dispute of a reinstatement. */
  readonly dispute: ReversalRow | null;
  /** Earlier parts, oldest first. */
  readonly earlier: readonly ReversalRow[];
  /** Epoch ms. */
  readonly now: EpochMs;
}

export type NewPartDecision =
  /** Nothing is new, or nothing names whose it is. */
  | Extract<ReversalOutcome, { readonly status: 'pending' | 'repeated' | 'unattributed' }>
  | { readonly status: 'new'; readonly row: ReversalRow };

/** Decides the amount that a reversal adds to the earlier parts of its object. Writes nothing. */
export function decideNewPart(
  { effect, objectId, idem, owner: named, total }: CountedReversal,
  { scope, eventId, paymentId, deposit, dispute, earlier, now }: NewPartFacts,
): NewPartDecision {
  const amount = total - sumAmounts(earlier);
  if (amount <= 0) return describeRepeated(earlier);
  const owner = deposit?.owner ?? named ?? dispute?.owner ?? null;
  if (deposit === null && owner === null && paymentId === null) return { status: 'unattributed' };
  const key = { scope, effect, objectId, eventId, idem };
  const part = { deposit: deposit?.id ?? null, moved: null, fromReview: 0, createdAt: now };
  return { status: 'new', row: { ...key, paymentId, owner, amount, ...part } };
}

function describeRepeated(earlier: readonly ReversalRow[]) {
  if (earlier.some(({ moved }) => moved === null)) return { status: 'pending' as const };
  const owner = earlier.find((row) => row.owner !== null)?.owner ?? null;
  if (owner === null) return { status: 'unattributed' as const };
  const moved = earlier.reduce((sum, row) => sum + (row.moved ?? 0), 0);
  return { status: 'repeated' as const, owner, moved };
}

/** Stored rows on which a reversal depends. */
export interface ReversalFacts {
  /** The deposit of its payment; null: it has not arrived, or the reversal names no payment. */
  readonly deposit: DepositRow | null;
  /** Applied disputes and reinstatements of its object; only a reinstatement depends on them. */
  readonly disputes: readonly ReversalRow[];
  readonly reinstatements: readonly ReversalRow[];
  /** Reports about a deposit that is not paid out; null: it is paid out, or its value is not counted. */
  readonly review: Pick<ReviewFacts, 'returned' | 'parts'> | null;
}

export type ReversalDecision =
  /** Its deposit, or the dispute that it gives back, has not been applied yet. */
  | { readonly action: 'wait' }
  /** `change` leaves the review of the deposit; a negative one comes back into it. */
  | { readonly action: 'change_review'; readonly deposit: DepositRow; readonly change: number }
  | { readonly action: 'claw_back'; readonly owner: string; readonly amount: MicroUsd }
  /** At most the amount that its disputes took; 0 when it was given back before. */
  | { readonly action: 'give_back'; readonly owner: string; readonly amount: MicroUsd };

/** Decides the postings of a stored reversal. Writes nothing. */
export function decideReversal(
  row: ReversalRow,
  { deposit, disputes, reinstatements, review }: ReversalFacts,
): ReversalDecision {
  const givesBack = row.effect === 'reinstatement';
  if (givesBack && disputes.length === 0) return { action: 'wait' };
  // Other money of the owner is never taken for a payment that has not arrived.
  if (deposit === null && row.paymentId !== null) return { action: 'wait' };
  if (deposit !== null && !isPaidOut(deposit)) {
    const { microUsd: whole, takenBack } = deposit;
    const isCounted = whole !== null && review !== null;
    return {
      action: 'change_review',
      deposit,
      change: isCounted ? decideReviewChange({ whole, takenBack, ...review }) : 0,
    };
  }
  const owner = deposit?.owner ?? (givesBack ? disputes[0]?.owner : row.owner) ?? null;
  if (owner === null) throw new Error(`a ${row.effect} has no owner`);
  if (!givesBack) return { action: 'claw_back', owner, amount: microUsd(row.amount) };
  const left = sumAmounts(disputes) - sumAmounts(reinstatements);
  return { action: 'give_back', owner, amount: microUsd(Math.max(0, Math.min(row.amount, left))) };
}

/** The deposit after a change of its review other than 0. @param now Epoch ms. */
export function toChangedReview(deposit: DepositRow, change: number, now: EpochMs): DepositRow {
  if (change === computeRemainder(deposit)) return toReturned(deposit, now);
  const takenBack = deposit.takenBack + change;
  return change > 0 ? { ...deposit, takenBack } : toReopened(deposit, takenBack);
}

function sumAmounts(rows: readonly ReversalRow[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
