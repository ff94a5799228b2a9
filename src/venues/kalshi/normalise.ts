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
import { cleanTitle } from './clean-title.ts';
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
 * Converts a listed market to its state. Members that come from the event are null while the event of a new market has
 * not been read. `exhaustive` is null here, because it depends on all markets of an event, see `coversEveryOutcome`.
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
  // A list is some seconds old, so it may quote a market that has just ended.
  const quote = hasEnded(status) ? { ...listed, bid: null, ask: null } : listed;
  const refused = hasEnded(status) ? [] : findRefusedValues(market, quote);
  // An impossible value makes the other values of the row suspect, so the price is withheld too.
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
    // The venue counts contracts only. Their number times today's price approximates their value.
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
 * Finds values that contradict each other or are impossible: prices that are not probabilities, crossed orders, No
 * quotes that are not the complement of the Yes quote on the other side, and sizes without a price.
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

/** Whether a size is below 0, or rests at a price of 0 or 1, which stand for an empty side. */
function isOddSize(size: number | null, price: number | null): boolean {
  if (size === null || size === 0) return false;
  return size < 0 || (price !== null && (price <= 0 || price >= 1));
}

/** Whether a No quote is the complement of the Yes quote. An empty side is written as 0 or 1, which prove nothing. */
function isComplement(yes: number | null, no: number | null): boolean {
  if (yes === null || no === null) return true;
  const isInner = (yes > 0 && yes < 1) || (no > 0 && no < 1);
  return !isInner || Math.abs(yes + no - 1) < 1e-6;
}

/** Whether a market is an asset here. Combinations of markets, and markets that may pay between 0 and 1, are not. */
export function isAsset(market: KalshiMarket): boolean {
  const isCombo = market.ticker.startsWith('KXMVE') || Boolean(market.mve_collection_ticker);
  return !isCombo && (market.market_type ?? 'binary') === 'binary';
}

/** Converts a book to Yes terms. The venue lists bids only, worst first: a No bid at q is a Yes ask at 1 - q. */
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

/** Finds the category that the series states. The category of events is deprecated. */
function findCategory(series: KalshiSeries | null): string | null {
  return series?.category || series?.categories?.[0] || null;
}

/**
 * Builds the resolution of a market; null until its status is `finalized`. A `determined` result can still be disputed
 * and amended, and stored resolutions are never changed.
 */
export function normaliseResolution(market: KalshiMarket, wasDisputed: boolean): Resolution | null {
  if (market.status !== 'finalized') return null;
  const outcome = toOutcome(market.result);
  if (outcome === null) return null;
  const paid = findNumber(market.settlement_value_dollars);
  // Result and payout contradict each other, so one is wrong. The resolution is read again later.
  if (paid !== null && !paysAs(outcome, paid / (findNumber(market.notional_value_dollars) ?? 1))) return null;
  return {
    asset: buildKalshiAsset(market.ticker).asset,
    outcome,
    payout: paid ?? (outcome === 'yes' ? 1 : outcome === 'no' ? 0 : null),
    settledAt: findVenueTime(market.settlement_ts),
    source: 'kalshi:/markets/{ticker}',
    // The final answer does not state a dispute, so only an earlier answer can show one.
    disputed: wasDisputed ? true : null,
  };
}

/** Converts a frame of the `ticker` channel, by the recording rule of listed markets. */
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

/** Finds the status. Trading ends at the close time, which a list that is some seconds old may not show yet. */
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
    // `initialized`, `inactive` and statuses that the venue adds later: listed and not tradable now.
    default:
      return 'paused';
  }
}

/** Whether a contract with this result can pay this fraction of its face value. */
function paysAs(outcome: Resolution['outcome'], payout: number): boolean {
  if (outcome === 'yes') return payout === 1;
  if (outcome === 'no') return payout === 0;
  return payout >= 0 && payout <= 1;
}

function toOutcome(result: string | null | undefined): Resolution['outcome'] | null {
  if (result === 'yes' || result === 'no') return result;
  return result === 'scalar' ? 'void' : null;
}

/** Computes the open interest at face value: each contract is backed by one dollar. */
function findFaceValue(market: KalshiMarket): number | null {
  const contracts = findNumber(market.open_interest_fp);
  return contracts === null ? null : contracts * (findNumber(market.notional_value_dollars) ?? 1);
}

/** Builds the title from question and answer, because markets of one event often differ in the sub title only. */
function buildTitle(market: KalshiMarket, event: KalshiEvent | null): string {
  const question = cleanTitle(market.title) ?? cleanTitle(event?.title) ?? market.ticker;
  const answer = cleanTitle(market.yes_sub_title);
  return answer === null || question.includes(answer) ? question : `${question} ${answer}`;
}

function buildWebAddress(market: KalshiMarket, event: KalshiEvent | null): string {
  const series = getSeries(market.event_ticker, event).toLowerCase();
  // The venue's site ignores the middle part of the URL.
  const slug = toSlug(cleanTitle(event?.title) ?? '') || 'x';
  return `https://kalshi.com/markets/${series}/${slug}/${market.event_ticker.toLowerCase()}`;
}

function toLevel([price, count]: readonly [string, string]): PriceLevel {
  return { price: findNumber(price) ?? Number.NaN, size: findNumber(count) ?? Number.NaN };
}
