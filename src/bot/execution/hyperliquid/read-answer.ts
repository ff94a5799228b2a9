import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { type BigDecimal, toDecimal } from '../live/decimal.ts';
import type { OrderSender } from '../live/order-sender.ts';
import { averageFill, provisionalFill } from './fills.ts';
import { ALLOWANCE_USED_UP } from './limits.ts';
import { exchangeAnswer, type FilledOrder, type FoundOrder, orderStatus } from './wire.ts';

type Answer = Extract<HttpResult, { kind: 'answer' }>;

/** Meaning of the answer to an order that was sent. */
export type OrderAnswer =
  | { readonly kind: 'outcome'; readonly outcome: VenueOutcome }
  /** The order traded. The answer gives the sum and the average price; the single fills are another query. */
  | { readonly kind: 'filled'; readonly filled: FilledOrder }
  /** The account has used up its allowance of requests, so its orders are paused. */
  | { readonly kind: 'allowance_used_up'; readonly words: string };

/** Translates the answer to an order on `POST /exchange`. */
export function readAnswer(result: HttpResult, order: PreparedOrder, sender: OrderSender): OrderAnswer {
  const failure = sender.findFailure(result, ({ text }) => text);
  if (failure !== null) return toOutcome(failure);
  const answer = result as Answer;
  const { status, json, text } = answer;
  if (status !== 200) return toOutcome(sender.toRejection(status, text));
  if (!exchangeAnswer.accepts(json)) return unknown('the answer cannot be read');
  if (json.status === 'err') return readError(answer, json.response, sender);
  const one = json.response.data?.statuses[0];
  if (!orderStatus.accepts(one)) return unknown('the answer cannot be read');
  if ('error' in one) return toOutcome(sender.toRejection(status, one.error));
  const { cloid } = 'resting' in one ? one.resting : one.filled;
  if (sender.namesOtherOrder(cloid, order)) return toOutcome(sender.reportOtherOrder());
  if (!('resting' in one)) return { kind: 'filled', filled: one.filled };
  return toOutcome({ status: 'resting', venueOrderId: String(one.resting.oid), fills: [] });
}

function readError(answer: Answer, words: string, sender: OrderSender): OrderAnswer {
  // The same bytes arrived before, and this answer does not contain their outcome.
  if (/^invalid nonce: duplicate nonce/i.test(words)) return unknown(words);
  if (ALLOWANCE_USED_UP.test(words)) return { kind: 'allowance_used_up', words };
  return toOutcome(sender.findTimeRefusal(answer, words) ?? sender.toRejection(answer.status, words));
}

/**
 * Builds the outcome of an order that traded at once.
 *
 * @param fills Its fills with their fees, as far as they are listed; null: they could not be read. Until all are
 * listed, the outcome has one fill at the average price, and the order is looked up later.
 * @param now The venue's time in epoch ms.
 */
export function readFilled(
  filled: FilledOrder,
  fills: readonly VenueFill[] | null,
  order: PreparedOrder,
  now: number,
): VenueOutcome {
  const venueOrderId = String(filled.oid);
  if (fills !== null && sumSizes(fills).eq(filled.totalSz)) return { status: 'filled', venueOrderId, fills };
  return { status: 'filled', venueOrderId, fills: [averageFill(filled, order, now)], isSettling: true };
}

/** Whether an order must have fills, judged by its state at the venue. */
export function hasTraded({ order, status }: FoundOrder): boolean {
  return countTraded(order).gt(0) || status === 'filled';
}

/**
 * Translates the `orderStatus` of an order, which states the traded quantity without a price.
 *
 * @param listed Listed fills of the order; null: they could not be read. Until all are listed, the outcome has one
 * provisional fill, and the order is looked up later.
 */
export function readOrder(
  { order, status }: FoundOrder,
  listed: readonly VenueFill[] | null,
  sent: PreparedOrder,
  { sender, now }: { readonly sender: OrderSender; readonly now: number },
): VenueOutcome {
  const venueOrderId = String(order.oid);
  const traded = countTraded(order);
  const isOpen = status === 'open' || status === 'triggered';
  if (traded.gt(0) && (listed === null || sumSizes(listed).lt(traded))) {
    const fills = [provisionalFill(order.oid, traded, sent, now)];
    return isOpen
      ? { status: 'resting', venueOrderId, fills }
      : { status: 'filled', venueOrderId, fills, isSettling: true };
  }
  const fills = listed ?? [];
  if (status === 'filled' && fills.length === 0) {
    return { status: 'unknown', message: 'the fills of the order are not listed yet' };
  }
  if (isOpen) return { status: 'resting', venueOrderId, fills };
  if (fills.length > 0) return { status: 'filled', venueOrderId, fills };
  if (status === 'canceled') return { status: 'cancelled', venueOrderId };
  return sender.toRejection(200, status);
}

function countTraded({ origSz, sz }: FoundOrder['order']): BigDecimal {
  return toDecimal(origSz).minus(sz);
}

function sumSizes(fills: readonly VenueFill[]): BigDecimal {
  return fills.reduce((sum, { size }) => sum.plus(size), toDecimal(0));
}

function toOutcome(outcome: VenueOutcome): OrderAnswer {
  return { kind: 'outcome', outcome };
}

function unknown(message: string): OrderAnswer {
  return toOutcome({ status: 'unknown', message });
}
