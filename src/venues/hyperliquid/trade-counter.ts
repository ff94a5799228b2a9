import { RecentTrades } from './recent-trades.ts';
import type { WireTrade } from './wire.ts';

interface Tally {
  total: number;
  /** When the subscription was sent, by our clock. */
  readonly since: number;
  isFirstFrame: boolean;
  readonly seen: RecentTrades;
  lastPrice: number | null;
  lastPriceAt: number;
}

/**
 * Running traded size per coin, from the trade stream.
 *
 * The first frame after a subscription holds trades from before it: they are remembered, not counted.
 * After an interruption a counter starts again and has no value for one poll, so that no increase is
 * measured across trades that were missed.
 */
export class TradeCounter {
  readonly #tallies = new Map<string, Tally>();
  readonly #interrupted = new Set<string>();

  /** A subscription was sent. Earlier counts no longer continue. */
  begin(coin: string, at: number): void {
    this.#interrupted.add(coin);
    this.#tallies.set(coin, {
      total: 0,
      since: at,
      isFirstFrame: true,
      seen: new RecentTrades(),
      lastPrice: null,
      lastPriceAt: 0,
    });
  }

  /** Ends the count of a coin: its subscription ended or its connection was lost. */
  end(coin: string): void {
    this.#tallies.delete(coin);
    // The next subscription counts as the interruption; most coins of outcomes never have another.
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

  /** The running size; null when nothing is counted, and once after each interruption. */
  read(coin: string): number | null {
    const tally = this.#tallies.get(coin);
    if (tally === undefined) return null;
    return this.#interrupted.delete(coin) ? null : tally.total;
  }

  /** The price of the newest trade seen. */
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
