import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueOutcome } from '../execution-venue.ts';
import { shortenText } from '../live/error-table.ts';
import {
  NOT_FOUND_IS_FINAL_MS,
  type OrderSender,
  reject,
  rejectFailedOnChain,
} from '../live/order-sender.ts';
import { explainRefusal, MODES, readErrorWords } from './errors.ts';
import { toFill } from './fills.ts';
import { createdOrder, type Execution, type OrderStatus } from './wire.ts';

const RETRY_AFTER_MS = 1_000;

/** Translates the answer to `POST /orders`. @param now The venue's time in epoch ms. */
export function readAnswer(
  result: HttpResult,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  if (result.kind === 'answer' && result.status === 503) {
    const words = readErrorWords(result.json);
    if (MODES.test(words)) return sender.toRejection(503, words, result.retryAfterMs ?? RETRY_AFTER_MS);
  }
  const failure = sender.findFailure(result, ({ json }) => readErrorWords(json));
  if (failure !== null) return failure;
  const { status, json } = result as Extract<HttpResult, { kind: 'answer' }>;
  // The venue already has an order of this id, and the answer does not contain its outcome.
  if (status === 409) return { status: 'unknown', message: readErrorWords(json) };
  if (status < 200 || status > 299) {
    const words = readErrorWords(json);
    const { feeModule } = order.details;
    const message = explainRefusal(words, typeof feeModule === 'string' ? feeModule : null);
    return { ...sender.toRejection(status, words), message: shortenText(message) };
  }
  if (!createdOrder.accepts(json)) return { status: 'unknown', message: 'the answer cannot be read' };
  if (sender.namesOtherOrder(json.order.clientOrderId, order)) return sender.reportOtherOrder();
  const venueOrderId = String(json.order.id);
  return readExecution(json.execution, order, { venueOrderId, isOpen: false, t: now });
}

/**
 * Translates the order's row of `POST /orders/status/batch`.
 *
 * @param found The row; undefined: the answer has none.
 * @param sentAt Time at which the order was sent, epoch ms.
 */
export function readStatus(
  found: OrderStatus,
  order: PreparedOrder,
  sender: OrderSender,
  sentAt: number,
): VenueOutcome {
  if (sender.namesOtherOrder(found.clientOrderId, order)) return sender.reportOtherOrder();
  if (found.status === 'not_found') return sender.toNotFound(sentAt + NOT_FOUND_IS_FINAL_MS);
  // Only a row `found` with its data states the order. Other words do not prove that there is no order.
  if (found.status !== 'found' || !found.data) {
    return { status: 'unknown', message: 'the answer does not say what became of the order' };
  }
  const inner = found.data.order?.order;
  const record = (typeof inner === 'object' && inner !== null ? inner : found.data.order) as
    | Record<string, unknown>
    | undefined;
  const venueOrderId = String(found.orderId ?? record?.id ?? order.venueClientId);
  const { execution } = found.data;
  if (execution === undefined) return { status: 'unknown', message: 'the answer names no execution' };
  return readExecution(execution, order, { venueOrderId, isOpen: record?.status === 'LIVE', t: sentAt });
}

function readExecution(
  execution: Execution,
  order: PreparedOrder,
  {
    venueOrderId,
    isOpen,
    t,
  }: { readonly venueOrderId: string; readonly isOpen: boolean; readonly t: number },
): VenueOutcome {
  const { settlementStatus } = execution;
  if (settlementStatus === 'DELAYED') return { status: 'resting', venueOrderId, fills: [] };
  if (settlementStatus === 'FAILED') return rejectFailedOnChain(execution.reason);
  const fill = toFill(execution, order, { fillId: venueOrderId, t });
  if (isOpen) return { status: 'resting', venueOrderId, fills: fill === null ? [] : [fill] };
  if (fill !== null) {
    const settling = settlementStatus === 'CONFIRMED' ? {} : { isSettling: true as const };
    return { status: 'filled', venueOrderId, fills: [fill], ...settling };
  }
  if (execution.matched) return { status: 'unknown', message: 'matched, but the answer names no amounts' };
  return reject('no_liquidity', execution.reason ?? 'nothing was offered at the limit price');
}
