import { DAY_MS, type EpochMs } from '../../domain/index.ts';
import { type BotOrder, isFinal, type OrderLeg, type OrderState } from './order.ts';
import type { OrderResult } from './order-store.ts';

/** After this long without a word of the chain it is not asked any more, and the matched trades count. */
const MAX_SETTLING_MS = DAY_MS;

/** Whether trades still wait for their chain after a result: for a day after the order was made at most. */
export function decideSettling(
  before: Pick<BotOrder, 'createdAt' | 'isSettling'>,
  result: OrderResult,
  now: EpochMs,
): boolean {
  if (now - before.createdAt > MAX_SETTLING_MS) return false;
  if (result.status === 'filled') return result.isSettling === true;
  return before.isSettling && !hasFinalFills(result);
}

/**
 * The state of an order after a result. A final state changes only with the fills: a late fill makes the order `filled`, and a
 * `filled` one whose fills were all withdrawn becomes `rejected`.
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

/** The state of an order from the states of its legs. @param hasFill Whether any leg has a fill. */
export function combineStates(states: readonly OrderState[], hasFill: boolean): OrderState {
  if (!states.every(isFinal)) return states.includes('resting') ? 'resting' : 'submitted';
  if (hasFill) return 'filled';
  return states.includes('cancelled') ? 'cancelled' : 'rejected';
}

/** Reason and message of an order: those of an unconfirmed leg, else of the first rejected leg; none after a good end. */
export function combineReasons(
  legs: readonly Pick<OrderLeg, 'state' | 'reason' | 'message'>[],
  state: OrderState,
): Pick<BotOrder, 'reason' | 'message'> {
  const open = legs.find((leg) => !isFinal(leg.state) && leg.reason !== null);
  const refused = state === 'rejected' ? legs.find((leg) => leg.reason !== null) : undefined;
  const { reason = null, message = null } = open ?? refused ?? {};
  return { reason, message };
}

/** Whether a result states all final fills of a settling leg: stored ones that it leaves out have failed on their chain. */
export function hasFinalFills(
  result: OrderResult,
): result is Extract<OrderResult, { readonly status: 'filled' | 'rejected' }> {
  return result.status === 'filled' || (result.status === 'rejected' && result.hasFailedOnChain === true);
}

/** Reason and message of a result; both null for a good end, and while there is none. */
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

/** The venue's own id of the order; null where the result states none. */
export function findVenueOrderId(result: OrderResult): string | null {
  return ('venueOrderId' in result ? result.venueOrderId : null) ?? null;
}

/** The status that callers see. Any quantity that was traded makes an order filled; one whose answer is awaited counts as resting. */
export function toStatus({
  state,
  fills,
}: Pick<BotOrder, 'state' | 'fills'>): 'filled' | 'resting' | 'rejected' {
  if (fills.length > 0) return 'filled';
  return state === 'rejected' || state === 'cancelled' ? 'rejected' : 'resting';
}
