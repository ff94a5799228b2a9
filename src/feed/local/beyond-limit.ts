import type { EpochMs, MarketState, VenuePoll } from '../../domain/index.ts';
import type { VenueSnapshot } from '../feed.ts';

/** Maximum number of remembered markets below our limit. The ones that fell first are forgotten first. */
const MAX_REMEMBERED = 20_000;

type BeyondLimit = VenueSnapshot['beyondLimit'];

/**
 * Finds the markets that the feed once showed and that its venue still lists, below our limit of markets: those that
 * left the list with this poll, and earlier ones that have neither returned nor ended.
 *
 * @param ended Store keys of markets that resolved since the last poll.
 * @returns End of trading by store key; null when no end is stated.
 */
export function findBeyondLimit(
  poll: VenuePoll,
  last: VenueSnapshot | null,
  ended: ReadonlySet<string> = new Set(),
): BeyondLimit {
  if (last === null) return NONE;
  const listed = new Set(poll.markets.map(({ ref }) => ref.storeKey));
  const isCut = createCutTest(poll);
  const found = new Map<string, EpochMs | null>();
  const take = (storeKey: string, end: EpochMs | null, hasFallen: boolean) => {
    const isOver = end !== null && end <= poll.receivedAt;
    if (hasFallen && !isOver && !listed.has(storeKey) && !ended.has(storeKey)) found.set(storeKey, end);
  };
  for (const [storeKey, end] of last.beyondLimit) {
    take(storeKey, end, poll.isBeyondLimit?.(storeKey) ?? poll.isCutAtLimit === true);
  }
  for (const market of last.markets) {
    const { storeKey } = market.ref;
    if (listed.has(storeKey)) continue;
    take(storeKey, findEnd(market), poll.isBeyondLimit?.(storeKey) ?? isCut(market));
  }
  if (found.size === 0) return NONE;
  return found.size <= MAX_REMEMBERED ? found : new Map([...found].slice(-MAX_REMEMBERED));
}

/** Creates a test for a list that our limit cut: whether a market that left is smaller than all that remain. */
export function createCutTest({ markets, isCutAtLimit }: VenuePoll): (market: MarketState) => boolean {
  if (isCutAtLimit !== true) return () => false;
  let least = Number.POSITIVE_INFINITY;
  for (const { ticker } of markets) least = Math.min(least, ticker.volume24hUsd ?? 0);
  // The tolerance is a factor of two, because a market may lose a part of its volume between two polls.
  return ({ ticker }) => (ticker.volume24hUsd ?? 0) <= 2 * least + 1;
}

const NONE: BeyondLimit = new Map();

function findEnd(market: MarketState): EpochMs | null {
  return market.kind === 'perp' ? null : (market.ticker.closeTime ?? market.ticker.endDate);
}
