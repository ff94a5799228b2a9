import { DAY_MS, type VenueId } from '../../domain/index.ts';

/** Maximum number of remembered markets. Beyond it the oldest are forgotten. */
const MAX_MARKETS = 50_000;
/** Age above which trades are no longer stored. */
const MAX_AGE_MS = 7 * DAY_MS;

/** A market whose trades were dropped because no list of its venue contained it. */
export interface LeftMarket {
  readonly asset: string;
  readonly venue: VenueId;
  /** Time of the first dropped trade, in epoch ms. */
  readonly fromMs: number;
}

/**
 * Markets whose trades arrived before the market was listed. The time counts as one in which trades were received, so
 * the dropped trades are read once the market is listed.
 */
export class LeftTrades {
  readonly #markets = new Map<string, LeftMarket>();

  note(market: LeftMarket): void {
    if (this.#markets.has(market.asset)) return;
    const [oldest] = this.#markets.keys();
    if (this.#markets.size >= MAX_MARKETS && oldest !== undefined) this.#markets.delete(oldest);
    this.#markets.set(market.asset, market);
  }

  /** Takes the markets that are listed now. They are forgotten here. */
  takeListed(isListed: (asset: string) => boolean, nowMs: number): readonly LeftMarket[] {
    const listed: LeftMarket[] = [];
    for (const [asset, market] of this.#markets) {
      if (!isListed(asset)) continue;
      this.#markets.delete(asset);
      listed.push({ ...market, fromMs: Math.max(market.fromMs, nowMs - MAX_AGE_MS) });
    }
    return listed;
  }
}
