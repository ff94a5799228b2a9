import type { EpochMs } from '../../domain/index.ts';
import type { OpenMarket, SettledMarket } from '../orders/order-figures.ts';
import type { OrderStore } from '../orders/order-store.ts';

/** Resolution of a market as the venue last stated it. */
export interface KnownResolution {
  readonly asset: string;
  readonly recordedAt: EpochMs;
  /** Whether the venue took back an earlier resolution of the market. */
  readonly hasEarlier: boolean;
  /** Whether the venue has taken this resolution back. */
  readonly isTakenBack: boolean;
}

export interface PositionReopenerOptions {
  readonly orders: Pick<OrderStore, 'listSettledMarkets' | 'reopenPositions'>;
  /**
   * Finds the newest resolution of each market; null: none is recorded, which does not prove that it was taken back.
   */
  readonly findResolutions: (markets: readonly OpenMarket[]) => Promise<readonly (KnownResolution | null)[]>;
  /** Time before which settlements are final. */
  readonly since: EpochMs;
  /** Receives errors because of which the positions of one market could not be reopened. */
  readonly onFault: (error: unknown, market: OpenMarket) => void;
}

const PAGE = 500;

/**
 * Undoes settlements whose resolution the venue took back, even if the market has ended again since. Safe to repeat. A
 * failure in one market does not affect the others.
 */
export async function reopenSettledPositions({
  orders,
  findResolutions,
  since,
  onFault,
}: PositionReopenerOptions): Promise<void> {
  let last: SettledMarket | undefined;
  for (;;) {
    const page = await orders.listSettledMarkets(since, PAGE, last);
    const known = await findResolutions(page);
    for (const [i, settled] of page.entries()) {
      const resolution = known[i] ?? null;
      if (resolution === null || isInForce(settled, resolution)) continue;
      try {
        await orders.reopenPositions(settled, resolution.asset);
      } catch (error) {
        onFault(error, settled);
      }
    }
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** Whether the resolution that settled a market is still in force. */
function isInForce(
  { resolvedAt }: SettledMarket,
  { recordedAt, hasEarlier, isTakenBack }: KnownResolution,
): boolean {
  if (isTakenBack) return false;
  return resolvedAt === null ? !hasEarlier : resolvedAt === recordedAt;
}
