import type { Static } from 'typebox';
import { isJsonObject, MINUTE_MS } from '../../../domain/index.ts';
import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueOutcome } from '../execution-venue.ts';
import { type BigDecimal, toDecimal } from '../live/decimal.ts';
import { toLegPrice } from '../live/leg.ts';
import {
  NOT_FOUND_IS_FINAL_MS,
  type OrderSender,
  reject,
  rejectFailedOnChain,
} from '../live/order-sender.ts';
import { DEFINITE_5XX, DUPLICATED, TRY_LATER } from './errors.ts';
import { type ExchangedAmounts, sumFill } from './fills.ts';
import { type FoundOrder, type OrderAnswer, orderAnswer, type Trade } from './wire.ts';

const RETRY_AFTER_MS = 1_000;
/** Time after a known match by which the venue lists its trades; until then the limit price is used. */
const TRADES_LISTED_MS = MINUTE_MS;

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
  const words = findErrorWords(json);
  if (json.success === false || words !== '') return sender.toRejection(status, words);
  return readState(json, order, sender, now);
}

function readState(
  json: Static<typeof OrderAnswer>,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  const venueOrderId = (json.orderID ?? '').toLowerCase() || order.venueClientId;
  // An order's id is its hash. Another id means another order, or that the venue computes ids differently.
  if (sender.namesOtherOrder(venueOrderId, order)) return sender.reportOtherOrder(venueOrderId);
  const [state, words] = splitStatus(json.status);
  if (state === 'live' || state === 'delayed') return { status: 'resting', venueOrderId, fills: [] };
  const [making, taking] = [findAmount(json.makingAmount), findAmount(json.takingAmount)];
  // An answer that lists trades has matched the order, even when it states no status.
  const hasMatched = state === 'matched' || (state === '' && (json.tradeIDs?.length ?? 0) > 0);
  if (hasMatched && making !== null && taking !== null) {
    const isSell = order.details.isSell === true;
    const exchanged = {
      shares: isSell ? making : taking,
      dollars: isSell ? taking : making,
      t: now,
    };
    return { status: 'filled', venueOrderId, fills: [sumFill(order, exchanged)], isSettling: true };
  }
  if (state === 'unmatched') return reject('no_liquidity', 'unmatched');
  if (isEnded(state) && words !== '') return sender.toRejection(200, words);
  return { status: 'unknown', message: `the order is ${state || 'in no state'}` };
}

/** A sent order as the venue shows it. */
export interface FoundState {
  /** The order as the venue shows it; null: the venue does not show it. */
  readonly found: FoundOrder | null;
  /** Trades of the account, including those of other orders. */
  readonly trades: readonly Trade[];
  /** Id by which the venue's answer named the order; without one, the order's hash. */
  readonly namedId: string;
  /** Time of the sending, epoch ms. */
  readonly sentAt: number;
}

/** Translates an order and the trades of its account. @param now The venue's time in epoch ms. */
export function readFound(
  { found, trades, namedId, sentAt }: FoundState,
  order: PreparedOrder,
  sender: OrderSender,
  now: number,
): VenueOutcome {
  const hash = order.venueClientId;
  const venueOrderId = found?.id.toLowerCase() ?? hash;
  const traded = sumTrades(trades, order, venueOrderId);
  const [state, words] = splitStatus(found?.status);
  const isOpen = state === 'live' || state === 'delayed';
  const matched = toDecimal(found?.size_matched || 0);
  if (traded.shares.plus(traded.failedShares).lt(matched) && found !== null) {
    if (now < sentAt + TRADES_LISTED_MS) {
      return { status: 'unknown', message: 'the trades of the order are not listed yet' };
    }
    const atLimit = {
      shares: matched,
      dollars: matched.times(found.price || toLegPrice(order.leg ?? 'yes', toDecimal(order.limitPrice ?? 0))),
      t: now,
      isProvisional: true,
    } as const;
    const fills = [sumFill(order, atLimit)];
    return isOpen
      ? { status: 'resting', venueOrderId, fills }
      : { status: 'filled', venueOrderId, fills, isSettling: true };
  }
  const fills = traded.shares.gt(0) ? [sumFill(order, traded)] : [];
  if (isOpen) return { status: 'resting', venueOrderId, fills };
  if (fills.length > 0) {
    return { status: 'filled', venueOrderId, fills, ...(traded.isConfirmed ? {} : { isSettling: true }) };
  }
  if (traded.failedShares.gt(0)) return rejectFailedOnChain();
  if (found !== null && words !== '') return sender.toRejection(200, words);
  if (found !== null)
    return reject('no_liquidity', `the order ended as ${state.toUpperCase()} with nothing traded`);
  // The venue named the order by another id, so a look-up by the hash that finds nothing proves nothing.
  if (namedId !== hash) return { status: 'unknown', message: 'the venue shows no order under its own id' };
  return sender.toNotFound(sentAt + NOT_FOUND_IS_FINAL_MS);
}

/** Sums an order's trades. Trades that failed on chain and trades of another market do not count. */
function sumTrades(
  trades: readonly Trade[],
  { details }: PreparedOrder,
  venueOrderId: string,
): ExchangedAmounts & { readonly failedShares: BigDecimal; readonly isConfirmed: boolean } {
  let shares: BigDecimal = toDecimal(0);
  let dollars: BigDecimal = toDecimal(0);
  let failedShares: BigDecimal = toDecimal(0);
  let t = 0;
  let isConfirmed = true;
  // Pages shift while trades come in and may repeat a trade, so each counts once by its id.
  const seen = new Set<string>();
  for (const row of trades) {
    const isOfMarket = (row.asset_id ?? details.tokenId) === details.tokenId;
    const isOurs = isOfMarket && row.taker_order_id.toLowerCase() === venueOrderId;
    if (!isOurs || seen.has(row.id)) continue;
    seen.add(row.id);
    if (/FAILED$/.test(row.status)) {
      failedShares = failedShares.plus(row.size);
      continue;
    }
    if (!/CONFIRMED$/.test(row.status)) isConfirmed = false;
    shares = shares.plus(row.size);
    dollars = dollars.plus(toDecimal(row.size).times(row.price));
    t = Math.max(t, Number(row.match_time) * 1_000);
  }
  return { shares, dollars, t, failedShares, isConfirmed };
}

/** Whether a found order is the signed one: by its hash, or, under another id, by its terms. */
export function isAbout(found: FoundOrder, order: PreparedOrder, askedId: string): boolean {
  if (found.id.toLowerCase() !== askedId) return false;
  if (askedId === order.venueClientId) return true;
  const { tokenId, isSell } = order.details;
  return (
    found.asset_id === tokenId &&
    found.side?.toUpperCase() === (isSell === true ? 'SELL' : 'BUY') &&
    found.maker_address?.toLowerCase() === order.account
  );
}

/** Members that may contain the venue's words: its documentation and its libraries differ. */
const WORDS = ['error', 'errorMsg', 'error_msg'] as const;

function findErrorWords(json: unknown): string {
  if (!isJsonObject(json)) return '';
  return (
    (WORDS.map((name) => json[name]).find((words) => typeof words === 'string' && words !== '') as string) ??
    ''
  );
}

/**
 * Splits a status into the state, in lower case and without prefix, and the reason that may follow it: `CANCELED_order
 * couldn't be …`.
 */
function splitStatus(status: string | null | undefined): readonly [state: string, words: string] {
  const [, state = '', words = ''] = /^(?:ORDER_STATUS_)?([a-z]*)_?(.*)$/is.exec(status ?? '') ?? [];
  return [state.toLowerCase(), words.trim()];
}

function isEnded(state: string): boolean {
  return state === 'canceled' || state === 'cancelled' || state === 'killed' || state === 'expired';
}

function findAmount(text: string | null | undefined): BigDecimal | null {
  if (text === undefined || text === null || !/^\d{1,30}(\.\d{1,30})?$/.test(text)) return null;
  const amount = toDecimal(text);
  return amount.gt(0) ? amount : null;
}
