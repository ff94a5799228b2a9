import { isSameAddress } from '../../src/signatures/index.ts';
import type { Answer } from '../answer.ts';
import { UNIT, type Units } from '../trading/account.ts';
import type { Exchange } from '../trading/exchange.ts';
import type { LimitlessUser } from '../trading/registry.ts';
import { listingMarket } from '../trading/sim-market.ts';
import type { SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { orderSigner } from './auth.ts';
import { createdObject, EFFECTIVE_FEE_BPS, type OrderBody } from './order-shapes.ts';
import { hasCollateralFee, marketObject } from './shapes.ts';

const LOT: Units = UNIT / 1_000;
const MIN_PRICE = 0.001;

/** Bodies of the orders that were placed: answers repeat them. */
export type SentBodies = WeakMap<SimOrder, OrderBody>;

/** Places the order of a body, or refuses it as the venue does. */
export function placeLimitlessOrder(
  body: OrderBody,
  user: LimitlessUser,
  {
    view,
    exchange,
    sent,
  }: { readonly view: VenueView; readonly exchange: Exchange; readonly sent: SentBodies },
): Answer {
  const { order, orderType } = body;
  const listing = view.universe().byName.get(`limitless ${body.marketSlug.toLowerCase()}`);
  if (listing === undefined || listing.isPool)
    return refuse(404, `Market not found for slug: ${body.marketSlug}`);
  const now = view.now();
  if (body.timestamp !== undefined && now > body.timestamp + (body.recvWindow ?? 5_000)) {
    return refuse(425, 'Order arrived outside of its receive window');
  }
  if (
    body.clientOrderId !== undefined &&
    exchange.byClientId(user.account, body.clientOrderId) !== undefined
  ) {
    return refuse(409, 'Order with this clientOrderId already exists');
  }
  if (body.ownerId !== user.profileId) return refuse(400, 'ownerId does not match the profile');
  const isCollateral = hasCollateralFee(listing);
  if (order.feeRateBps !== (isCollateral ? 0 : user.feeRateBps)) return refuse(400, 'FEE_RATE_MISMATCH');
  if (isCollateral && !user.isFeeModuleApproved && body.postOnly !== true) {
    return refuse(400, 'Insufficient collateral allowance for the order fee.');
  }
  if (user.smartWallet !== null && isSameAddress(order.maker, user.keyAddress)) {
    return refuse(400, 'signer does not match');
  }
  const market = marketObject(listing, view.priceTime()) as {
    venue?: { exchange: string };
    tokens?: { yes: string; no: string };
  };
  const { signature, price, ...fields } = order;
  const signer = orderSigner(fields, signature, market.venue?.exchange ?? '');
  const maker = user.smartWallet ?? user.keyAddress;
  const isOwn = isSameAddress(order.maker, maker) && isSameAddress(order.signer, user.keyAddress);
  if (signer === null || !isSameAddress(signer, user.keyAddress) || !isOwn) {
    return refuse(400, 'Invalid signature');
  }
  if (order.signatureType !== (user.smartWallet === null ? 0 : 2)) return refuse(400, 'Invalid signature');
  const leg =
    order.tokenId === market.tokens?.yes ? 'yes' : order.tokenId === market.tokens?.no ? 'no' : null;
  if (leg === null) return refuse(400, 'tokenId does not belong to the market');
  const isBuy = order.side === 0;
  const isWhole = orderType === 'FOK';
  const size = isBuy ? order.takerAmount : order.makerAmount;
  if (!isWhole && size % LOT !== 0) return refuse(400, 'size must be a multiple of 0.001');
  if (!isWhole && (price === undefined || price < MIN_PRICE || price > 1 - MIN_PRICE)) {
    return refuse(400, 'price must be between 0.001 and 0.999');
  }
  const result = exchange.place({
    account: user.account,
    market: listingMarket(listing),
    leg,
    side: isBuy ? 'buy' : 'sell',
    // An order that must be filled whole carries no price.
    price: isWhole ? (isBuy ? 1 - MIN_PRICE : MIN_PRICE) : (price ?? 0),
    size: isWhole && isBuy ? Math.floor(order.makerAmount / MIN_PRICE) : size,
    ...(isWhole && isBuy ? { budget: order.makerAmount } : {}),
    tif: isWhole ? 'fok' : body.postOnly === true ? 'alo' : orderType === 'GTC' ? 'gtc' : 'ioc',
    clientId: body.clientOrderId ?? null,
    fee: (filled, at) => Math.round((filled * at * EFFECTIVE_FEE_BPS) / 10_000),
    feeInShares: !isCollateral,
  });
  if (result.status === 'refused') {
    switch (result.why) {
      case 'duplicate':
        return refuse(409, 'Order with this clientOrderId already exists');
      case 'closed':
        return refuse(400, 'Market is closed');
      case 'crosses':
        return refuse(400, 'post only order would cross');
      default:
        return refuse(400, 'Insufficient balance or allowance');
    }
  }
  const placed = result.order;
  sent.set(placed, body);
  if (placed.state === 'killed' && isWhole) return refuse(400, 'market order unmatched');
  return { status: 201, body: createdObject(placed, body, view.now()) };
}

/** An error in the venue's form. */
export function refuse(status: number, message: string): Answer {
  return { status, body: { message } };
}
