import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueOutcome } from '../execution-venue.ts';
import { toDecimal } from '../live/decimal.ts';
import { type OrderSender, reject } from '../live/order-sender.ts';
import { EXISTS, readErrorWords } from './errors.ts';
import { sumFill, toFill } from './fills.ts';
import { createdOrder, type KalshiOrder } from './wire.ts';

/** Translates the answer to `POST /portfolio/events/orders`. @param now The venue's time in epoch ms. */
export function readAnswer(
  result: HttpResult,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  const failure = sender.findFailure(result, ({ json }) => readErrorWords(json));
  if (failure !== null) return failure;
  const { status, json } = result as Extract<HttpResult, { kind: 'answer' }>;
  if (status < 200 || status > 299) {
    const words = readErrorWords(json);
    // Status 409 means that the id was used before, even when the answer has no code.
    if (EXISTS.test(words) || (status === 409 && words === '')) return { status: 'unknown', message: words };
    return sender.toRejection(status, words);
  }
  if (!createdOrder.accepts(json)) return { status: 'unknown', message: 'the answer cannot be read' };
  if (sender.namesOtherOrder(json.client_order_id, order)) return sender.reportOtherOrder();
  const count = toDecimal(json.fill_count);
  const isResting = toDecimal(json.remaining_count).gt(0);
  if (count.lte(0)) {
    return isResting
      ? { status: 'resting', venueOrderId: json.order_id, fills: [] }
      : reject('no_liquidity', 'nothing was offered at the limit price');
  }
  if (!json.average_fill_price) return { status: 'unknown', message: 'the answer names no price' };
  const fill = sumFill(json.order_id, order, {
    count,
    price: toDecimal(json.average_fill_price),
    feeUsd: json.average_fee_paid ? toDecimal(json.average_fee_paid).times(count) : null,
    t: json.ts_ms ?? now,
  });
  if (isResting) return { status: 'resting', venueOrderId: json.order_id, fills: [fill] };
  // This answer states the rounded average fee of a contract; a later reading of the order gives the exact sum.
  return { status: 'filled', venueOrderId: json.order_id, fills: [fill], isSettling: true };
}

/** Translates an order of `GET /portfolio/orders`. */
export function readOrder(found: KalshiOrder, order: PreparedOrder): VenueOutcome {
  const venueOrderId = found.order_id;
  const fill = toFill(found, order);
  const fills = fill === null ? [] : [fill];
  if (found.status === 'resting') return { status: 'resting', venueOrderId, fills };
  if (fill === null) return reject('no_liquidity', `the order ended as ${found.status} with nothing traded`);
  const isSettling = fill.isProvisional === true || fill.venueFeeMicroUsd === null;
  return { status: 'filled', venueOrderId, fills, ...(isSettling ? { isSettling } : {}) };
}
