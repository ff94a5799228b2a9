import { DAY_MS } from '../../src/domain/index.ts';
import { toUuid } from '../hex.ts';
import type { VenueView } from '../venue-view.ts';
import { type Listing, ladderAt, quoteAt, tradePrice, yesWon } from '../world/listing.ts';
import { kalshiEventTicker, monthDay } from '../world/names.ts';
import { unit } from '../world/random.ts';
import { PLACES, roundTo, toDecimal } from '../world/references/reference-prices.ts';
import type { SettledWindow } from '../world/references/settled-window.ts';
import { shownLadder } from '../world/sent-books.ts';
import { isSettled } from '../world/world.ts';
import { eventTitle, getRules, getSecondRules, legTitle } from './texts.ts';

export const price = (value: number) => value.toFixed(4);
export const count = (value: number) => value.toFixed(2);
const iso = (t: number) => new Date(t).toISOString().replace('.000Z', 'Z');

/** Status of a listing: `active`, `closed` between close and settlement, `finalized` after. */
export function toStatus(listing: Listing, t: number): string {
  const { event } = listing;
  if (t < event.openAt) return 'initialized';
  if (t < event.closeAt) return 'active';
  return isSettled(listing, t) ? 'finalized' : 'closed';
}

/** The words of the `status` filter for the states of a market. */
export const FILTER_OF: Readonly<Record<string, string>> = {
  initialized: 'unopened',
  active: 'open',
  closed: 'closed',
  finalized: 'settled',
};

export function computeOpenInterest(listing: Listing, t: number): number {
  return (
    0.4 *
    listing.tape.volume(Math.max(listing.event.openAt, t - 10 * DAY_MS), Math.min(t, listing.event.closeAt))
  );
}

/** A market's current state. */
export function buildMarket(listing: Listing, view: VenueView) {
  return marketObject(listing, view.priceTime(), view.now());
}

export function marketObject(listing: Listing, t: number, now: number) {
  const { event } = listing;
  const status = toStatus(listing, t);
  const isTrading = status === 'active';
  const until = Math.min(t, event.closeAt);
  const { bid, ask, last } = quoteAt(listing, until);
  const before = quoteAt(listing, Math.max(event.openAt, until - DAY_MS));
  const { bids, asks } = isTrading ? ladderAt(listing, t, 1) : { bids: [], asks: [] };
  const won = yesWon(listing);
  const isFinal = status === 'finalized';
  const yesBid = isTrading && bid !== null ? bid : 0;
  const yesAsk = isTrading && ask !== null ? ask : 1;
  return {
    ticker: listing.name,
    event_ticker: kalshiEventTicker(event),
    market_type: 'binary',
    title: eventTitle(listing),
    subtitle: legTitle(listing),
    yes_sub_title: legTitle(listing),
    no_sub_title: legTitle(listing),
    status,
    result: isFinal ? (won ? 'yes' : 'no') : '',
    created_time: iso(event.openAt - 3_600_000),
    updated_time: iso(now),
    open_time: iso(event.openAt),
    close_time: iso(event.closeAt),
    latest_expiration_time: iso(event.closeAt + 7 * DAY_MS),
    expected_expiration_time: iso(event.settleAt),
    ...(event.kind === 'match' ? { occurrence_datetime: iso(event.closeAt) } : {}),
    expiration_time: iso(event.closeAt + 7 * DAY_MS),
    yes_bid_dollars: price(yesBid),
    yes_ask_dollars: price(yesAsk),
    no_bid_dollars: price(1 - yesAsk),
    no_ask_dollars: price(1 - yesBid),
    yes_bid_size_fp: count(bids[0]?.size ?? 0),
    yes_ask_size_fp: count(asks[0]?.size ?? 0),
    last_price_dollars: price(last ?? 0),
    previous_price_dollars: price(before.last ?? 0),
    previous_yes_bid_dollars: price(before.bid ?? 0),
    previous_yes_ask_dollars: price(before.ask ?? 1),
    volume_fp: count(listing.tape.volume(event.openAt, until)),
    volume_24h_fp: count(
      listing.tape.volume(Math.max(event.openAt, t - DAY_MS), Math.max(event.openAt, until)),
    ),
    open_interest_fp: count(computeOpenInterest(listing, t)),
    notional_value_dollars: '1.0000',
    ...(isFinal ? { settlement_ts: iso(event.settleAt), settlement_value_dollars: price(won ? 1 : 0) } : {}),
    expiration_value: isFinal ? expirationValue(listing, won) : '',
    can_close_early: true,
    settlement_timer_seconds: 60,
    ...strikeMembers(listing),
    rules_primary: getRules(listing),
    rules_secondary: getSecondRules(listing),
    price_level_structure: listing.tick === 0.01 ? 'linear_cent' : 'deci_cent',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: price(listing.tick) }],
    exchange_index: 0,
    is_provisional: false,
    tick_size: 1,
  };
}

/** The strike; that of a window is the average at its start, rounded as the one at its end is. */
function strikeMembers({ leg }: Listing): object {
  if (leg.strike === null) return { strike_type: 'structured' };
  const window = leg.window?.('kalshi');
  if (window === undefined) return { strike_type: 'greater', floor_strike: leg.strike };
  return { strike_type: 'greater_or_equal', floor_strike: Number(toPlaces(window, window.strike)) };
}

function expirationValue({ leg }: Listing, won: boolean): string {
  const window = leg.window?.('kalshi');
  return window === undefined ? (won ? 'Yes' : 'No') : toPlaces(window, window.value);
}

function toPlaces({ places }: SettledWindow, price: bigint): string {
  return toDecimal(roundTo(price, places ?? PLACES), places ?? PLACES);
}

/** A combination market, as combinations flood the lists of the venue. Its book is empty. */
export function comboObject(number: number, legs: readonly Listing[], now: number) {
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  const ticker = `KXMVECROSSCATEGORY-S${day / DAY_MS}${String(number).padStart(4, '0')}`;
  const title = legs.map((leg) => `yes ${legTitle(leg)}`).join(',');
  const empty = {
    yes_bid_dollars: '0.0000',
    yes_ask_dollars: '0.0000',
    no_bid_dollars: '1.0000',
    no_ask_dollars: '1.0000',
  };
  return {
    ...empty,
    ticker: `${ticker}-1`,
    event_ticker: ticker,
    market_type: 'binary',
    title,
    subtitle: title,
    yes_sub_title: title,
    no_sub_title: title,
    status: 'active',
    result: '',
    created_time: iso(day),
    updated_time: iso(day),
    open_time: iso(day),
    close_time: iso(day + 14 * DAY_MS),
    latest_expiration_time: iso(day + 14 * DAY_MS),
    expected_expiration_time: iso(day + 2 * DAY_MS),
    expiration_time: iso(day + 14 * DAY_MS),
    yes_bid_size_fp: '0.00',
    yes_ask_size_fp: '0.00',
    last_price_dollars: '0.0000',
    previous_price_dollars: '0.0000',
    previous_yes_bid_dollars: '0.0000',
    previous_yes_ask_dollars: '0.0000',
    volume_fp: '0.00',
    volume_24h_fp: '0.00',
    open_interest_fp: '0.00',
    notional_value_dollars: '1.0000',
    expiration_value: '',
    can_close_early: true,
    settlement_timer_seconds: 300,
    strike_type: 'custom',
    rules_primary: '',
    rules_secondary: '',
    price_level_structure: 'deci_cent',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0010' }],
    mve_collection_ticker: 'KXMVECROSSCATEGORY-R',
    mve_selected_legs: legs.map((leg) => ({
      event_ticker: kalshiEventTicker(leg.event),
      market_ticker: leg.name,
      side: 'yes',
    })),
    is_provisional: true,
    exchange_index: 0,
    tick_size: 1,
  };
}

/** Names the source of a listing's prices; that of a window is the publisher of Kalshi's own index. */
function nameSource({ event }: Listing): string {
  return event.kind === 'updown' ? 'CF Benchmarks' : event.subject.source;
}

export function eventObject(listing: Listing) {
  const { event } = listing;
  const isExclusive = event.kind === 'exclusive' || event.kind === 'match';
  return {
    event_ticker: kalshiEventTicker(event),
    series_ticker: event.subject.kalshiSeries,
    title: eventTitle(listing),
    sub_title: `On ${monthDay(event.closeAt)}`,
    category: event.subject.category,
    mutually_exclusive: isExclusive,
    collateral_return_type: isExclusive ? 'MECNET' : '',
    strike_date: iso(event.closeAt),
    strike_period: '',
    settlement_sources: [{ name: nameSource(listing), url: 'https://example.com/source' }],
    last_updated_ts: '0001-01-01T00:00:00Z',
  };
}

export function seriesObject(listing: Listing) {
  const { subject, kind } = listing.event;
  return {
    ticker: subject.kalshiSeries,
    title: subject.name,
    category: subject.category,
    categories: [subject.category],
    tags: null,
    frequency: kind === 'updown' ? 'fifteen_min' : kind === 'threshold' ? 'daily' : 'custom',
    fee_type: 'quadratic',
    fee_multiplier: 1,
    settlement_sources: [{ name: nameSource(listing), url: 'https://example.com/source' }],
    contract_url: 'https://example.com/contract.pdf',
    contract_terms_url: 'https://example.com/terms.pdf',
    additional_prohibitions: [],
    exchange_index: 0,
    last_updated_ts: '0001-01-01T00:00:00Z',
  };
}

/** Bids of both sides, ascending: the best is last. */
/** @param isCrossed Whether the best bid is above the best ask. */
export function bookSides(listing: Listing, t: number, depth = 0, isCrossed = false) {
  if (t >= listing.event.closeAt) return { yes: [], no: [] };
  const levels = depth === 0 ? 20 : Math.min(depth, 100);
  const { bids, asks } = isCrossed ? shownLadder(listing, t, true) : ladderAt(listing, t, levels);
  return {
    yes: bids.map((level) => [price(level.price), count(level.size)] as const).reverse(),
    no: asks.map((level) => [price(1 - level.price), count(level.size)] as const).reverse(),
  };
}

/** Part of the trades that are agreed outside of the book. */
const BLOCK_FRAC = 0.01;

export function tradeObjects(listing: Listing, fromMs: number, toMs: number, limit: number) {
  const until = Math.min(toMs, listing.event.closeAt);
  return listing.tape
    .trades(Math.max(fromMs, listing.event.openAt), until, limit)
    .map(({ slot, time, size, isBuy }) => {
      const yes = tradePrice(listing, time, isBuy);
      return {
        time,
        trade: {
          trade_id: toUuid(`${listing.name} ${slot}`),
          ticker: listing.name,
          count_fp: count(size),
          yes_price_dollars: price(yes),
          no_price_dollars: price(1 - yes),
          taker_side: isBuy ? 'yes' : 'no',
          taker_outcome_side: isBuy ? 'yes' : 'no',
          taker_book_side: isBuy ? 'bid' : 'ask',
          created_time: new Date(time).toISOString(),
          is_block_trade: unit(listing.key + 40, slot) < BLOCK_FRAC,
        },
      };
    });
}
