import { MINUTE_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import type { NumberedMarket, TakenTrade } from '../../history/tape/contract/tape-writer.ts';
import { type IdMeaning, KnownTrades, REPEATED_WITHIN_MS, type TradeIdentity } from './known-trades.ts';
import type { NumberedTrade, TradeCounts } from './messages.ts';
import { decideTradeTime } from './trade-time.ts';

/** Facts of a venue that decide how its trades are stored. */
export interface TradeTraits {
  /** Earliest possible time of a record, in epoch ms. */
  readonly openedMs: number;
  readonly ids: IdMeaning;
}

/** A stored trade with the time of its receipt in epoch ms. */
export type StoredIdentity = TradeIdentity & { readonly atMs: number };

const FORGET_EVERY_MS = MINUTE_MS;
/** Maximum number of remembered trades, which take about a third of the memory that the thread of the tape may use. */
export const MAX_REMEMBERED = 200_000;
/** Age in ms up to which trades are always remembered. */
const MIN_REMEMBERED_MS = SECOND_MS;

/** Decides which trades are stored, with which time and id, and counts them by venue. */
export class TradeDesk {
  readonly #traits: Readonly<Record<VenueId, TradeTraits>>;
  readonly #markets = new Map<number, NumberedMarket>();
  readonly #known = new Map<number, KnownTrades>();
  #counts: Partial<Record<VenueId, TradeCounts>> = {};
  #forgottenAt = 0;
  readonly #maxRemembered: number;
  /** Upper bound of the number of remembered trades. */
  #remembered = 0;
  /** Trades of an earlier run by venue and store key, for markets without an event in this run. */
  readonly #restored = new Map<string, readonly StoredIdentity[]>();

  /**
   * Begins without a remembered trade.
   *
   * @param maxRemembered Number of trades above which the oldest ones are forgotten early.
   */
  constructor(traits: Readonly<Record<VenueId, TradeTraits>>, maxRemembered = MAX_REMEMBERED) {
    this.#traits = traits;
    this.#maxRemembered = maxRemembered;
  }

  nameMarkets(markets: readonly NumberedMarket[]): void {
    for (const market of markets) this.#markets.set(market.number, market);
  }

  forgetMarkets(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#markets.delete(number);
      this.#known.delete(number);
    }
  }

  getMarket(number: number): NumberedMarket {
    const market = this.#markets.get(number);
    if (market === undefined) throw new RangeError(`no market of the tape has the number ${number}`);
    return market;
  }

  /** Decides about received trades. @param atMs Time by our clock, in epoch ms. */
  admit(trades: readonly NumberedTrade[], atMs: number): TakenTrade[] {
    this.#forget(atMs);
    return trades.flatMap((trade) => this.#admitOne(trade, atMs) ?? []);
  }

  /** Decides the time of a trade from a list, whose id has been decided already. */
  admitListed(trade: NumberedTrade, atMs: number): TakenTrade | null {
    const taken = this.#toTaken(trade, atMs);
    if (taken === null) return null;
    this.#getKnown(trade.market).remember(trade, atMs);
    this.#remembered++;
    this.#count(trade, taken);
    return { ...taken, source: 'backfill' };
  }

  /** Adds the stored trades of a market. */
  restore({ venue, storeKey }: MarketKey, trades: readonly StoredIdentity[]): void {
    this.#restored.set(`${venue} ${storeKey}`, trades);
  }

  /** Notes that accepted trades could not be stored. */
  noteRefused(market: number, trades: number): void {
    this.#getCounts(this.getMarket(market).venue).refused += trades;
  }

  /** Takes the counts since the last call, by venue. */
  takeCounts(): Partial<Record<VenueId, TradeCounts>> {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  #admitOne(trade: NumberedTrade, atMs: number): TakenTrade | null {
    const taken = this.#toTaken(trade, atMs);
    if (taken === null) return null;
    const id = this.#getKnown(trade.market).admit(trade, atMs);
    if (id === undefined) {
      this.#getCounts(this.getMarket(trade.market).venue).duplicates++;
      return null;
    }
    this.#remembered++;
    this.#count(trade, taken);
    return { ...taken, id };
  }

  #toTaken(trade: NumberedTrade, nowMs: number): TakenTrade | null {
    const { venue } = this.getMarket(trade.market);
    const time = decideTradeTime(trade, { openedMs: this.#traits[venue].openedMs, nowMs });
    const counts = this.#getCounts(venue);
    if (time === null) {
      counts.tooOld++;
      return null;
    }
    if (time.isTimeRefused) counts.timeRefused++;
    const { market, price, size, side, id, venueTime, receivedAt, isBlock } = trade;
    const { t, source } = time;
    return { market, price, size, side, id, venueTime, receivedAt, isBlock, t, source };
  }

  #count({ market }: NumberedTrade, { side }: TakenTrade): void {
    const counts = this.#getCounts(this.getMarket(market).venue);
    counts.trades++;
    if (side === 'buy') counts.buys++;
    else if (side === 'sell') counts.sells++;
    else counts.unknownSide++;
  }

  #getCounts(venue: VenueId): TradeCounts {
    const counts = this.#counts[venue] ?? {
      trades: 0,
      buys: 0,
      sells: 0,
      unknownSide: 0,
      duplicates: 0,
      refused: 0,
      timeRefused: 0,
      tooOld: 0,
    };
    this.#counts[venue] = counts;
    return counts;
  }

  #getKnown(market: number): KnownTrades {
    let known = this.#known.get(market);
    if (known === undefined) {
      const { venue, storeKey } = this.getMarket(market);
      known = new KnownTrades(this.#traits[venue].ids);
      this.#known.set(market, known);
      for (const trade of this.#restored.get(`${venue} ${storeKey}`) ?? []) {
        known.remember(trade, trade.atMs);
        this.#remembered++;
      }
      this.#restored.delete(`${venue} ${storeKey}`);
    }
    return known;
  }

  #forget(atMs: number): void {
    const isFull = this.#remembered > this.#maxRemembered;
    if (!isFull && Math.abs(atMs - this.#forgottenAt) < FORGET_EVERY_MS) return;
    this.#forgottenAt = atMs;
    let withinMs = REPEATED_WITHIN_MS;
    this.#forgetBefore(atMs - withinMs);
    while (isFull && 2 * this.#remembered > this.#maxRemembered && withinMs > MIN_REMEMBERED_MS) {
      withinMs /= 2;
      this.#forgetBefore(atMs - withinMs);
    }
  }

  #forgetBefore(ms: number): void {
    this.#remembered = 0;
    for (const [market, known] of this.#known) {
      known.forgetBefore(ms);
      this.#remembered += known.size;
      if (known.size === 0) this.#known.delete(market);
    }
  }
}
