import { type AssetRef, type Clock, type MarketFacts, MINUTE_MS } from '../../../../domain/index.ts';
import type { HistoryReader } from '../../../../history/contract/history-store.ts';
import { BoundedMap } from '../../../../scheduling/bounded-map.ts';

/** Maximum number of markets whose names are remembered: ten pages of the longest list. */
const MAX_REMEMBERED = 10_000;
/** An import can change the names of an ended market: they are read again after this time. */
const FRESH_MS = 10 * MINUTE_MS;

/** Facts of a market that an answer about its resolution has. */
export type EndedNames = Pick<MarketFacts, 'title' | 'yesMeans' | 'noMeans'>;

type MarketKey = Pick<AssetRef, 'asset' | 'venue' | 'storeKey'>;

interface Remembered extends EndedNames {
  readonly readAt: number;
}

/**
 * Names of ended markets from the register. They are remembered: followers of resolutions request the same page again, and
 * reading the register for each row costs more than the rest of the answer.
 */
export class EndedMarkets {
  readonly #history: Pick<HistoryReader, 'findMarketMany'>;
  readonly #clock: Clock;
  /** By asset id; the oldest are forgotten. */
  readonly #remembered = new BoundedMap<string, Remembered>(MAX_REMEMBERED);

  constructor(history: Pick<HistoryReader, 'findMarketMany'>, clock: Clock) {
    this.#history = history;
    this.#clock = clock;
  }

  /** Reads the names of markets, in the order of the keys; null: the market is not registered. */
  async readNames(keys: readonly MarketKey[]): Promise<readonly (EndedNames | null)[]> {
    const now = this.#clock();
    const found = keys.map(({ asset }) => {
      const known = this.#remembered.get(asset);
      return known !== undefined && Math.abs(now - known.readAt) < FRESH_MS ? known : null;
    });
    const missing = keys.filter((_, i) => found[i] === null);
    if (missing.length === 0) return found;
    const read = (await this.#history.findMarketMany(missing)).values();
    return keys.map((key, i) => {
      if (found[i] !== null) return found[i]!;
      const market = read.next().value ?? null;
      if (market === null) return null;
      const { title, yesMeans, noMeans } = market;
      this.#remembered.delete(key.asset);
      this.#remembered.set(key.asset, { title, yesMeans, noMeans, readAt: now });
      return { title, yesMeans, noMeans };
    });
  }
}
