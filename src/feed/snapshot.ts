import { epochMs, type MarketState, nameSidesAlone, readSideFacts } from '../domain/index.ts';
import type { RefusedValues, VenueSnapshot } from './feed.ts';

/** Result of one complete poll, without derived indexes. */
export type PollResult = Omit<VenueSnapshot, 'byAsset' | 'perps' | 'binaries' | 'refused' | 'beyondLimit'> &
  Partial<Pick<VenueSnapshot, 'beyondLimit'>>;

/**
 * Parses the stored form of {@link VenueSnapshot.beyondLimit}: pairs of store key and end. A file of an earlier release
 * has none.
 */
export function parseBeyondLimit(pairs: unknown): VenueSnapshot['beyondLimit'] {
  if (!Array.isArray(pairs)) return new Map();
  const isPair = (pair: unknown): pair is [string, number | null] =>
    Array.isArray(pair) && typeof pair[0] === 'string' && (pair[1] === null || Number.isFinite(pair[1]));
  return new Map(pairs.filter(isPair).map(([key, end]) => [key, end === null ? null : epochMs(end)]));
}

/** Parses a market of a stored or published snapshot. An earlier release did not name its sides. */
export function parseMarketLine(line: string): MarketState {
  const market = JSON.parse(line) as MarketState;
  if (market?.kind !== 'binary' || market.ticker.yesMeans !== undefined) return market;
  return { ...market, ticker: { ...market.ticker, ...nameSidesAlone(readSideFacts(market)) } };
}

/** Maximum number of listed impossible values. A venue that changed its format has them in every market. */
const MAX_REFUSED = 100;

/** Builds the derived indexes of a snapshot once for all readers. */
export function buildSnapshot(poll: PollResult): VenueSnapshot {
  const byAsset = new Map<string, MarketState>();
  const perps = [];
  const binaries = [];
  const first: RefusedValues['first'][number][] = [];
  let count = 0;
  for (const market of poll.markets) {
    const { asset } = market.ref;
    byAsset.set(asset, market);
    if (market.kind === 'perp') {
      perps.push(market.ticker);
      continue;
    }
    binaries.push(market.ticker);
    for (const refused of market.refused ?? []) {
      count++;
      if (first.length < MAX_REFUSED) first.push({ asset, ...refused });
    }
  }
  const beyondLimit = poll.beyondLimit ?? new Map();
  return Object.freeze({ ...poll, beyondLimit, byAsset, perps, binaries, refused: { count, first } });
}
