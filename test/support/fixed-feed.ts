import {
  type AssetRef,
  type AssetUpdate,
  type BinaryState,
  type BinaryTicker,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  type EpochMs,
  epochMs,
  type MarketState,
  NO_NAMES,
  NO_TERMS,
  type PerpState,
  type PerpTicker,
  VENUES,
  type VenueId,
} from '../../src/domain/index.ts';
import { type Feed, type PollerHealth, STALE_AFTER_MS, type VenueSnapshot } from '../../src/feed/feed.ts';
import { buildSnapshot } from '../../src/feed/snapshot.ts';

/** The tests' own noon: every age is measured from here. */
export const NOW = epochMs(Date.UTC(2026, 10, 21, 12));

export const BTC = buildPerpAsset('BTC');
export const ARGENTINA = buildOutcomeAsset('Argentina', 378);
export const ELECTION = buildPolymarketAsset('will-it-rain');
export const HIGH = buildKalshiAsset('KXHIGHNY-26JUL19-T80');
export const LIMIT = buildLimitlessAsset('btc-above-100k');
/** One asset of each kind. */
export const ONE_OF_EACH = [BTC, ARGENTINA, ELECTION, HIGH, LIMIT] as const;

export function perp(ref: AssetRef = BTC, changes: Partial<PerpTicker> = {}): PerpState {
  const ticker: PerpTicker = {
    asset: ref.asset,
    coin: ref.asset.slice(3),
    markPx: 87_250.5,
    midPx: 87_251,
    oraclePx: 87_240,
    prevDayPx: 86_000,
    changePct: 1.45,
    fundingHourly: 0.0000125,
    openInterest: 28_400.2,
    openInterestUsd: 2_477_900_000,
    volume24hUsd: 1_930_000_000,
    impactBid: 87_249,
    impactAsk: 87_252,
    maxLeverage: 40,
    szDecimals: 5,
    ...changes,
  };
  return { kind: 'perp', ref, price: ticker.markPx, bid: 87_250, ask: 87_252, ...NO_QUOTE, ticker };
}

const NO_QUOTE = { volumeCounter: null, venueTime: null, polled: null } as const;

export function binary(ref: AssetRef, changes: Partial<BinaryTicker> = {}): BinaryState {
  const ticker: BinaryTicker = {
    asset: ref.asset,
    venueId: ref.storeKey.toUpperCase(),
    title: 'Will it happen?',
    eventTitle: 'What happens',
    eventKey: `${ref.venue}-event`,
    category: 'Weather',
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    yesPrice: 0.42,
    noPrice: 0.58,
    yesBid: 0.41,
    yesAsk: 0.43,
    noBid: 0.57,
    noAsk: 0.59,
    lastPrice: 0.42,
    volume24hUsd: 51_200,
    ...(ref.venue === 'kalshi' ? { volume24hContracts: 120_400 } : {}),
    volumeTotalUsd: 904_000,
    liquidityUsd: 18_300,
    openInterestUsd: 77_000,
    closeTime: epochMs(NOW + 86_400_000),
    endDate: null,
    status: 'open',
    venueNativeUrl: 'https://example.org/market',
    exclusive: true,
    exhaustive: null,
    ...changes,
  };
  return {
    kind: 'binary',
    ref,
    price: ticker.yesPrice,
    bid: ticker.yesBid,
    ask: ticker.yesAsk,
    ...NO_QUOTE,
    ticker,
    rules: 'Resolves to Yes if it happens.',
    terms: NO_TERMS,
  };
}

/** A feed whose state the test sets exactly. */
export class FixedFeed implements Feed {
  readonly venues: readonly VenueId[] = VENUES;
  startedAt: EpochMs = epochMs(NOW - 3_600_000);
  readonly snapshots = new Map<VenueId, VenueSnapshot>();
  readonly pollers = new Map<VenueId, Partial<PollerHealth>>();

  set(
    venue: VenueId,
    markets: readonly MarketState[],
    fetchedAt: EpochMs = epochMs(NOW - 2_000),
    beyondLimit: readonly AssetRef[] = [],
  ): void {
    this.snapshots.set(
      venue,
      buildSnapshot({
        venue,
        fetchedAt,
        markets,
        emptyBooks: 0,
        restored: false,
        beyondLimit: new Map(beyondLimit.map(({ storeKey }) => [storeKey, null])),
      }),
    );
  }

  snapshot(venue: VenueId) {
    return this.snapshots.get(venue) ?? null;
  }
  ageMs(venue: VenueId) {
    const snapshot = this.snapshot(venue);
    return snapshot === null ? null : NOW - snapshot.fetchedAt;
  }
  isStale(venue: VenueId) {
    return (this.ageMs(venue) ?? Number.POSITIVE_INFINITY) > STALE_AFTER_MS;
  }
  health(venue: VenueId): PollerHealth {
    return {
      venue,
      lastFetchedAt: this.snapshot(venue)?.fetchedAt ?? null,
      ageMs: this.ageMs(venue),
      okCount: 10,
      failCount: 0,
      lastError: null,
      pollIntervalMs: 5_000,
      hasSnapshot: this.snapshots.has(venue),
      running: true,
      effectiveIntervalMs: 5_000,
      refusedValues: 0,
      unstored: null,
      concerns: [],
      wire: {
        requests: 10,
        failures: 0,
        schemaFailures: 0,
        lastSchemaFailure: null,
        refused: [],
        kinds: [],
        blocked: false,
        budgetUsedFrac: 0.1,
        budgetUsedBesidePollsFrac: 0,
      },
      stream: null,
      ...this.pollers.get(venue),
    };
  }
  find(asset: string) {
    const wanted = asset.toLowerCase();
    for (const { markets } of this.snapshots.values()) {
      const found = markets.find(({ ref }) => ref.asset.toLowerCase() === wanted);
      if (found !== undefined) return found;
    }
    return null;
  }
  onSnapshot(_listener: (snapshot: VenueSnapshot) => void): () => void {
    return () => undefined;
  }
  onUpdate(_listener: (update: AssetUpdate) => void): () => void {
    return () => undefined;
  }
}
