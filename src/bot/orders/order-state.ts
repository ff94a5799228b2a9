import { DAY_MS, type EpochMs } from '../../domain/index.ts';
import { type BotOrder, isFinal, type OrderLeg, type OrderState } from './order.ts';
import type { OrderResult } from './order-store.ts';

/**
 * Time after an order for which the venue is asked whether its trades were confirmed on chain; afterwards they count.
 */
const MAX_SETTLING_MS = DAY_MS;
/** Time after an order for which the venue is asked for an unstated fee; afterwards the fee stays unknown. */
const MAX_FEE_MS = 30 * DAY_MS;

/**
 * Decides whether the venue is still asked about an ended order, because its trades are not confirmed on chain, or its
 * prices or fees are not stated.
 *
 * @param isFeeUnknown Whether a fill has no fee after the result.
 */
export function decideSettling(
  before: Pick<BotOrder, 'createdAt' | 'isSettling'>,
  result: OrderResult,
  { now, isFeeUnknown }: { readonly now: EpochMs; readonly isFeeUnknown: boolean },
): boolean {
  if (now - before.createdAt > (isFeeUnknown ? MAX_FEE_MS : MAX_SETTLING_MS)) return false;
  if (result.status === 'filled') return result.isSettling === true;
  return before.isSettling && !hasFinalFills(result);
}

/**
 * Decides the state of an order after a result. A final state changes only with the fills: a late fill makes the order
 * `filled`, and a `filled` order whose fills were all withdrawn becomes `rejected`.
 */
export function decideState(before: OrderState, result: OrderResult, hasFill: boolean): OrderState {
  if (isFinal(before)) {
    if (hasFill) return 'filled';
    return before === 'filled' ? 'rejected' : before;
  }
  switch (result.status) {
    case 'filled':
      return 'filled';
    case 'resting':
      return 'resting';
    case 'cancelled':
      return hasFill ? 'filled' : 'cancelled';
    case 'rejected':
    case 'not_sent':
    case 'closed':
      return hasFill ? 'filled' : 'rejected';
    case 'unknown':
      return before;
  }
}

/** Computes the state of an order from the states of its legs. @param hasFill Whether any leg has a fill. */
export function combineStates(states: readonly OrderState[], hasFill: boolean): OrderState {
  if (!states.every(isFinal)) return states.includes('resting') ? 'resting' : 'submitted';
  if (hasFill) return 'filled';
  return states.includes('cancelled') ? 'cancelled' : 'rejected';
}

/**
 * Chooses the reason and message of an order: those of an unconfirmed leg, else of the first refused leg if the order
 * is rejected, else none.
 */
export function combineReasons(
  legs: readonly Pick<OrderLeg, 'state' | 'reason' | 'message'>[],
  state: OrderState,
): Pick<BotOrder, 'reason' | 'message'> {
  const open = legs.find((leg) => !isFinal(leg.state) && leg.reason !== null);
  const refused = state === 'rejected' ? legs.find((leg) => leg.reason !== null) : undefined;
  const { reason = null, message = null } = open ?? refused ?? {};
  return { reason, message };
}

/**
 * Whether a result states all final fills of a settling leg, so that stored fills which it omits have failed on chain.
 */
export function hasFinalFills(
  result: OrderResult,
): result is Extract<OrderResult, { readonly status: 'filled' | 'rejected' }> {
  return result.status === 'filled' || (result.status === 'rejected' && result.hasFailedOnChain === true);
}

/** Finds the reason and message of a result; both are null for any result that is neither a refusal nor unknown. */
export function explainResult(result: OrderResult): Pick<BotOrder, 'reason' | 'message'> {
  switch (result.status) {
    case 'rejected':
    case 'not_sent':
      return { reason: result.reason, message: result.message };
    case 'unknown':
    case 'closed':
      return { reason: 'unconfirmed', message: result.message };
    default:
      return { reason: null, message: null };
  }
}

/** Finds the venue's own id of the order; null: the result states none. */
export function findVenueOrderId(result: OrderResult): string | null {
  return ('venueOrderId' in result ? result.venueOrderId : null) ?? null;
}

/**
 * Computes the status of an order that callers see. An order that has traded anything is filled; one whose answer is
 * awaited counts as resting.
 */
export function toStatus({
  state,
  fills,
}: Pick<BotOrder, 'state' | 'fills'>): 'filled' | 'resting' | 'rejected' {
  if (fills.length > 0) return 'filled';
  return state === 'rejected' || state === 'cancelled' ? 'rejected' : 'resting';
}

/**
 * Knowledge about the fees of an order's fills. `stated` by the venue; `pending`: the venue is still asked;
 * `unknown`: the venue stated none and is no longer asked.
 */
export const FEE_STATES = ['stated', 'pending', 'unknown'] as const;
export type FeeState = (typeof FEE_STATES)[number];

/** Finds what is known about the venue's fees of an order; null: the order has no fills. */
export function findFeeState({ fills, isSettling }: Pick<BotOrder, 'fills' | 'isSettling'>): FeeState | null {
  if (fills.length === 0) return null;
  if (!fills.some(({ venueFeeMicroUsd }) => venueFeeMicroUsd === null)) return 'stated';
  return isSettling ? 'pending' : 'unknown';
}
