import type { BotOrder } from '../orders/order.ts';
import type { TradeRequest } from './trade-request.ts';

/** Members of a trade call, in the order in which differing ones are listed. */
export const TRADE_TERMS = ['venue', 'asset', 'side', 'sizeUsd', 'sizeShares', 'close', 'markPrice'] as const;
export type TradeTerm = (typeof TRADE_TERMS)[number];

type Terms = Readonly<Record<TradeTerm, unknown>>;

/**
 * Members in which a call differs from the order with its `clientOrderId`: a caller who uses an id again by mistake
 * would believe that a new order was placed.
 */
export function listDifferingTerms(request: TradeRequest, order: BotOrder): TradeTerm[] {
  const called = toTerms(request);
  const placed = toTerms({
    ...order,
    ref: order,
    // The side of a close follows from the position; no call states one.
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
