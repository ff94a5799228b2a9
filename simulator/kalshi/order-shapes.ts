import { toUuid } from '../hex.ts';
import { UNIT, type Units } from '../trading/account.ts';
import type { KalshiUser } from '../trading/registry.ts';
import { averagePrice, type SimOrder } from '../trading/sim-order.ts';

export function orderId({ number }: SimOrder): string {
  return toUuid(`kalshi order ${number}`);
}

export const count = (value: Units) => (value / UNIT).toFixed(2);
const dollars = (value: Units) => (value / UNIT).toFixed(6);

/** The average price of Yes. */
function yesPrice(order: SimOrder): number {
  const price = averagePrice(order);
  return order.request.leg === 'yes' ? price : 1 - price;
}

export function createdObject(order: SimOrder): object {
  const isOpen = order.state === 'open' || order.state === 'delayed';
  return {
    order_id: orderId(order),
    ...(order.request.clientId === null ? {} : { client_order_id: order.request.clientId }),
    fill_count: count(order.filled),
    remaining_count: isOpen ? count(order.request.size - order.filled) : '0.00',
    ...(order.filled === 0
      ? {}
      : {
          average_fill_price: yesPrice(order).toFixed(6),
          average_fee_paid: (order.fees / order.filled).toFixed(6),
        }),
    ts_ms: order.createdAt,
  };
}

export function toStatus({ state, filled, request }: SimOrder): string {
  if (state === 'open' || state === 'delayed') return 'resting';
  return filled >= request.size ? 'executed' : 'canceled';
}

export function orderObject(order: SimOrder, { keyId }: KalshiUser): object {
  const { request, createdAt, updatedAt } = order;
  const isYes = request.leg === 'yes';
  const price = isYes ? request.price : 1 - request.price;
  return {
    order_id: orderId(order),
    user_id: toUuid(`kalshi user ${keyId}`),
    client_order_id: request.clientId ?? '',
    ticker: request.market.name,
    side: isYes ? 'yes' : 'no',
    action: 'buy',
    outcome_side: request.leg,
    book_side: isYes ? 'bid' : 'ask',
    type: 'limit',
    status: toStatus(order),
    yes_price_dollars: price.toFixed(4),
    no_price_dollars: (1 - price).toFixed(4),
    fill_count_fp: count(order.filled),
    remaining_count_fp: toStatus(order) === 'resting' ? count(request.size - order.filled) : '0.00',
    initial_count_fp: count(request.size),
    taker_fill_cost_dollars: dollars(order.dollars),
    maker_fill_cost_dollars: '0.000000',
    taker_fees_dollars: dollars(order.fees),
    maker_fees_dollars: '0.000000',
    expiration_time: null,
    created_time: new Date(createdAt).toISOString(),
    last_update_time: new Date(updatedAt).toISOString(),
  };
}

export function fillObject(order: SimOrder, fill: SimOrder['fills'][number]): object {
  const isYes = order.request.leg === 'yes';
  const yes = isYes ? fill.price : 1 - fill.price;
  return {
    fill_id: toUuid(`kalshi fill ${fill.id}`),
    exchange_index: 0,
    trade_id: toUuid(`kalshi trade ${fill.id}`),
    order_id: orderId(order),
    ticker: order.request.market.name,
    market_ticker: order.request.market.name,
    side: isYes ? 'yes' : 'no',
    action: 'buy',
    outcome_side: order.request.leg,
    book_side: isYes ? 'bid' : 'ask',
    count_fp: count(fill.size),
    yes_price_dollars: yes.toFixed(4),
    no_price_dollars: (1 - yes).toFixed(4),
    is_taker: true,
    fee_cost: dollars(fill.fee),
    created_time: new Date(fill.t).toISOString(),
    ts: Math.floor(fill.t / 1_000),
  };
}
