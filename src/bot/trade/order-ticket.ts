import type { AssetRef } from '../../domain/index.ts';
import type { OrderTicket } from '../execution/index.ts';
import type { NewOrder } from '../orders/order-store.ts';

/**
 * Builds the ticket by which a venue sizes and signs the order.
 *
 * @param position As in {@link OrderTicket}; null: the order does not depend on it.
 * @param closing Maximum size that the order closes, when it may open nothing; null: the order stays as requested.
 */
export function buildTicket(
  order: NewOrder,
  {
    ref,
    position,
    maxSlippageBps,
    closing,
  }: { ref: AssetRef; position: string | null; maxSlippageBps: number; closing: string | null },
): OrderTicket {
  const { botId, clientOrderId, side, sizeUsd, sizeShares, isClose, markPrice } = order;
  const common = { botId, clientOrderId, ref, side, markPrice, maxSlippageBps };
  const held = position === null ? {} : { position };
  if (closing !== null) return { ...common, ...held, sizeUsd: null, sizeShares: closing, isClose: true };
  const openSize = (position ?? '0').replace('-', '');
  const shares = sizeShares === null ? null : String(sizeShares);
  return {
    ...common,
    sizeUsd,
    isClose,
    sizeShares: isClose ? openSize : shares,
    ...held,
  };
}
