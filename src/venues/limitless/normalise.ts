import {
  type BinaryState,
  type BinaryTicker,
  type Book,
  buildLimitlessAsset,
  type Candle,
  type EpochMs,
  findRefused,
  type MarketStatus,
  type MarketTerms,
  NO_TERMS,
  type PriceLevel,
  type RefusedValue,
  type Resolution,
  sortLevels,
  type Touch,
  toOutcome,
  toSidePrices,
} from '../../domain/index.ts';
import { buildHourlyCandles } from '../hourly-candles.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis, findVenueTime } from '../times.ts';
import { removeMarkup } from './plain-text.ts';
import { computeMid, findListedTouch, NO_TOUCH } from './quote.ts';
import type {
  LimitlessBook,
  LimitlessGroup,
  LimitlessHistory,
  LimitlessMarket,
  LimitlessPoint,
} from './wire.ts';

const USDC_DECIMALS = 6;
const SHARE_UNITS = 1_000_000;

/**
 * Turns a listed market into its state. `streamed` is a touch that is newer than the listing; it
 * replaces the listed one everywhere but in `polled`.
 *
 * @see docs/venues/limitless.md, "Markets"
 */
export function normaliseMarket(
  market: LimitlessMarket,
  context: { readonly group: LimitlessGroup | null; readonly streamed: Touch | null; readonly now: EpochMs },
): BinaryState {
  const ref = buildLimitlessAsset(market.slug);
  const listed = readListedQuote(market);
  const streamed = isAmm(market) ? null : context.streamed;
  const quote = streamed === null ? listed : { ...streamed, price: computeMid(streamed) };
  const { bid, ask, price } = quote;
  const refused = findRefusedValues(market);
  const { group } = context;
  const volume = toCollateral(market, market.volume);
  const expiry = findTime(market.expirationTimestamp);

  const ticker: BinaryTicker = {
    asset: ref.asset,
    venueId: market.slug,
    title: market.title.trim(),
    eventTitle: group?.title.trim() ?? null,
    eventKey: group?.slug ?? null,
    category: market.categories?.[0] ?? group?.categories?.[0] ?? null,
    outcomes: ['Yes', 'No'],
    ...toSidePrices({ price, bid, ask }),
    lastPrice: null,
    volume24hUsd: null,
    volumeTotalUsd: volume,
    liquidityUsd: toCollateral(market, market.liquidity),
    openInterestUsd: toCollateral(market, market.openInterest),
    closeTime: expiry,
    endDate: expiry,
    status: toStatus(market, expiry, context.now),
    venueNativeUrl: `https://limitless.exchange/markets/${market.slug}`,
    // In a negative-risk group at most one outcome pays. The venue says nothing of other groups.
    exclusive: group?.negRiskMarketId ? true : null,
    exhaustive: null,
  };
  return {
    kind: 'binary',
    ref,
    ticker,
    price,
    bid,
    ask,
    volumeCounter: volume,
    venueTime: null,
    polled: listed,
    rules: removeMarkup(market.description ?? group?.description ?? '') || null,
    terms: readTerms(market),
    nativeIds: { marketId: String(market.id), slug: market.slug },
    ...(refused.length === 0 ? {} : { refused }),
  };
}

export function isAmm(market: LimitlessMarket): boolean {
  return market.tradeType === 'amm';
}

/** Levels in shares; the venue writes millionths of a share. It lists Yes orders on both sides. */
export function normaliseBook(book: LimitlessBook, asset: string, receivedAt: EpochMs): Book {
  return {
    asset,
    bids: sortLevels((book.bids ?? []).map(toLevel), 'bid'),
    asks: sortLevels((book.asks ?? []).map(toLevel), 'ask'),
    venueTime: null,
    receivedAt,
  };
}

/**
 * Hourly bars of the points that the venue keeps, oldest first. It states prices only, about one an hour,
 * so there is no volume. Points at 0 or 1 are results, not prices.
 */
export function normaliseHistory(history: LimitlessHistory): Candle[] {
  return buildHourlyCandles(
    listYesPoints(history)
      .map((point) => ({ t: findTime(point.timestamp), price: findNumber(point.price) }))
      .filter(
        (point): point is { t: EpochMs; price: number } => point.t !== null && isInnerPrice(point.price),
      ),
  );
}

/**
 * Resolution of a market; null until its status is `RESOLVED`.
 *
 * @param resolvedAt The time that the stream stated; null: it stated none. Then the last change of the market counts:
 *   the resolution is the last thing that happens to one.
 */
export function normaliseResolution(market: LimitlessMarket, resolvedAt: EpochMs | null): Resolution | null {
  if (market.status.toUpperCase() !== 'RESOLVED') return null;
  const payout = findPayout(market);
  if (payout === null) return null;
  return {
    asset: buildLimitlessAsset(market.slug).asset,
    outcome: toOutcome(payout),
    payout,
    settledAt: resolvedAt ?? findTime(market.updatedAt),
    source: 'limitless:/markets/{slug}',
    disputed: null,
  };
}

/** Milliseconds as number or text, or an ISO time. */
export function findTime(value: string | number | null | undefined): EpochMs | null {
  return findVenueMillis(value) ?? (typeof value === 'string' ? findVenueTime(value) : null);
}

interface ListedQuote extends Touch {
  readonly price: number | null;
}

function readListedQuote(market: LimitlessMarket): ListedQuote {
  if (market.status.toUpperCase() === 'RESOLVED') return { ...NO_TOUCH, price: null };
  if (isAmm(market)) return { ...NO_TOUCH, price: readPoolPrice(market) };
  const touch = findListedTouch(market);
  return { ...touch, price: computeMid(touch) };
}

/** Finds values of a listing that cannot be probabilities; a pool in per cent is read as such first. */
function findRefusedValues(market: LimitlessMarket): readonly RefusedValue[] {
  if (market.status.toUpperCase() === 'RESOLVED') return [];
  if (isAmm(market)) return findRefused({ yesPrice: readPoolQuote(market) });
  const { tradePrices } = market;
  return findRefused({
    yesBid: findNumber(tradePrices?.sell.market[0]),
    yesAsk: findNumber(tradePrices?.buy.market[0]),
  });
}

/** A pool always quotes, also 0.5. Very old rows are in per cent; the pair adds up to 100 then. */
function readPoolQuote({ prices }: LimitlessMarket): number | null {
  const [yes, no] = [findNumber(prices?.[0]), findNumber(prices?.[1])];
  if (yes === null) return null;
  const isPercent = no !== null && yes + no > 2;
  return isPercent ? yes / 100 : yes;
}

function readPoolPrice(market: LimitlessMarket): number | null {
  const price = readPoolQuote(market);
  return isInnerPrice(price) ? price : null;
}

/** Strictly between 0 and 1. */
function isInnerPrice(price: number | null): price is number {
  return price !== null && price > 0 && price < 1;
}

/** A market may stay `FUNDED` for minutes after its end, while the oracle is asked. */
function toStatus(market: LimitlessMarket, expiry: EpochMs | null, now: EpochMs): MarketStatus {
  switch (market.status.toUpperCase()) {
    case 'RESOLVED':
      return 'resolved';
    case 'CLOSED':
      return 'closed';
    case 'FUNDED':
      return market.expired === true || (expiry !== null && expiry <= now) ? 'closed' : 'open';
    default:
      return 'paused';
  }
}

function toCollateral(market: LimitlessMarket, units: string | number | null | undefined): number | null {
  const value = findNumber(units);
  return value === null ? null : value / 10 ** (market.collateralToken?.decimals ?? USDC_DECIMALS);
}

function readTerms({ metadata, priceOracleMetadata, title }: LimitlessMarket): MarketTerms {
  const strike = findNumber(metadata?.openPrice);
  const isMirror = metadata?.externalProvider === 'polymarket' && Boolean(metadata.externalSlug);
  return {
    ...NO_TERMS,
    // "Up" wins at or above the opening price.
    direction: strike !== null && /\bup or down\b/i.test(title) ? 'above' : null,
    strike,
    isStrikeIncluded: strike === null ? null : true,
    underlying: priceOracleMetadata?.ticker || null,
    settlementSource:
      priceOracleMetadata?.chainlinkStreamUrl ||
      metadata?.chainlinkDataStream?.streamUrl ||
      priceOracleMetadata?.name ||
      null,
    mirrorOf: isMirror ? { venue: 'polymarket', key: metadata?.externalSlug as string } : null,
  };
}

function toLevel({ price, size }: { price: string | number; size: string | number }): PriceLevel {
  return { price: findNumber(price) ?? Number.NaN, size: (findNumber(size) ?? Number.NaN) / SHARE_UNITS };
}

function listYesPoints(history: LimitlessHistory): readonly LimitlessPoint[] {
  if ('data' in history) return history.data;
  if ('prices' in history) return history.prices;
  return (history.find(({ title }) => /\byes\b/i.test(title ?? '')) ?? history[0])?.prices ?? [];
}

/** Payout of a Yes share, 0 to 1; null when the answer states none. */
function findPayout({ payoutNumerators, winningOutcomeIndex }: LimitlessMarket): number | null {
  const [yes, no] = [findNumber(payoutNumerators?.[0]), findNumber(payoutNumerators?.[1])];
  if (yes !== null && no !== null && yes >= 0 && no >= 0 && yes + no > 0) return yes / (yes + no);
  return winningOutcomeIndex === 0 ? 1 : winningOutcomeIndex === 1 ? 0 : null;
}
