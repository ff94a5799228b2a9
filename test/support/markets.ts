import {
  type AssetRef,
  type BinaryState,
  type BinaryTicker,
  buildKalshiAsset,
  buildPerpAsset,
  type EpochMs,
  epochMs,
  NO_NAMES,
  NO_TERMS,
  type PerpState,
  type PerpTicker,
  type VenueId,
  type VenuePoll,
} from '../../src/domain/index.ts';

/** A clock that stands still until it is moved. */
export class ManualClock {
  #now: number;

  constructor(now = Date.UTC(2026, 10, 1)) {
    this.#now = now;
  }

  readonly read = (): EpochMs => epochMs(this.#now);

  advance(ms: number): EpochMs {
    this.#now += ms;
    return this.read();
  }
}

/** Builds a perpetual as an adapter does, with the members that a test overrides. */
export function perpState(
  coin: string,
  price: number | null,
  overrides: Partial<PerpState> & { readonly tickerOverrides?: Partial<PerpTicker> } = {},
): PerpState {
  const { tickerOverrides, ...state } = overrides;
  const ref = buildPerpAsset(coin);
  return {
    kind: 'perp',
    ref,
    price,
    bid: null,
    ask: null,
    volumeCounter: null,
    venueTime: null,
    polled: { price, bid: null, ask: null },
    ticker: {
      asset: ref.asset,
      coin,
      markPx: price ?? 0,
      midPx: price,
      oraclePx: price ?? 0,
      prevDayPx: price ?? 0,
      changePct: 0,
      fundingHourly: 0.0000125,
      openInterest: 10,
      openInterestUsd: 10 * (price ?? 0),
      volume24hUsd: 1_000,
      impactBid: null,
      impactAsk: null,
      maxLeverage: 40,
      szDecimals: 5,
      ...tickerOverrides,
    },
    ...state,
  };
}

/** Builds a binary market (Kalshi's unless a ref is given) with a touch one cent wide. */
export function binaryState(
  name: string,
  price: number | null,
  overrides: Partial<BinaryState> & { readonly tickerOverrides?: Partial<BinaryTicker> } = {},
): BinaryState {
  const { tickerOverrides, ...state } = overrides;
  const ref: AssetRef = overrides.ref ?? buildKalshiAsset(name);
  const bid = price === null ? null : Number((price - 0.005).toFixed(6));
  const ask = price === null ? null : Number((price + 0.005).toFixed(6));
  return {
    kind: 'binary',
    ref,
    price,
    bid,
    ask,
    volumeCounter: null,
    venueTime: null,
    polled: { price, bid, ask },
    rules: null,
    terms: NO_TERMS,
    ticker: {
      asset: ref.asset,
      venueId: name,
      title: name,
      eventTitle: null,
      eventKey: null,
      category: null,
      outcomes: ['Yes', 'No'],
      ...NO_NAMES,
      yesPrice: price,
      noPrice: price === null ? null : Number((1 - price).toFixed(6)),
      yesBid: bid,
      yesAsk: ask,
      noBid: ask === null ? null : Number((1 - ask).toFixed(6)),
      noAsk: bid === null ? null : Number((1 - bid).toFixed(6)),
      lastPrice: price,
      volume24hUsd: 100,
      volumeTotalUsd: 1_000,
      liquidityUsd: null,
      openInterestUsd: null,
      closeTime: null,
      endDate: null,
      status: 'open',
      venueNativeUrl: `https://example.org/${ref.storeKey}`,
      exclusive: null,
      exhaustive: null,
      ...tickerOverrides,
    },
    ...state,
  };
}

export function venuePoll(
  venue: VenueId,
  receivedAt: EpochMs,
  markets: VenuePoll['markets'],
  emptyBooks = 0,
): VenuePoll {
  return { venue, receivedAt, markets, emptyBooks };
}
