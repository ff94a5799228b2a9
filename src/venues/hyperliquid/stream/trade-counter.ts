import { SeenTrades } from '../seen-trades.ts';
import type { WireTrade } from '../wire.ts';

interface Tally {
  total: number;
  /** Time at which the subscription was sent, by our clock. */
  readonly since: number;
  isFirstFrame: boolean;
  readonly seen: SeenTrades;
  lastPrice: number | null;
  lastPriceAt: number;
}

/**
 * Counts the traded size of each coin from the stream of trades.
 *
 * The first frame after a subscription contains earlier trades, which are remembered and not counted.
 *
 * After an interruption the count starts again at 0 and has no value for one poll. No increase is therefore measured
 * across missed trades.
 */
export class TradeCounter {
  readonly #tallies = new Map<string, Tally>();
  readonly #interrupted = new Set<string>();

  /** Starts the count of a coin when its subscription is sent. An earlier count ends. */
  begin(coin: string, at: number): void {
    this.#interrupted.add(coin);
    this.#tallies.set(coin, {
      total: 0,
      since: at,
      isFirstFrame: true,
      seen: new SeenTrades(),
      lastPrice: null,
      lastPriceAt: 0,
    });
  }

  /** Ends the count of a coin: its subscription ended or its connection was lost. */
  end(coin: string): void {
    this.#tallies.delete(coin);
    // The next subscription marks the interruption, and most coins of outcomes never have another one.
    this.#interrupted.delete(coin);
  }

  add(trades: readonly WireTrade[]): void {
    const fresh = new Set<Tally>();
    for (const trade of trades) {
      const tally = this.#tallies.get(trade.coin);
      if (tally === undefined) continue;
      if (tally.isFirstFrame) fresh.add(tally);
      this.#count(trade, tally);
    }
    for (const tally of fresh) tally.isFirstFrame = false;
  }

  /** Returns the traded size since the subscription; null without a count, and for one read after each interruption. */
  read(coin: string): number | null {
    const tally = this.#tallies.get(coin);
    if (tally === undefined) return null;
    return this.#interrupted.delete(coin) ? null : tally.total;
  }

  /** Returns the price of the newest trade; null without one. */
  lastPrice(coin: string): number | null {
    return this.#tallies.get(coin)?.lastPrice ?? null;
  }

  #count(trade: WireTrade, tally: Tally): void {
    if (!tally.seen.add(trade)) return;
    const price = Number(trade.px);
    const size = Number(trade.sz);
    if (price > 0 && trade.time >= tally.lastPriceAt) {
      tally.lastPrice = price;
      tally.lastPriceAt = trade.time;
    }
    if (tally.isFirstFrame && trade.time < tally.since) return;
    if (Number.isFinite(size) && size > 0) tally.total += size;
  }
}
