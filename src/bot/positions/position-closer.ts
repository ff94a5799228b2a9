import { storedAsset } from '../../domain/index.ts';
import type { OpenMarket, OrderStore } from '../orders/order-store.ts';

/** How a market ended: what one share of Yes paid; null: everybody got back what they had paid. */
export interface MarketEnd {
  readonly value: number | null;
}

export interface PositionCloserOptions {
  readonly orders: Pick<OrderStore, 'openMarkets' | 'closePositions'>;
  /** null while the market has not ended. */
  readonly findEnd: (market: OpenMarket) => Promise<MarketEnd | null>;
}

const PAGE = 1_000;

/** Closes positions in markets that have ended, however many are open. Safe to repeat. */
export async function closeEndedPositions({ orders, findEnd }: PositionCloserOptions): Promise<void> {
  let last: OpenMarket | undefined;
  for (;;) {
    const page = await orders.openMarkets(PAGE, last);
    for (const market of page) {
      if (!canEnd(market)) continue;
      const end = await findEnd(market);
      if (end !== null) await orders.closePositions(market.venue, market.storeKey, end.value);
    }
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** Perpetuals never do. */
function canEnd({ venue, storeKey }: OpenMarket): boolean {
  return storedAsset(venue, storeKey)?.kind !== 'hl-perp';
}
