import { DAY_MS, type VenueId } from '../../domain/index.ts';

/** Markets that are remembered; of the others the oldest are forgotten. */
const MAX_MARKETS = 50_000;
/** Trades that are older are not stored any more. */
const MAX_AGE_MS = 7 * DAY_MS;

/** A market whose trades were left out, since no list of its venue had it. */
export interface LeftMarket {
  readonly asset: string;
  readonly venue: VenueId;
  /** Time of the first of them, epoch ms. */
  readonly fromMs: number;
}

/**
 * Markets of which trades came before the market was listed: their venue's trades count as heard, so what was left out is
 * read once they are listed.
 */
export class LeftTrades {
  readonly #markets = new Map<string, LeftMarket>();

  note(market: LeftMarket): void {
    if (this.#markets.has(market.asset)) return;
    const [oldest] = this.#markets.keys();
    if (this.#markets.size >= MAX_MARKETS && oldest !== undefined) this.#markets.delete(oldest);
    this.#markets.set(market.asset, market);
  }

  /** Markets that are listed by now. They are forgotten here. */
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
