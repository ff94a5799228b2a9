import {
  type BinaryState,
  type BinaryTicker,
  epochMs,
  findAssetRef,
  type MarketState,
  type MarketTerms,
  NO_NAMES,
  NO_TERMS,
  type VenueId,
} from '../../src/domain/index.ts';
import type { Feed, VenueSnapshot } from '../../src/feed/feed.ts';
import { buildSnapshot } from '../../src/feed/snapshot.ts';

/** Markets and a feed for the tests of links and arbitrage. Not used by the service. */

export interface SampleMarket extends Partial<Omit<BinaryTicker, 'asset' | 'endDate' | 'closeTime'>> {
  readonly endDate?: string;
  readonly closeTime?: string;
  readonly rules?: string;
  readonly terms?: Partial<MarketTerms>;
}

/** Builds a market with the given members and nothing else known. */
export function sampleMarket(asset: string, market: SampleMarket): BinaryState {
  const ref = findAssetRef(asset);
  if (ref === null) throw new Error(`not an asset id: ${asset}`);
  const { endDate, closeTime, rules, terms, ...members } = market;
  const ticker: BinaryTicker = {
    asset,
    venueId: ref.storeKey,
    title: asset,
    eventTitle: null,
    eventKey: null,
    category: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    yesPrice: null,
    noPrice: null,
    yesBid: null,
    yesAsk: null,
    noBid: null,
    noAsk: null,
    lastPrice: null,
    volume24hUsd: null,
    volumeTotalUsd: null,
    liquidityUsd: null,
    openInterestUsd: null,
    status: 'open',
    venueNativeUrl: '',
    exclusive: null,
    exhaustive: null,
    ...members,
    closeTime: closeTime === undefined ? null : epochMs(Date.parse(closeTime)),
    endDate: endDate === undefined ? null : epochMs(Date.parse(endDate)),
  };
  return {
    kind: 'binary',
    ref,
    price: ticker.yesPrice,
    bid: ticker.yesBid,
    ask: ticker.yesAsk,
    volumeCounter: null,
    venueTime: null,
    polled: null,
    rules: rules ?? null,
    terms: { ...NO_TERMS, ...terms },
    ticker,
  };
}

/** Builds a feed that holds these markets and is stale for the named venues. */
export function sampleFeed(markets: readonly MarketState[], stale: readonly VenueId[] = []): Feed {
  const venues = [...new Set(markets.map(({ ref }) => ref.venue))];
  const byAsset = new Map(markets.map((market) => [market.ref.asset.toLowerCase(), market]));
  const takeSnapshot = (venue: VenueId): VenueSnapshot => {
    const own = markets.filter(({ ref }) => ref.venue === venue);
    return buildSnapshot({ venue, fetchedAt: epochMs(0), markets: own, emptyBooks: 0, restored: false });
  };
  return {
    venues,
    startedAt: epochMs(0),
    snapshot: takeSnapshot,
    ageMs: () => 0,
    isStale: (venue) => stale.includes(venue),
    health: () => {
      throw new Error('not part of the sample');
    },
    find: (asset) => byAsset.get(asset.toLowerCase()) ?? null,
    onSnapshot: () => () => undefined,
    onUpdate: () => () => undefined,
  };
}
