import type { RejectReason } from '../execution/index.ts';
import type { OrderResult } from '../orders/order-store.ts';

/** Builds the result of an order whose bytes were not sent. */
export function toNotSent(
  reason: RejectReason,
  message: string,
): Extract<OrderResult, { readonly status: 'not_sent' }> {
  return { status: 'not_sent', reason, message };
}

/** Time after which an order that found no turn may be tried again: the longest wait in a queue. */
const QUEUE_MOVES_ON_MS = 6_000;

/** Builds the result of an order that got no turn among those of its account or market, although the venue works. */
export function toKeptBack(cause: Exclude<keyof typeof WHY_NOT_SENT, 'halted'>): OrderResult {
  return { ...toNotSent('rate_limited', WHY_NOT_SENT[cause]), retryAfterMs: QUEUE_MOVES_ON_MS };
}

/** Result of an order that its bot cancelled before its bytes were sent. */
export const CANCELLED: OrderResult = { status: 'cancelled', venueOrderId: null };

/** Messages by the cause that a venue's client states. */
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
