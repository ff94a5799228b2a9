import {
  type BinaryState,
  type BinaryTicker,
  type Book,
  buildLimitlessAsset,
  type Candle,
  type EpochMs,
  findCrossed,
  findRefused,
  hasEnded,
  type MarketStatus,
  NO_NAMES,
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
import { readDescription } from './description.ts';
import { computeMid, findListedTouch, NO_TOUCH } from './quote.ts';
import { readSettling } from './settling.ts';
import { readTerms } from './terms.ts';
import { findTime } from './times.ts';
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
 * Converts a listed market to its state. `streamed` is a newer touch, which replaces the listed one everywhere except
 * in `polled`.
 *
 * @see docs/venues/limitless.md, "Markets"
 */
export function normaliseMarket(
  market: LimitlessMarket,
  context: { readonly group: LimitlessGroup | null; readonly streamed: Touch | null; readonly now: EpochMs },
): BinaryState {
  const ref = buildLimitlessAsset(market.slug);
  const expiry = findTime(market.expirationTimestamp);
  const status = toStatus(market, expiry, context.now);
  const listed = hasEnded(status) ? { ...NO_TOUCH, price: null } : readListedQuote(market);
  const streamed = isAmm(market) || hasEnded(status) ? null : context.streamed;
  const quote = streamed === null ? listed : { ...streamed, price: computeMid(streamed) };
  const { bid, ask } = quote;
  const refused = hasEnded(status) ? [] : findRefusedValues(market);
  // An impossible value makes the other values of the row suspect, so the price is withheld too.
  const price = refused.length === 0 ? quote.price : null;
  const { group } = context;
  const volume = toCollateral(market, market.volume);
  const description = readDescription(market.description ?? group?.description ?? '');
  const { rules } = description;

  const ticker: BinaryTicker = {
    asset: ref.asset,
    venueId: market.slug,
    title: market.title.trim(),
    eventTitle: group?.title.trim() ?? null,
    eventKey: group?.slug ?? null,
    category: market.categories?.[0] ?? group?.categories?.[0] ?? null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    ...toSidePrices({ price, bid, ask }),
    lastPrice: null,
    volume24hUsd: null,
    volumeTotalUsd: volume,
    liquidityUsd: toCollateral(market, market.liquidity),
    openInterestUsd: toCollateral(market, market.openInterest),
    closeTime: expiry,
    endDate: expiry,
    status,
    venueNativeUrl: `https://limitless.exchange/markets/${market.slug}`,
    // In a negative-risk group at most one outcome pays. The venue does not state this for other groups.
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
    polled: refused.length === 0 ? listed : { ...listed, price: null },
    rules,
    terms: readTerms(market, rules),
    settling: readSettling(market, description),
    nativeIds: { marketId: String(market.id), slug: market.slug },
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** Whether a market trades against an automated market maker, which has no order book. */
export function isAmm(market: Pick<LimitlessMarket, 'tradeType'>): boolean {
  return market.tradeType === 'amm';
}

/** Converts a book to levels in shares. The venue writes millionths of a share and lists Yes orders on both sides. */
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
 * Builds hourly candles, oldest first, from the points that the venue keeps, about one an hour. They are prices without
 * volume. Points at 0 or 1 are results, not prices.
 */
export function normaliseHistory(points: readonly LimitlessPoint[]): Candle[] {
  return buildHourlyCandles(
    points
      .map((point) => ({ t: findTime(point.timestamp), price: findNumber(point.price) }))
      .filter(
        (point): point is { t: EpochMs; price: number } => point.t !== null && isInnerPrice(point.price),
      ),
  );
}

/**
 * Builds the resolution of a market; null until its status is `RESOLVED`.
 *
 * @param resolvedAt Time that the stream stated. When null, the time of the market's last change is used, because the
 * resolution is the last change of a market.
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

const STATUSES = new Set(['CREATED', 'DRAFTED', 'FUNDED', 'LOCKED', 'CLOSED', 'RESOLVED']);

/** Whether the status is a known word. A market with an unknown status counts as ended. */
export function isKnownStatus(status: string): boolean {
  return STATUSES.has(status.toUpperCase());
}

/** Converts a level to shares. */
export function toLevel({ price, size }: { price: string | number; size: string | number }): PriceLevel {
  return { price: findNumber(price) ?? Number.NaN, size: (findNumber(size) ?? Number.NaN) / SHARE_UNITS };
}

/** Lists the unparsed points of Yes from any of the answer's shapes. */
export function listYesPoints(history: LimitlessHistory): readonly unknown[] {
  if ('data' in history) return history.data;
  if ('prices' in history) return history.prices;
  return (history.find(({ title }) => /\byes\b/i.test(title ?? '')) ?? history[0])?.prices ?? [];
}

interface ListedQuote extends Touch {
  readonly price: number | null;
}

function readListedQuote(market: LimitlessMarket): ListedQuote {
  if (isAmm(market)) return { ...NO_TOUCH, price: readPoolPrice(market) };
  const touch = findListedTouch(market);
  return { ...touch, price: computeMid(touch) };
}

/** Finds values of a listed market that are not probabilities. Pool prices in per cent are converted first. */
function findRefusedValues(market: LimitlessMarket): readonly RefusedValue[] {
  if (isAmm(market)) return findRefused({ yesPrice: readPoolQuote(market) });
  const { tradePrices } = market;
  if (!tradePrices) return [];
  const [yesBid, noBid] = tradePrices.sell.market.map(findNumber) as [number | null, number | null];
  const [yesAsk, noAsk] = tradePrices.buy.market.map(findNumber) as [number | null, number | null];
  const impossible = findRefused({ yesBid, yesAsk });
  if (impossible.length > 0) return impossible;
  const turned = [
    ...(isComplement(yesBid, noAsk) ? [] : [{ member: 'noAsk', value: noAsk as number }]),
    ...(isComplement(yesAsk, noBid) ? [] : [{ member: 'noBid', value: noBid as number }]),
  ];
  return turned.length > 0 ? turned : findCrossed(findListedTouch(market));
}

/**
 * Whether a No quote is the complement of the Yes quote on the other side. Both sides of an empty book have a price at
 * an end of the grid.
 */
function isComplement(yes: number | null, no: number | null): boolean {
  if (yes === null || no === null) return true;
  return Math.abs(yes + no - 1) < 0.0015;
}

/**
 * Reads the price of a pool, which always quotes, even 0.5. Very old rows are in per cent: their two prices add up to
 * 100.
 */
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

/** Whether a price is strictly between 0 and 1. */
function isInnerPrice(price: number | null): price is number {
  return price !== null && price > 0 && price < 1;
}

/** Finds the status. A market may remain `FUNDED` for minutes after its end, until the oracle has answered. */
function toStatus(market: LimitlessMarket, expiry: EpochMs | null, now: EpochMs): MarketStatus {
  switch (market.status.toUpperCase()) {
    case 'RESOLVED':
      return 'resolved';
    case 'CREATED':
    case 'DRAFTED':
      return 'paused';
    case 'FUNDED':
      return market.expired === true || (expiry !== null && expiry <= now) ? 'closed' : 'open';
    // `LOCKED` waits for its result. An unknown status, which the client counts, is not tradable either.
    default:
      return 'closed';
  }
}

function toCollateral(market: LimitlessMarket, units: string | number | null | undefined): number | null {
  const value = findNumber(units);
  return value === null ? null : value / 10 ** (market.collateralToken?.decimals ?? USDC_DECIMALS);
}

/** Finds the payout of a Yes share, 0 to 1; null when the answer states none, or two that contradict each other. */
function findPayout({ payoutNumerators, winningOutcomeIndex }: LimitlessMarket): number | null {
  const [yes, no] = [findNumber(payoutNumerators?.[0]), findNumber(payoutNumerators?.[1])];
  const won = winningOutcomeIndex === 0 ? 1 : winningOutcomeIndex === 1 ? 0 : null;
  if (yes === null || no === null || yes < 0 || no < 0 || yes + no <= 0) return won;
  const paid = yes / (yes + no);
  // When the stated winner is paid nothing, one of the two members is wrong. The resolution is read again later.
  return won !== null && Math.abs(paid - won) === 1 ? null : paid;
}
