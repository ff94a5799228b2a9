import type { Hold } from '../../billing/ledger/ledger.ts';
import { DAY_MS, type EpochMs, epochMs, type MicroUsd, NO_MONEY } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';
import type { CloseOutcome } from './waiting-order.ts';

/** Time without an answer after which the operator may close an order: most venues answer again within a minute. */
const MIN_UNANSWERED_MS = DAY_MS;

export type CloseDecision =
  | Extract<CloseOutcome, { readonly status: 'never_sent' | 'too_soon' }>
  | { readonly status: 'close' };

/** Decides whether the operator may close an unfinished order. Pure. */
export function decideClose(order: BotOrder, hold: Hold | null, now: EpochMs): CloseDecision {
  const closableFrom = findClosableFrom(order, hold);
  if (closableFrom === null) return { status: 'never_sent' };
  return now < closableFrom ? { status: 'too_soon', closableFrom } : { status: 'close' };
}

/**
 * Finds the time from which the operator may close an order: a day after its sending, and a day after its venue last
 * said that it rests; null: it was never sent.
 */
export function findClosableFrom(
  { state, reason, submittedAt, updatedAt }: BotOrder,
  hold: Hold | null,
): EpochMs | null {
  if (submittedAt === null) return null;
  // Each time the venue says that the order rests, the hold is extended by a day. An order without a fee has no hold.
  const lastWordAt =
    hold === null && state === 'resting' && reason !== 'unconfirmed' ? updatedAt : submittedAt;
  return epochMs(Math.max(lastWordAt + MIN_UNANSWERED_MS, hold?.expiresAt ?? 0));
}

/** Returns the amount that a hold still sets aside; 0 without one. */
export function findHeld(hold: Hold | null): MicroUsd {
  return hold?.state === 'pending' ? hold.amount : NO_MONEY;
}
