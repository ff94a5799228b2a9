import type { SignedOrderFields } from './signing.ts';

/** Types of orders. `FAK` fills at once and cancels the rest. */
export type OrderType = 'FAK' | 'FOK' | 'GTC';

/** Builds the exact text of `POST /order`, with members in the order of the venue's own client. */
export function buildOrderBody(
  order: SignedOrderFields,
  signature: string,
  { owner, orderType }: { readonly owner: string; readonly orderType: OrderType },
): string {
  return JSON.stringify({
    deferExec: false,
    postOnly: false,
    order: {
      // The body has the salt as a number, so it must stay below 2^53.
      salt: Number(order.salt),
      maker: order.maker,
      signer: order.signer,
      tokenId: order.tokenId,
      makerAmount: order.makerAmount,
      takerAmount: order.takerAmount,
      side: order.side === 0 ? 'BUY' : 'SELL',
      signatureType: order.signatureType,
      timestamp: order.timestamp,
      expiration: '0',
      metadata: order.metadata,
      builder: order.builder,
      signature,
    },
    owner,
    orderType,
  });
}
