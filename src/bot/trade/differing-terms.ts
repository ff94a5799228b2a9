import type { BotOrder } from '../orders/order.ts';
import type { TradeRequest } from './trade-request.ts';

/** Members of a trade call, in the order in which differing ones are listed. */
export const TRADE_TERMS = ['venue', 'asset', 'side', 'sizeUsd', 'sizeShares', 'close', 'markPrice'] as const;
export type TradeTerm = (typeof TRADE_TERMS)[number];

type Terms = Readonly<Record<TradeTerm, unknown>>;

/**
 * Lists the members in which a call differs from the order that has its `clientOrderId`. A caller who uses an id again
 * by mistake would otherwise believe that a new order was placed.
 */
export function listDifferingTerms(request: TradeRequest, order: BotOrder): TradeTerm[] {
  const called = toTerms(request);
  const placed = toTerms({
    ...order,
    ref: order,
    // No call states the side of a close, which follows from the position.
    side: order.isClose ? null : order.side,
  });
  return TRADE_TERMS.filter((term) => called[term] !== placed[term]);
}

function toTerms({
  ref: { venue, asset },
  side,
  sizeUsd,
  sizeShares = null,
  markPrice,
}: Pick<TradeRequest, 'side' | 'sizeUsd' | 'sizeShares' | 'markPrice'> & {
  readonly ref: Pick<TradeRequest['ref'], 'venue' | 'asset'>;
}): Terms {
  return { venue, asset, side, sizeUsd, sizeShares, close: side === null, markPrice };
}
