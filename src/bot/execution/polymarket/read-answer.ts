import type { Static } from 'typebox';
import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueOutcome } from '../execution-venue.ts';
import { type Decimal, toDecimal } from '../live/decimal.ts';
import { type OrderSender, reject } from '../live/order-sender.ts';
import { DEFINITE_5XX, DUPLICATED, TRY_LATER } from './errors.ts';
import { sumFill } from './fills.ts';
import { type OrderAnswer, orderAnswer } from './wire.ts';

const RETRY_AFTER_MS = 1_000;

/** Translates the answer to `POST /order`. @param now The venue's time in epoch ms. */
export function readAnswer(
  result: HttpResult,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  if (result.kind === 'answer' && result.json !== undefined) {
    const words = findErrorWords(result.json);
    if (DUPLICATED.test(words)) return { status: 'unknown', message: words };
    const isRefusal = result.status >= 400 && result.status < 500;
    const late = isRefusal ? sender.findTimeRefusal(result, words) : null;
    if (late !== null) return late;
    if (result.status >= 400 && (result.status < 500 || DEFINITE_5XX.test(words)) && words !== '') {
      const wait = TRY_LATER.test(words) ? (result.retryAfterMs ?? RETRY_AFTER_MS) : undefined;
      const { status } = result;
      if (status !== 408 && status !== 425 && status !== 429) return sender.toRejection(status, words, wait);
    }
  }
  const failure = sender.findFailure(result, ({ json }) => findErrorWords(json));
  if (failure !== null) return failure;
  const { status, json, text } = result as Extract<HttpResult, { kind: 'answer' }>;
  if (status < 200 || status > 299) return sender.toRejection(status, text);
  if (!orderAnswer.accepts(json)) return { status: 'unknown', message: 'the answer cannot be read' };
  if (json.success === false || (json.errorMsg ?? '') !== '') {
    return sender.toRejection(status, json.errorMsg ?? '');
  }
  return readState(json, order, sender, now);
}

function readState(
  json: Static<typeof OrderAnswer>,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  const venueOrderId = json.orderID?.toLowerCase() || order.venueClientId;
  // The id of an order is its hash. Under another one it is another order, or the venue counts differently.
  if (sender.namesOtherOrder(venueOrderId, order)) return sender.reportOtherOrder(venueOrderId);
  if (json.status === 'live' || json.status === 'delayed')
    return { status: 'resting', venueOrderId, fills: [] };
  const [making, taking] = [findAmount(json.makingAmount), findAmount(json.takingAmount)];
  if (json.status === 'matched' && making !== null && taking !== null) {
    const isSell = order.details.isSell === true;
    const exchanged = {
      shares: isSell ? making : taking,
      dollars: isSell ? taking : making,
      t: now,
    };
    return { status: 'filled', venueOrderId, fills: [sumFill(order, exchanged)], isSettling: true };
  }
  if (json.status === 'unmatched') return reject('no_liquidity', 'unmatched');
  return { status: 'unknown', message: `the order is ${json.status ?? 'in no state'}` };
}

function findErrorWords(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  const { error, errorMsg } = json as { error?: unknown; errorMsg?: unknown };
  if (typeof error === 'string') return error;
  return typeof errorMsg === 'string' ? errorMsg : '';
}

function findAmount(text: string | undefined): Decimal | null {
  if (text === undefined || !/^\d{1,30}(\.\d{1,30})?$/.test(text)) return null;
  const amount = toDecimal(text);
  return amount.gt(0) ? amount : null;
}
