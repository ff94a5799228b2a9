import type { RejectReason } from '../execution/index.ts';
import type { OrderResult } from '../orders/order-store.ts';

/** The result of an order whose bytes did not leave, with the reason. */
export function toNotSent(
  reason: RejectReason,
  message: string,
): Extract<OrderResult, { readonly status: 'not_sent' }> {
  return { status: 'not_sent', reason, message };
}

/** Longest wait of an order for its turn in a queue. */
const QUEUE_MOVES_ON_MS = 6_000;

/**
 * Result of an order that found no turn among those of its account or market, while nothing is wrong with the venue.
 */
export function toKeptBack(cause: Exclude<keyof typeof WHY_NOT_SENT, 'halted'>): OrderResult {
  return { ...toNotSent('rate_limited', WHY_NOT_SENT[cause]), retryAfterMs: QUEUE_MOVES_ON_MS };
}

/** The result of an order that its bot cancelled before its bytes left. */
export const CANCELLED: OrderResult = { status: 'cancelled', venueOrderId: null };

/** Messages by the cause that a venue's client reports. */
const WHY_NOT_SENT = {
  halted: 'trading was halted before the order was sent',
  expired: 'the order waited too long to be sent',
  queue_full: 'too many orders of this account wait to be sent',
} as const;

/** Messages by the state of the kill switch. */
export const WHY_HALTED = {
  set: WHY_NOT_SENT.halted,
  opening: 'openings were halted before the order was sent',
  unknown: 'the kill switch could not be read before the order was sent',
} as const;
