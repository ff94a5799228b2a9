import { type EpochMs, findStoredAsset, isPerpKind } from '../../domain/index.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
import type { OrderStore } from '../orders/order-store.ts';

/** Resolution of a market: dollars paid per share of Yes; null: every buyer was paid back. */
export interface MarketEnd {
  readonly value: number | null;
  /** Time when the resolution was recorded. */
  readonly recordedAt: EpochMs;
}

export interface PositionCloserOptions {
  readonly orders: Pick<OrderStore, 'listOpenMarkets' | 'closePositions'>;
  /** Finds the end of a market; null: it has not ended. */
  readonly findEnd: (market: OpenMarket) => Promise<MarketEnd | null>;
  /** Receives faults that kept the positions of one market from being closed. */
  readonly onFault: (error: unknown, market: OpenMarket) => void;
}

const PAGE = 1_000;

/**
 * Closes positions in markets that have ended, however many there are. Safe to repeat. A failure in one market does not
 * keep positions of other markets open.
 *
 * @returns Markets that could not be settled.
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
