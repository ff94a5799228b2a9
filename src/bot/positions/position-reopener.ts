import type { EpochMs } from '../../domain/index.ts';
import type { OpenMarket, SettledMarket } from '../orders/order-figures.ts';
import type { OrderStore } from '../orders/order-store.ts';

/** Resolution of a market with its state by the venue's latest word. */
export interface KnownResolution {
  readonly asset: string;
  readonly recordedAt: EpochMs;
  /** Whether the venue took an earlier resolution of the market back. */
  readonly hasEarlier: boolean;
  /** Whether the venue has taken this resolution back. */
  readonly isTakenBack: boolean;
}

export interface PositionReopenerOptions {
  readonly orders: Pick<OrderStore, 'listSettledMarkets' | 'reopenPositions'>;
  /** Finds the newest resolution of each market; null: none is recorded, which proves nothing. */
  readonly findResolutions: (markets: readonly OpenMarket[]) => Promise<readonly (KnownResolution | null)[]>;
  /** Time before which settlements are final. */
  readonly since: EpochMs;
  /** Receives faults that kept the positions of one market from being reopened. */
  readonly onFault: (error: unknown, market: OpenMarket) => void;
}

const PAGE = 500;

/**
 * Undoes settlements whose resolution the venue took back, also where the market has ended again since. Safe to repeat.
 * A failure in one market does not keep other markets from being reopened.
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

/** Whether the resolution that settled a market still counts. */
function isInForce(
  { resolvedAt }: SettledMarket,
  { recordedAt, hasEarlier, isTakenBack }: KnownResolution,
): boolean {
  if (isTakenBack) return false;
  return resolvedAt === null ? !hasEarlier : resolvedAt === recordedAt;
}
