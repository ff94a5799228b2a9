import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Answer } from '../answer.ts';
import { type SimAccount, UNIT, type Units } from '../trading/account.ts';
import type { Exchange } from '../trading/exchange.ts';
import { listingMarket } from '../trading/sim-market.ts';
import { units } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { createdObject } from './order-shapes.ts';
import { isHistorical, listListed } from './tiers.ts';

const OrderBody = Type.Object({
  ticker: Type.String(),
  client_order_id: Type.Optional(Type.String({ maxLength: 64 })),
  side: Type.Union([Type.Literal('bid'), Type.Literal('ask')]),
  count: Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,2})?$' }),
  price: Type.String({ pattern: '^[01]\\.\\d{2,4}$' }),
  time_in_force: Type.Union([
    Type.Literal('fill_or_kill'),
    Type.Literal('good_till_canceled'),
    Type.Literal('immediate_or_cancel'),
  ]),
  self_trade_prevention_type: Type.Union([Type.Literal('taker_at_cross'), Type.Literal('maker')]),
  post_only: Type.Optional(Type.Boolean()),
  reduce_only: Type.Optional(Type.Boolean()),
});
const orderBody = Compile(OrderBody);

const FEE_RATE = 0.07;
/** Fees are rounded up to a hundredth of a cent. */
const FEE_STEP: Units = UNIT / 10_000;

/** Places the order of a body, or refuses it as the venue does. */
export function placeKalshiOrder(
  body: unknown,
  account: SimAccount,
  view: VenueView,
  exchange: Exchange,
): Answer {
  if (!orderBody.Check(body)) return refuse(400, 'invalid_order', 'the body does not fit');
  const listing = listListed(view).find(({ name }) => name === body.ticker);
  if (listing === undefined || isHistorical(listing, view)) return refuse(404, 'not_found');
  const [price, count] = [Number(body.price), Number(body.count)];
  if (count <= 0) return refuse(400, 'invalid_order_size');
  const ticks = price / listing.tick;
  if (price <= 0 || price >= 1 || Math.abs(ticks - Math.round(ticks)) > 1e-6) {
    return refuse(400, 'invalid_order', 'price is not on the grid');
  }
  // Selling Yes is buying No at one minus the price; the venue nets pairs on its own.
  const isBid = body.side === 'bid';
  const leg = isBid ? 'yes' : 'no';
  const held = account.positions.get(listing.name)?.[isBid ? 'no' : 'yes'] ?? 0;
  if (body.reduce_only === true && held <= 0) {
    return refuse(400, 'invalid_order', 'reduce only order would increase the position');
  }
  const size = body.reduce_only === true ? Math.min(units(count), held) : units(count);
  const legPrice = Number((isBid ? price : 1 - price).toFixed(4));
  const result = exchange.place({
    account: account,
    market: listingMarket(listing),
    leg,
    side: 'buy',
    price: legPrice,
    size,
    tif: toTif(body.time_in_force, body.post_only === true),
    clientId: body.client_order_id ?? null,
    fee: (filled, at) => Math.ceil((FEE_RATE * filled * at * (1 - at)) / FEE_STEP - 1e-9) * FEE_STEP,
  });
  if (result.status === 'refused') {
    switch (result.why) {
      case 'duplicate':
        return refuse(409, 'order_already_exists');
      case 'closed':
        return refuse(400, 'market_inactive');
      case 'crosses':
        return refuse(400, 'invalid_order', 'post only cross');
      default:
        return refuse(400, 'insufficient_balance');
    }
  }
  const { order } = result;
  if (order.state === 'killed' && order.request.tif === 'fok') {
    return refuse(409, 'fill_or_kill_insufficient_resting_volume');
  }
  return { status: 201, body: createdObject(order) };
}

/** An error in the venue's form. */
export function refuse(status: number, code: string, details = ''): Answer {
  return {
    status,
    body: { error: { code, message: code.replaceAll('_', ' '), details, service: 'simulator' } },
  };
}

function toTif(text: string, isPostOnly: boolean) {
  if (isPostOnly) return 'alo';
  return text === 'good_till_canceled' ? 'gtc' : text === 'fill_or_kill' ? 'fok' : 'ioc';
}
