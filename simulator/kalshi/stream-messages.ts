import { toUuid } from '../hex.ts';
import { type Listing, ladderAt, quoteAt } from '../world/listing.ts';
import { perListing } from '../world/per-listing.ts';
import * as shapes from './shapes.ts';

/** The members of a market that the ticker repeats. */
export function buildTicker(listing: Listing, t: number) {
  const { bid, ask, last } = quoteAt(listing, t);
  const { bids, asks } = ladderAt(listing, t, 1);
  const volume = listing.tape.volume(listing.event.openAt, t);
  const openInterest = shapes.computeOpenInterest(listing, t);
  return {
    market_id: getMarketId(listing),
    market_ticker: listing.name,
    price_dollars: shapes.price(last ?? 0),
    yes_bid_dollars: shapes.price(bid ?? 0),
    yes_ask_dollars: shapes.price(ask ?? 1),
    volume_fp: shapes.count(volume),
    open_interest_fp: shapes.count(openInterest),
    dollar_volume: Math.round(volume / 2),
    dollar_open_interest: Math.round(openInterest / 2),
    yes_bid_size_fp: shapes.count(bids[0]?.size ?? 0),
    yes_ask_size_fp: shapes.count(asks[0]?.size ?? 0),
    last_trade_size_fp: '1.00',
  };
}

/** The id of a market in frames. */
export const getMarketId = perListing(({ name }) => toUuid(name));

/** Builds the message of what happened to a market after `since`, up to `t`. */
export function buildLifecycle(listing: Listing, since: number, t: number): object[] {
  const { openAt, closeAt, settleAt } = listing.event;
  const base = { market_ticker: listing.name, open_ts: openAt / 1_000, close_ts: closeAt / 1_000 };
  const messages: object[] = [];
  if (openAt > since && openAt <= t)
    messages.push({ event_type: 'created', ...base }, { event_type: 'activated', ...base });
  if (closeAt > since && closeAt <= t) messages.push({ event_type: 'deactivated', ...base });
  if (settleAt > since && settleAt <= t) {
    const { result, settlement_value_dollars } = shapes.marketObject(listing, t, t);
    messages.push({ event_type: 'determined', ...base, result, determination_ts: settleAt / 1_000 });
    messages.push({
      event_type: 'settled',
      ...base,
      result,
      settled_ts: settleAt / 1_000,
      settlement_value: settlement_value_dollars,
    });
  }
  return messages;
}
