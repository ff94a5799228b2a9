import {
  type AssetRef,
  type BinaryState,
  type BinaryTicker,
  buildPolymarketAsset,
  type EpochMs,
  type Evidence,
  isAssetName,
  NO_NAMES,
  type PolledQuote,
  type Resolution,
  toOutcome,
  toSidePrices,
} from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueTime } from '../times.ts';
import { findText, findTexts } from './fields.ts';
import { judgeQuote } from './judge-quote.ts';
import { classifyMarket, findPayouts, type Lifecycle, toStatus } from './lifecycle.ts';
import { chooseRecordedPrice, type PolymarketQuote } from './quote.ts';
import { readSettling } from './settling.ts';
import { readTerms } from './terms.ts';
import type { GammaMarket } from './wire.ts';
import { type IdProblem, readIds, type YesAndNo } from './yes-token.ts';

/** Identifiers of a market and of its two tokens at the venue. */
export interface MarketIdentity extends YesAndNo {
  readonly ref: AssetRef;
  /** Gamma's numeric id of the market, as text. */
  readonly id: string;
  /** Condition id; '' on some old markets. */
  readonly conditionId: string;
}

/** One market of a poll: its state, and the facts that the stream and the event rosters need. */
export interface PolledMarket {
  readonly identity: MarketIdentity;
  readonly lifecycle: Lifecycle;
  readonly state: BinaryState;
  readonly quote: PolymarketQuote;
  /** Whether the event states that all its outcomes have names and none is added later. */
  readonly isFixedEvent: boolean;
  /**
   * Agreement of the row with the known sides. `disputed`: the row names its tokens differently, so its prices may be
   * those of the other side. `contradicted`: the CLOB confirmed the known tokens, and only the stream's prices are
   * used.
   */
  readonly side: 'agreed' | 'disputed' | 'contradicted';
}

/**
 * Reads the ids of a market; null when it is not an asset: without a usable slug, or without exactly two outcomes and
 * tokens.
 */
export function identify(market: GammaMarket): MarketIdentity | null {
  const identity = readIdentity(market);
  return 'reason' in identity ? null : identity;
}

/** Reads the ids of a market, or the reason why they cannot be used. */
export function readIdentity(market: GammaMarket): MarketIdentity | IdProblem {
  const slug = findText(market.slug);
  if (slug === null) return { member: '/slug', reason: 'no slug', value: market.slug };
  const ref = buildPolymarketAsset(slug);
  if (!isAssetName(ref.asset))
    return { member: '/slug', reason: 'no name that the API can spell', value: slug };
  const ids = readIds(market);
  if ('reason' in ids) return ids;
  return { ref, id: market.id, conditionId: market.conditionId ?? '', ...ids };
}

/**
 * Converts a Gamma market to the state of its asset. `exhaustive` is null, because it needs all markets of the poll.
 */
export function normaliseMarket(market: GammaMarket, identity: MarketIdentity, now: EpochMs): PolledMarket {
  const lifecycle = classifyMarket(market, now);
  const { quote, isSound, refused } = judgeQuote(market, identity, lifecycle);
  const event = market.events?.[0];
  const hasEnded = lifecycle === 'resolved' || lifecycle === 'closed';
  const price = hasEnded || !isSound ? null : chooseRecordedPrice(quote);
  const volumeTotal = findNumber(market.volume) ?? findNumber(market.volumeNum);
  const polled: PolledQuote = { price, bid: quote.bid, ask: quote.ask };

  return {
    identity,
    lifecycle,
    quote,
    side: 'agreed',
    isFixedEvent: market.negRisk === true && event?.negRisk !== false && event?.negRiskAugmented === false,
    state: {
      kind: 'binary',
      ref: identity.ref,
      ...polled,
      polled,
      volumeCounter: volumeTotal,
      // `updatedAt` is the time at which the row was written, not the time of a trade.
      venueTime: null,
      rules: findText(market.description),
      terms: readTerms(market),
      settling: readSettling(market),
      nativeIds: {
        marketId: identity.id,
        ...(identity.conditionId === '' ? {} : { conditionId: identity.conditionId }),
        yesTokenId: identity.yesToken,
        noTokenId: identity.noToken,
      },
      takerFeeRate: findTakerFeeRate(market),
      makerRebateShare: findNumber(market.feeSchedule?.rebateRate),
      venueChange24h: findVenueChange(market, identity),
      ...(refused.length === 0 ? {} : { refused }),
      ticker: buildTicker(market, identity, lifecycle, quote, price),
    },
  };
}

/** Finds the rate in the market's own fee schedule; 0 when the venue states that it charges no fee. */
function findTakerFeeRate({ feesEnabled, feeSchedule }: GammaMarket): number | null {
  if (feesEnabled === false) return 0;
  return findNumber(feeSchedule?.rate);
}

/**
 * Finds the venue's change of 24 hours; null when Yes is the second outcome, because nothing confirms which outcome the
 * change is about.
 */
function findVenueChange({ oneDayPriceChange }: GammaMarket, { yesIndex }: MarketIdentity): number | null {
  return yesIndex === 0 ? findNumber(oneDayPriceChange) : null;
}

/** Replaces Gamma's touch by a newer one. `polled` keeps the values of REST. */
export function withTouch(listed: PolledMarket, touch: PolymarketQuote): BinaryState {
  const price = chooseRecordedPrice(touch);
  const { bid, ask, lastTrade } = touch;
  const { withheld: _, ...state } = listed.state;
  return {
    ...state,
    price,
    bid,
    ask,
    ticker: { ...state.ticker, ...toSidePrices({ price, bid, ask }), lastPrice: lastTrade },
  };
}

/** Removes the prices of a row from its market, because they may be those of the other side. */
export function withoutRowPrices(
  listed: PolledMarket,
  side: 'disputed' | 'contradicted',
  at: Evidence,
): PolledMarket {
  const { state, quote } = listed;
  const none = { price: null, bid: null, ask: null } as const;
  return {
    ...listed,
    side,
    quote: { bid: null, ask: null, lastTrade: null, listed: null, tick: quote.tick },
    state: {
      ...state,
      ...none,
      polled: null,
      withheld: { code: 'side_disputed', at },
      venueChange24h: null,
      ticker: { ...state.ticker, ...toSidePrices(none), lastPrice: null },
    },
  };
}

/** Builds the resolution of a market from Gamma's final payouts; null while it has none. */
export function normaliseResolution(market: GammaMarket, identity: MarketIdentity): Resolution | null {
  const payouts = findPayouts(market);
  if (payouts === null) return null;
  const payout = payouts[identity.yesIndex];
  return {
    asset: identity.ref.asset,
    outcome: toOutcome(payout),
    payout,
    settledAt: findVenueTime(market.closedTime) ?? findVenueTime(market.umaEndDate),
    source: 'polymarket:gamma/markets',
    disputed: wasDisputed(market),
  };
}

function buildTicker(
  market: GammaMarket,
  identity: MarketIdentity,
  lifecycle: Lifecycle,
  quote: PolymarketQuote,
  price: number | null,
): BinaryTicker {
  const event = market.events?.[0];
  return {
    asset: identity.ref.asset,
    venueId: findText(identity.conditionId) ?? identity.id,
    title: findText(market.question) ?? identity.ref.storeKey,
    eventTitle: findText(event?.title),
    eventKey: event?.id ?? null,
    category: findText(market.category) ?? findFeeClass(market.feeType),
    outcomes: identity.outcomes,
    ...NO_NAMES,
    ...toSidePrices({ price, bid: quote.bid, ask: quote.ask }),
    lastPrice: quote.lastTrade,
    volume24hUsd: findNumber(market.volume24hr),
    volumeTotalUsd: findNumber(market.volume) ?? findNumber(market.volumeNum),
    liquidityUsd: findNumber(market.liquidity) ?? findNumber(market.liquidityNum),
    // The venue states open interest per event, which would overstate that of one market.
    openInterestUsd: null,
    closeTime: findVenueTime(market.closedTime),
    endDate: findVenueTime(market.endDate),
    status: toStatus(lifecycle),
    venueNativeUrl: buildWebAddress(findText(event?.slug), identity.ref.storeKey),
    exclusive: market.negRisk === true ? true : null,
    exhaustive: null,
  };
}

/**
 * Finds the class of fees (`crypto_fees_v2` gives `crypto`), because lists of markets have neither categories nor tags.
 */
function findFeeClass(feeType: GammaMarket['feeType']): string | null {
  const [, name = ''] = /^(.+?)_fees/.exec(feeType ?? '') ?? [];
  return findText(name);
}

function buildWebAddress(eventSlug: string | null, slug: string): string {
  if (eventSlug === null) return `https://polymarket.com/market/${encodeURIComponent(slug)}`;
  return `https://polymarket.com/event/${encodeURIComponent(eventSlug)}/${encodeURIComponent(slug)}`;
}

/** Whether the oracle's steps contain a dispute; null when the market states no steps. */
function wasDisputed({ umaResolutionStatus, umaResolutionStatuses }: GammaMarket): boolean | null {
  const steps = findTexts(umaResolutionStatuses);
  if (steps === null && findText(umaResolutionStatus) === null) return null;
  return umaResolutionStatus === 'disputed' || (steps ?? []).includes('disputed');
}
