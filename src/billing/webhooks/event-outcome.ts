import type { MicroUsd } from '../../domain/index.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { ReversalOutcome } from '../deposits/reversal.ts';
import type { IgnoredReason } from './provider-event.ts';
import type { EventOutcome } from './received-event.ts';

/** Outcome of an event as it is stored. A repeated delivery of the event gets the same answer. */
export type StoredOutcome =
  | { readonly ignored: IgnoredReason }
  | { readonly owner: string; readonly microUsd: number | null; readonly isHeld: boolean };

/** Outcome of an event that is processed for the first time. */
export interface NewOutcome {
  readonly outcome: StoredOutcome;
  /** Whether the event changed a balance. */
  readonly applied: boolean;
}

/** The members of a deposit on which its outcome depends. */
export type DepositOutcomeFacts = Pick<Deposit, 'state' | 'reason' | 'owner'> & {
  readonly microUsd: number | null;
};

/** Summarizes a deposit for its provider: credited, held, or ignored. */
export function summarizeDeposit({
  state,
  reason,
  owner,
  microUsd: amount,
}: DepositOutcomeFacts): StoredOutcome {
  if (reason === 'currency') return { ignored: 'currency' };
  if (owner === null) return { ignored: 'unattributed' };
  return { owner, microUsd: amount, isHeld: state === 'held' };
}

/**
 * Combines the outcomes of several reversals. A moved reversal takes precedence over a waiting one, and a waiting one
 * over a repeated one.
 */
export function summarizeReversals(outcomes: readonly ReversalOutcome[]): NewOutcome {
  const moved = outcomes.filter((outcome) => outcome.status === 'moved');
  const known = moved.length > 0 ? moved : outcomes.filter((outcome) => outcome.status === 'repeated');
  const isPending = outcomes.some(({ status }) => status === 'pending');
  const [first] = known;
  if (first !== undefined && (moved.length > 0 || !isPending)) {
    const sum = known.reduce((total, outcome) => total + outcome.moved, 0);
    const isHeld = moved.length > 0 && moved.every((outcome) => outcome.isHeld);
    return { outcome: { owner: first.owner, microUsd: sum, isHeld }, applied: moved.length > 0 };
  }
  const ignored = isPending
    ? 'pending_deposit'
    : outcomes.some(({ status }) => status === 'currency')
      ? 'currency'
      : outcomes.length > 0 && outcomes.every(({ status }) => status === 'zero')
        ? 'zero_amount'
        : 'unattributed';
  return { outcome: { ignored }, applied: false };
}

/** Adds the outcome of reversals that were applied later to the stored outcome of their event. */
export function addOutcomes(earlier: StoredOutcome, later: StoredOutcome): StoredOutcome {
  if ('ignored' in earlier) return later;
  if ('ignored' in later) return earlier;
  return {
    owner: earlier.owner,
    microUsd: (earlier.microUsd ?? 0) + (later.microUsd ?? 0),
    isHeld: earlier.isHeld && later.isHeld,
  };
}

/** Balance and debt of an owner at the time of the answer. */
export interface OwnerMoney {
  readonly balance: MicroUsd;
  readonly owed: MicroUsd;
}

/**
 * Completes an outcome with the balance and debt of its owner.
 *
 * @param readMoney Reads balance and debt; called only if the outcome has an owner.
 */
export function toEventOutcome(
  { outcome, applied }: NewOutcome,
  readMoney: (owner: string) => OwnerMoney,
): EventOutcome {
  if ('ignored' in outcome) return { status: 'ignored', reason: outcome.ignored };
  const { owner, microUsd: amount, isHeld } = outcome;
  return { status: 'money', applied, owner, microUsd: amount, ...readMoney(owner), isHeld };
}
