import { type EpochMs, findStoredAsset, isPerpKind } from '../../domain/index.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
import type { OrderStore } from '../orders/order-store.ts';

/** Resolution of a market. `value` is the payout of one Yes share in USD; null: every buyer was paid back. */
export interface MarketEnd {
  readonly value: number | null;
  /** Time when the resolution was recorded. */
  readonly recordedAt: EpochMs;
}

export interface PositionCloserOptions {
  readonly orders: Pick<OrderStore, 'listOpenMarkets' | 'closePositions'>;
  /** Finds how a market has ended; null: it has not. */
  readonly findEnd: (market: OpenMarket) => Promise<MarketEnd | null>;
  /** Receives errors because of which the positions of one market could not be closed. */
  readonly onFault: (error: unknown, market: OpenMarket) => void;
}

const PAGE = 1_000;

/**
 * Closes the positions in markets that have ended, page by page. Safe to repeat. A failure in one market does not
 * affect the others.
 *
 * @returns Markets whose positions could not be closed.
 */
export async function closeEndedPositions({
  orders,
  findEnd,
  onFault,
}: PositionCloserOptions): Promise<readonly OpenMarket[]> {
  const unsettled: OpenMarket[] = [];
  let last: OpenMarket | undefined;
  for (;;) {
    const page = await orders.listOpenMarkets(PAGE, last);
    for (const market of page) {
      if (!canEnd(market)) continue;
      try {
        const end = await findEnd(market);
        if (end === null) continue;
        await orders.closePositions(market.venue, market.storeKey, end.value, end.recordedAt);
      } catch (error) {
        unsettled.push(market);
        onFault(error, market);
      }
    }
    last = page.at(-1);
    if (page.length < PAGE) return unsettled;
  }
}

/** Whether an asset can end: a perpetual never does. */
function canEnd({ venue, storeKey }: OpenMarket): boolean {
  const ref = findStoredAsset(venue, storeKey);
  return ref === null || !isPerpKind(ref.kind);
}
