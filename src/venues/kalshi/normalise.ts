import {
  type AssetUpdate,
  type BinaryState,
  type BinaryTicker,
  type Book,
  buildKalshiAsset,
  complement,
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
  toSidePrices,
  toSlug,
} from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis, findVenueTime } from '../times.ts';
import { cleanTitle } from './fields.ts';
import { chooseRecordedPrice, findVenueChange, type KalshiQuote, readQuote } from './quote.ts';
import { readSettling } from './settling.ts';
import { findTakerFeeRate } from './taker-fee.ts';
import { getSeries, readTerms } from './terms.ts';
import type {
  KalshiBookSides,
  KalshiEvent,
  KalshiMarket,
  KalshiSeries,
  KalshiTickerMessage,
} from './wire.ts';

/**
 * Turns a listed market into its state. Without its event (a new market whose event is still unread)
 * the members that come from the event are null.
 *
 * `exhaustive` is null here: it is a fact of all markets of an event, see `coversEveryOutcome`.
 *
 * @see docs/venues/kalshi.md, "Markets"
 */
export function normaliseMarket(
  market: KalshiMarket,
  event: KalshiEvent | null,
  {
    series = null,
    now = null,
  }: { readonly series?: KalshiSeries | null; readonly now?: EpochMs | null } = {},
): BinaryState {
  const ref = buildKalshiAsset(market.ticker);
  const closeTime = findVenueTime(market.close_time);
  const status = toStatus(market.status, closeTime, now);
  const listed = readQuote(market, market.last_price_dollars);
  // Lists are some seconds old: one may quote a market that has just ended.
  const quote = hasEnded(status) ? { ...listed, bid: null, ask: null } : listed;
  const refused = hasEnded(status) ? [] : findRefusedValues(market, quote);
  // One impossible value makes its neighbours suspect, so the price is withheld too.
  const price = refused.length === 0 ? chooseRecordedPrice(quote) : null;
  const { bid, ask } = quote;
  const contracts24h = findNumber(market.volume_24h_fp);
  const worth = price ?? quote.last;

  const ticker: BinaryTicker = {
    asset: ref.asset,
    venueId: market.ticker,
    title: buildTitle(market, event),
    eventTitle: event === null ? null : cleanTitle(event.title),
    eventKey: market.event_ticker,
    category: findCategory(series) ?? (event?.category || null),
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    ...toSidePrices({ price, bid, ask }),
    lastPrice: quote.last,
    // The venue counts contracts only. Their worth is an approximation at today's price.
    volume24hUsd:
      contracts24h === 0 ? 0 : worth === null || contracts24h === null ? null : contracts24h * worth,
    volume24hContracts: contracts24h,
    volumeTotalUsd: null,
    liquidityUsd: null,
    openInterestUsd: findFaceValue(market),
    closeTime,
    endDate:
      findVenueTime(market.expected_expiration_time) ??
      findVenueTime(market.expiration_time) ??
      findVenueTime(market.latest_expiration_time),
    status,
    venueNativeUrl: buildWebAddress(market, event),
    exclusive: event?.mutually_exclusive ?? null,
    exhaustive: null,
  };
  return {
    kind: 'binary',
    ref,
    ticker,
    price,
    bid,
    ask,
    volumeCounter: findNumber(market.volume_fp),
    venueTime: null,
    polled: { price, bid, ask },
    rules: [market.rules_primary, market.rules_secondary].filter(Boolean).join('\n\n') || null,
    terms: readTerms(market, event),
    settling: readSettling(market, event),
    nativeIds: { ticker: market.ticker },
    takerFeeRate: findTakerFeeRate(event, series),
    venueChange24h: findVenueChange(quote.last, market.previous_price_dollars),
    ...(market.fractional_trading_enabled === false ? { contractLot: 1 } : {}),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/**
 * Values that no probability can have; orders that cross; No quotes that are not the complement of the Yes quote on the other
 * side, as they always are; and sizes that rest at no price: then one of the two is wrong, or the sides are exchanged.
 */
function findRefusedValues(market: KalshiMarket, quote: KalshiQuote): readonly RefusedValue[] {
  const [yesBid, yesAsk] = [findNumber(market.yes_bid_dollars), findNumber(market.yes_ask_dollars)];
  const impossible = findRefused({ yesBid, yesAsk, lastPrice: findNumber(market.last_price_dollars) });
  if (impossible.length > 0) return impossible;
  const [noBid, noAsk] = [findNumber(market.no_bid_dollars), findNumber(market.no_ask_dollars)];
  const [bidSize, askSize] = [findNumber(market.yes_bid_size_fp), findNumber(market.yes_ask_size_fp)];
  const rows: RefusedValue[] = [];
  if (isOddSize(bidSize, yesBid)) rows.push({ member: 'yesBidSize', value: bidSize as number });
  if (isOddSize(askSize, yesAsk)) rows.push({ member: 'yesAskSize', value: askSize as number });
  if (!isComplement(yesBid, noAsk)) rows.push({ member: 'noAsk', value: noAsk as number });
  if (!isComplement(yesAsk, noBid)) rows.push({ member: 'noBid', value: noBid as number });
  return rows.length > 0 ? rows : findCrossed(quote);
}

/** A size below 0, or one that rests at 0 or 1, which stand for an empty side. */
function isOddSize(size: number | null, price: number | null): boolean {
  if (size === null || size === 0) return false;
  return size < 0 || (price !== null && (price <= 0 || price >= 1));
}

/** An empty side is written as 0 or 1 on either of the two, so ends of the scale prove nothing. */
function isComplement(yes: number | null, no: number | null): boolean {
  if (yes === null || no === null) return true;
  const isInner = (yes > 0 && yes < 1) || (no > 0 && no < 1);
  return !isInner || Math.abs(yes + no - 1) < 1e-6;
}

/** Combinations of other markets, and markets that pay between 0 and 1, are not assets. */
export function isAsset(market: KalshiMarket): boolean {
  const isCombo = market.ticker.startsWith('KXMVE') || Boolean(market.mve_collection_ticker);
  return !isCombo && (market.market_type ?? 'binary') === 'binary';
}

/**
 * The book in Yes terms. The venue lists bids only, worst first: a No bid at q is a Yes ask at 1 - q.
 */
export function normaliseBook(sides: KalshiBookSides, asset: string, receivedAt: EpochMs): Book {
  return {
    asset,
    bids: sortLevels((sides.yes_dollars ?? []).map(toLevel), 'bid'),
    asks: sortLevels(
      (sides.no_dollars ?? []).map(toLevel).map(({ price, size }) => ({ price: complement(price), size })),
      'ask',
    ),
    venueTime: null,
    receivedAt,
  };
}

/** The category that the series states; that of events is deprecated. */
function findCategory(series: KalshiSeries | null): string | null {
  return series?.category || series?.categories?.[0] || null;
}

/**
 * Resolution of a market; null until its status is `finalized`. A result that is only `determined` can
 * still be disputed and amended, and resolutions are kept forever.
 */
export function normaliseResolution(market: KalshiMarket, wasDisputed: boolean): Resolution | null {
  if (market.status !== 'finalized') return null;
  const outcome = toOutcome(market.result);
  if (outcome === null) return null;
  const paid = findNumber(market.settlement_value_dollars);
  // A result and a payout that contradict each other: one of them is wrong, and the venue is asked again.
  if (paid !== null && !paysAs(outcome, paid / (findNumber(market.notional_value_dollars) ?? 1))) return null;
  return {
    asset: buildKalshiAsset(market.ticker).asset,
    outcome,
    payout: paid ?? (outcome === 'yes' ? 1 : outcome === 'no' ? 0 : null),
    settledAt: findVenueTime(market.settlement_ts),
    source: 'kalshi:/markets/{ticker}',
    // The final answer no longer reports a dispute; only having seen one does.
    disputed: wasDisputed ? true : null,
  };
}

/** A frame of the `ticker` channel, by the same recording rule as a listed market. */
export function normaliseTickerMessage(message: KalshiTickerMessage, receivedAt: EpochMs): AssetUpdate {
  const quote = readQuote(message, message.price_dollars);
  return {
    asset: buildKalshiAsset(message.market_ticker).asset,
    price: chooseRecordedPrice(quote),
    bid: quote.bid,
    ask: quote.ask,
    venueTime: findVenueMillis(message.ts_ms),
    receivedAt,
  };
}

/** Trading ends at the close, which lists that are some seconds old do not show yet. */
function toStatus(status: string, closeTime: EpochMs | null, now: EpochMs | null): MarketStatus {
  switch (status) {
    case 'active':
      return closeTime !== null && now !== null && closeTime <= now ? 'closed' : 'open';
    case 'closed':
    case 'determined':
    case 'disputed':
    case 'amended':
      return 'closed';
    case 'finalized':
      return 'resolved';
    // `initialized`, `inactive`, and later additions: listed, but not to be traded now.
    default:
      return 'paused';
  }
}

/** Whether a contract of this result can pay so much of its face. */
function paysAs(outcome: Resolution['outcome'], payout: number): boolean {
  if (outcome === 'yes') return payout === 1;
  if (outcome === 'no') return payout === 0;
  return payout >= 0 && payout <= 1;
}

function toOutcome(result: string | null | undefined): Resolution['outcome'] | null {
  if (result === 'yes' || result === 'no') return result;
  return result === 'scalar' ? 'void' : null;
}

/** Open contracts at face value; a contract is backed by one dollar. */
function findFaceValue(market: KalshiMarket): number | null {
  const contracts = findNumber(market.open_interest_fp);
  return contracts === null ? null : contracts * (findNumber(market.notional_value_dollars) ?? 1);
}

/** The question and its answer: markets of one event often share a title and differ in the sub title. */
function buildTitle(market: KalshiMarket, event: KalshiEvent | null): string {
  const question = cleanTitle(market.title) ?? cleanTitle(event?.title) ?? market.ticker;
  const answer = cleanTitle(market.yes_sub_title);
  return answer === null || question.includes(answer) ? question : `${question} ${answer}`;
}

function buildWebAddress(market: KalshiMarket, event: KalshiEvent | null): string {
  const series = getSeries(market.event_ticker, event).toLowerCase();
  // The site does not read the middle part.
  const slug = toSlug(cleanTitle(event?.title) ?? '') || 'x';
  return `https://kalshi.com/markets/${series}/${slug}/${market.event_ticker.toLowerCase()}`;
}

function toLevel([price, count]: readonly [string, string]): PriceLevel {
  return { price: findNumber(price) ?? Number.NaN, size: findNumber(count) ?? Number.NaN };
}
