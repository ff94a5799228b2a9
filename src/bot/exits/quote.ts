import { computeAge, type EpochMs, epochMs, hasEnded, type MarketState } from '../../domain/index.ts';

/** Prices at which a market can be traded now, in Yes terms for binaries. */
export interface Quote {
  /** Price at which a seller finds a buyer; null: there is no buyer, or no price is known. */
  readonly bid: number | null;
  /** Price at which a buyer finds a seller; null: there is no seller, or no price is known. */
  readonly ask: number | null;
  /** Time at which the prices were received. */
  readonly seenAt: EpochMs;
  /** Whether the market takes orders. */
  readonly isOpen: boolean;
  /** Stated end of trading; null: none is stated. */
  readonly endsAt: EpochMs | null;
  /** The smallest step of a size, decimal text. Absent: not known. */
  readonly lot?: string;
}

/** A stream's newest prices of a market. A price is null where its side is empty. */
export type StreamedPrices = {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly receivedAt: EpochMs;
};

/**
 * Builds the quote of a listed market from its ticker, or from its stream where that is newer. For a perpetual without
 * a touch, the venue's price for its impact size is used instead.
 */
export function toQuote(
  state: MarketState,
  fetchedAt: EpochMs,
  streamed: StreamedPrices | null = null,
): Quote {
  const { isOpen, endsAt, ...prices } = readTicker(state);
  // While the venue's price is withheld, its touch does not count either.
  const { bid, ask } = state.withheld === undefined ? prices : NO_PRICES;
  const isNewer = streamed !== null && streamed.receivedAt > fetchedAt;
  const hasBoth = isNewer && streamed.bid !== null && streamed.ask !== null;
  if (!hasBoth) return { bid, ask, seenAt: fetchedAt, isOpen, endsAt };
  return { bid: streamed.bid, ask: streamed.ask, seenAt: streamed.receivedAt, isOpen, endsAt };
}

const NO_PRICES = { bid: null, ask: null } as const;

function readTicker(state: MarketState): Omit<Quote, 'seenAt'> {
  if (state.kind === 'perp') {
    const { impactBid, impactAsk } = state.ticker;
    return { bid: state.bid ?? impactBid, ask: state.ask ?? impactAsk, isOpen: true, endsAt: null };
  }
  const { yesBid, yesAsk, status, closeTime, endDate } = state.ticker;
  const endsAt = closeTime ?? endDate;
  return {
    bid: yesBid,
    ask: yesAsk,
    isOpen: status === 'open' && !hasEnded(status),
    endsAt: endsAt === null ? null : epochMs(endsAt),
  };
}

/**
 * Finds the price at which a position could be closed now, in Yes terms: the bid for a long position, the ask for a
 * short one. null: the market gives none.
 *
 * @param isLong Whether the position is above zero.
 * @param maxAgeMs Age above which a price does not count, since a market that sends nothing has no known price.
 */
export function findExitPrice(
  quote: Quote | null,
  isLong: boolean,
  { now, maxAgeMs }: { readonly now: EpochMs; readonly maxAgeMs: number },
): number | null {
  if (quote === null || !quote.isOpen || computeAge(now, quote.seenAt) > maxAgeMs) return null;
  const price = isLong ? quote.bid : quote.ask;
  return price !== null && price > 0 ? price : null;
}

/** Computes the spread in percent of the middle; null: one side has no price. */
export function computeSpreadPct({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): number | null {
  if (bid === null || ask === null || bid + ask <= 0) return null;
  return ((ask - bid) / ((ask + bid) / 2)) * 100;
}
