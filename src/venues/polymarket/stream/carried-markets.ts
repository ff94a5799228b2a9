import type { EpochMs } from '../../../domain/index.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import type { Refusal } from '../../../upstream/refusal.ts';
import type { TapeListeners } from '../../taped-book.ts';
import { findVenueMillis } from '../../times.ts';
import { findInnerPrice } from '../fields.ts';
import type { LastTradeEvent, PriceChange, PriceChangeEvent, StreamEvent } from '../wire.ts';
import type { CarriedMarket } from './carried-market.ts';

export interface CarriedMarketsOptions {
  readonly tape: TapeListeners;
  readonly intake: Intake;
  /** Reports that something about the price of a market arrived. */
  readonly onNews: (market: CarriedMarket, venueTime: EpochMs | null, receivedAt: EpochMs) => void;
  /** Reports that the markets of these tokens have resolved. Most of them are not carried. */
  readonly onResolved: (tokens: readonly string[], receivedAt: EpochMs) => void;
}

/** The markets of the stream by their tokens. Passes each event to its market. */
export class CarriedMarkets {
  /** Carried markets by Yes token. */
  readonly byToken = new Map<string, CarriedMarket>();
  readonly byNoToken = new Map<string, CarriedMarket>();
  readonly byAsset = new Map<string, CarriedMarket>();
  readonly #options: CarriedMarketsOptions;
  /**
   * Market of the last lookup. Rows of a frame are about one market, and comparing a token is faster than hashing it.
   */
  #last: CarriedMarket | null = null;

  constructor(options: CarriedMarketsOptions) {
    this.#options = options;
  }

  add(market: CarriedMarket): void {
    this.byToken.set(market.token, market);
    this.byNoToken.set(market.noToken, market);
    this.byAsset.set(market.asset, market);
  }

  delete(market: CarriedMarket): void {
    this.#last = null;
    this.byToken.delete(market.token);
    this.byNoToken.delete(market.noToken);
    this.byAsset.delete(market.asset);
  }

  /** Finds the carried market of a Yes token. */
  find(token: string): CarriedMarket | undefined {
    if (this.#last?.token === token) return this.#last;
    const market = this.byToken.get(token);
    if (market !== undefined) this.#last = market;
    return market;
  }

  /** Whether a token is the No token of a carried market. */
  isNoToken(token: string): boolean {
    if (this.#last?.noToken === token) return true;
    if (this.find(token) !== undefined) return false;
    const market = this.byNoToken.get(token);
    if (market !== undefined) this.#last = market;
    return market !== undefined;
  }

  read(events: readonly StreamEvent[], receivedAt: EpochMs): void {
    for (const event of events) {
      switch (event.event_type) {
        case 'book': {
          const carried = this.find(event.asset_id);
          if (carried?.replace(event, receivedAt) === true)
            this.#options.onNews(carried, findVenueMillis(event.timestamp), receivedAt);
          break;
        }
        case 'price_change':
          this.#change(event, receivedAt);
          break;
        case 'last_trade_price':
          this.#trade(event, receivedAt);
          break;
        case 'best_bid_ask': {
          const carried = this.find(event.asset_id);
          if (carried === undefined) break;
          carried.book.touch(findVenueMillis(event.timestamp), receivedAt);
          carried.compareTouch(event, receivedAt);
          break;
        }
        case 'tick_size_change': {
          const carried = this.find(event.asset_id);
          if (carried !== undefined)
            carried.book.tick = findInnerPrice(event.new_tick_size) ?? carried.book.tick;
          break;
        }
        case 'market_resolved':
          this.#options.onResolved(event.assets_ids, receivedAt);
          break;
      }
    }
  }

  /** Applies the changes of a frame. It states both tokens of a market, and rows of No tokens are skipped. */
  #change({ price_changes: rows, timestamp }: PriceChangeEvent, receivedAt: EpochMs): void {
    const venueTime = findVenueMillis(timestamp);
    const first = rows[0];
    const only = first === undefined ? undefined : this.find(first.asset_id);
    if (only !== undefined && rows.every((row) => row.asset_id === only.token)) {
      if (only.change(rows, venueTime, receivedAt)) this.#options.onNews(only, venueTime, receivedAt);
      return;
    }
    const byMarket = new Map<CarriedMarket, PriceChange[]>();
    for (const row of rows) {
      const carried = this.find(row.asset_id);
      if (carried === undefined) continue;
      const changes = byMarket.get(carried);
      if (changes === undefined) byMarket.set(carried, [row]);
      else changes.push(row);
    }
    for (const [carried, changes] of byMarket)
      if (carried.change(changes, venueTime, receivedAt))
        this.#options.onNews(carried, venueTime, receivedAt);
  }

  /**
   * Reads a trade, which the venue prints once, under the token of its taker. Trades of No tokens go to the tape only.
   */
  #trade(event: LastTradeEvent, receivedAt: EpochMs): void {
    const carried = this.find(event.asset_id);
    const market = carried ?? this.byNoToken.get(event.asset_id);
    const isTaped = market !== undefined && this.#options.tape.trades.size > 0;
    if (isTaped && !market.sendTrade(event, receivedAt)) this.#options.intake.count(refuseTrade(event));
    if (carried === undefined) return;
    carried.book.lastTrade = findInnerPrice(event.price) ?? carried.book.lastTrade;
    this.#options.onNews(carried, findVenueMillis(event.timestamp), receivedAt);
  }
}

function refuseTrade(event: LastTradeEvent): Refusal {
  const [kind, row] = [event.event_type, event.asset_id];
  return refuse(`ws ${kind}`, 'no price or size of a trade', { endpoint: `ws ${kind}`, row, value: event });
}
