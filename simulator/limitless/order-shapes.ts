import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { toUuid } from '../hex.ts';
import { chainState, type SimOrder } from '../trading/sim-order.ts';

const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const WholeOrText = Type.Union([Whole, Type.String({ pattern: '^\\d{1,30}$' })]);
const OrderBody = Type.Object({
  order: Type.Object({
    salt: Whole,
    maker: Address,
    signer: Address,
    taker: Address,
    tokenId: Type.String({ pattern: '^\\d{1,80}$' }),
    makerAmount: Whole,
    takerAmount: Whole,
    expiration: WholeOrText,
    nonce: Whole,
    feeRateBps: Whole,
    side: Type.Union([Type.Literal(0), Type.Literal(1)]),
    signatureType: Type.Integer({ minimum: 0, maximum: 3 }),
    price: Type.Optional(Type.Number()),
    signature: Type.String(),
  }),
  orderType: Type.Union([Type.Literal('GTC'), Type.Literal('FAK'), Type.Literal('FOK')]),
  marketSlug: Type.String({ maxLength: 300 }),
  ownerId: Type.Integer(),
  clientOrderId: Type.Optional(Type.String({ maxLength: 128 })),
  postOnly: Type.Optional(Type.Boolean()),
  timestamp: Type.Optional(Type.Integer()),
  recvWindow: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type OrderBody = Static<typeof OrderBody>;
export const orderBody = Compile(OrderBody);
const StatusBody = Type.Object({
  items: Type.Array(
    Type.Object({ clientOrderId: Type.Optional(Type.String()), orderId: Type.Optional(Type.String()) }),
    { minItems: 1, maxItems: 50 },
  ),
});
export const statusBody = Compile(StatusBody);
const CancelBody = Type.Object({
  clientOrderIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  orderIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
});
export const cancelBody = Compile(CancelBody);

/** The fee that takers really pay, as in a recorded answer; the signed rate is the most they allow. */
export const EFFECTIVE_FEE_BPS = 59;

/** The answer to a new order. @param body The order as it came, which answers repeat. */
export function createdObject(order: SimOrder, body: OrderBody | undefined, now: number): object {
  const { order: inner, execution, makerMatches } = orderData(order, body, now);
  return { order: inner, ...(makerMatches.length > 0 ? { makerMatches } : {}), execution };
}

/** An order as it is looked up. */
export function orderData(order: SimOrder, body: OrderBody | undefined, now: number) {
  const isLive = order.state === 'open' || order.state === 'delayed';
  return {
    order: {
      ...body?.order,
      id: toOrderId(order),
      createdAt: new Date(order.createdAt).toISOString(),
      orderType: body?.orderType,
      marketId: 1,
      status: isLive ? 'LIVE' : order.filled > 0 ? 'MATCHED' : 'CANCELED',
      ...(order.request.clientId === null ? {} : { clientOrderId: order.request.clientId }),
    },
    makerMatches: order.fills.map((fill) => ({
      id: toUuid(`limitless match ${fill.id}`),
      createdAt: new Date(fill.t).toISOString(),
      matchedSize: String(fill.size),
      fillPrice: String(fill.price),
      fillCost: String(Math.round(fill.size * fill.price)),
      orderId: toUuid(`limitless maker ${fill.id}`),
    })),
    execution: toExecution(order, body?.order.feeRateBps ?? 0, now),
  };
}

/** The venue's id of an order. */
export function toOrderId({ number }: SimOrder): string {
  return toUuid(`limitless order ${number}`);
}

/** Buyers pay the fee in shares, sellers in dollars. */
function toExecution(order: SimOrder, feeRateBps: number, now: number): object {
  const { filled, dollars, fees, request, state } = order;
  const isBuy = request.side === 'buy';
  const contractsFee = isBuy
    ? order.fills.reduce((sum, fill) => sum + Math.round(fill.fee / fill.price), 0)
    : 0;
  const usdFee = isBuy ? 0 : fees;
  const settlementStatus = order.hasFailed
    ? 'FAILED'
    : state === 'delayed'
      ? 'DELAYED'
      : filled > 0
        ? chainState(order, now)
        : 'UNMATCHED';
  return {
    matched: filled > 0 && !order.hasFailed,
    settlementStatus,
    effectiveFeeBps: filled > 0 ? EFFECTIVE_FEE_BPS : 0,
    feeRateBps,
    totalsRaw: {
      contractsGross: String(filled),
      contractsFee: String(contractsFee),
      contractsNet: String(filled - contractsFee),
      usdGross: String(dollars),
      usdFee: String(usdFee),
      usdNet: String(isBuy ? dollars : dollars - usdFee),
    },
    txHash: null,
    ...(request.clientId === null ? {} : { clientOrderId: request.clientId }),
  };
}
