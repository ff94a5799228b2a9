import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Answer } from '../answer.ts';
import { UNIT, type Units } from '../trading/account.ts';
import type { Exchange } from '../trading/exchange.ts';
import type { PolymarketUser } from '../trading/registry.ts';
import { listingMarket } from '../trading/sim-market.ts';
import type { SimOrder, TimeInForce } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { hashOrder, isSignedBy } from './auth.ts';
import { getTokens, type Token } from './tokens.ts';

const Amount = Type.String({ pattern: '^\\d{1,30}$' });
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Bytes32 = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' });

export const OrderBody = Type.Object({
  order: Type.Object({
    salt: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    maker: Address,
    signer: Address,
    tokenId: Type.String({ pattern: '^\\d{1,80}$' }),
    makerAmount: Amount,
    takerAmount: Amount,
    side: Type.Union([Type.Literal('BUY'), Type.Literal('SELL')]),
    signatureType: Type.Integer({ minimum: 0, maximum: 3 }),
    timestamp: Amount,
    expiration: Type.Optional(Amount),
    metadata: Bytes32,
    builder: Bytes32,
    signature: Type.String({ pattern: '^0x[0-9a-fA-F]{130,2000}$' }),
  }),
  owner: Type.String(),
  orderType: Type.Union([Type.Literal('GTC'), Type.Literal('GTD'), Type.Literal('FOK'), Type.Literal('FAK')]),
  postOnly: Type.Optional(Type.Boolean()),
  deferExec: Type.Optional(Type.Boolean()),
});
export type OrderBody = Static<typeof OrderBody>;
export const orderBody = Compile(OrderBody);

const TIF: Readonly<Record<OrderBody['orderType'], TimeInForce>> = {
  GTC: 'gtc',
  GTD: 'gtc',
  FOK: 'fok',
  FAK: 'ioc',
};
const MIN_SHARES = 5;
const CENT: Units = UNIT / 100;
const FINE: Units = UNIT / 10_000;
const NO_MATCH =
  'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.';
const NOT_WHOLE = "order couldn't be fully filled. FOK orders are fully filled or killed.";

/** Whether a market's taker fee is charged, as its `fd` states. */
export function getFeeRate({ listing }: Token): number {
  return listing.event.kind === 'updown' ? 0.07 : 0;
}

export function isNegRisk({ listing }: Token): boolean {
  return listing.event.kind === 'exclusive';
}

/** Checks and executes one order, in the venue's words. */
export function placePolymarketOrder(
  { order, owner, orderType, postOnly }: OrderBody,
  user: PolymarketUser,
  view: VenueView,
  exchange: Exchange,
): Answer {
  const refuse = (error: string, status = 400): Answer => ({ status, body: { error } });
  if (owner !== user.apiKey.key) return refuse('the order owner has to be the owner of the API KEY');
  if (user.isClosedOnly) return refuse(`'${user.funder}' address in closed only mode`);
  const token = getTokens(view).get(order.tokenId);
  if (token === undefined) return refuse('No orderbook exists for the requested token id', 404);
  const { signature, ...rest } = order;
  const fields = { ...rest, side: order.side === 'BUY' ? 0 : 1 };
  const hash = hashOrder(fields, isNegRisk(token));
  if (!isSignedBy(user, fields, signature, isNegRisk(token))) return refuse('invalid signature');
  if (exchange.order(hash) !== undefined) return refuse(`order ${hash} is invalid. Duplicated.`);

  const isBuy = order.side === 'BUY';
  const isImmediate = orderType === 'FAK' || orderType === 'FOK';
  const [maker, taker] = [Number(order.makerAmount), Number(order.takerAmount)];
  if (maker === 0 || taker === 0) return refuse('invalid amounts');
  if (isImmediate && (maker % CENT !== 0 || taker % FINE !== 0)) {
    const kind = isBuy ? 'buy' : 'sell';
    return refuse(
      `invalid amounts, the market ${kind} orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals`,
    );
  }
  const shares = isBuy ? taker : maker;
  const price = isBuy ? maker / taker : taker / maker;
  if (price < token.listing.tick - 1e-4 || price > 1 - token.listing.tick + 1e-4) {
    return refuse(
      `order ${hash} is invalid. Price (${price}) breaks minimum tick size rule: ${token.listing.tick}`,
    );
  }
  if (isBuy && isImmediate && maker < UNIT) {
    return refuse(`invalid amount for a marketable BUY order ($${maker / UNIT}), min size: $1`);
  }
  if (shares < MIN_SHARES * UNIT) {
    return refuse(`order ${hash} is invalid. Size (${shares / UNIT}) lower than the minimum: ${MIN_SHARES}`);
  }
  const rate = getFeeRate(token);
  const result = exchange.place({
    account: user.account,
    market: listingMarket(token.listing),
    leg: token.side === 0 ? 'yes' : 'no',
    side: isBuy ? 'buy' : 'sell',
    // Amounts are cut to four decimals, so their quotient may lie a little beside the price that was meant.
    price: Math.round(price / token.listing.tick) * token.listing.tick,
    size: shares,
    ...(isBuy && isImmediate ? { budget: maker } : {}),
    tif: postOnly === true ? 'alo' : TIF[orderType],
    clientId: null,
    id: hash,
    fee: (size, at) => Math.round(size * rate * at * (1 - at)),
  });
  if (result.status === 'refused') {
    switch (result.why) {
      case 'duplicate':
        return refuse(`order ${hash} is invalid. Duplicated.`);
      case 'closed':
        return refuse('the market is not yet ready to process new orders');
      case 'crosses':
        return refuse('invalid post-only order: order crosses book');
      default:
        return refuse('not enough balance / allowance');
    }
  }
  return buildAnswer(result.order, orderType);
}

function buildAnswer(order: SimOrder, orderType: OrderBody['orderType']): Answer {
  if (order.state === 'killed') {
    return { status: 400, body: { error: orderType === 'FOK' ? NOT_WHOLE : NO_MATCH } };
  }
  const isBuy = order.request.side === 'buy';
  const text = (value: Units) => (order.filled === 0 ? '' : String(value / UNIT));
  const state = order.state === 'delayed' ? 'delayed' : order.filled > 0 ? 'matched' : 'live';
  return {
    status: 200,
    body: {
      success: true,
      errorMsg: '',
      orderID: order.id,
      status: state,
      makingAmount: text(isBuy ? order.dollars : order.filled),
      takingAmount: text(isBuy ? order.filled : order.dollars),
      ...(order.fills.length === 0
        ? {}
        : {
            tradeIDs: order.fills.map(({ id }) => tradeId(id)),
            transactionsHashes: order.fills.map(({ id }) => `0x${id.toString(16).padStart(64, '0')}`),
          }),
    },
  };
}

export function tradeId(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}
