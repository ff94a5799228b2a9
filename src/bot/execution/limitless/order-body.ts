import type { SignedOrderFields } from './signing.ts';

/**
 * Types of orders. `FAK` fills at the price or better at once and cancels the rest. `FOK` has no price and is never
 * sent by this service.
 */
export type OrderType = 'FAK' | 'FOK' | 'GTC';

export interface OrderFrame {
  readonly orderType: OrderType;
  readonly marketSlug: string;
  /** The account's number at the venue. */
  readonly ownerId: number;
  readonly clientOrderId: string;
  /** The venue refuses an order that arrives later than `recvWindow` ms after `timestamp`. */
  readonly receiveBy?: { readonly timestamp: number; readonly recvWindow: number };
}

/** Builds the exact text of `POST /orders`. @param price Price beside the signed members; absent for `FOK`. */
export function buildOrderBody(
  order: SignedOrderFields,
  price: number | null,
  signature: string,
  { orderType, marketSlug, ownerId, clientOrderId, receiveBy }: OrderFrame,
): string {
  return JSON.stringify({
    order: { ...order, ...(price === null ? {} : { price }), signature },
    orderType,
    marketSlug,
    ownerId,
    clientOrderId,
    ...receiveBy,
  });
}
