import {
  type AssetRef,
  type Clock,
  type MarketNames,
  MINUTE_MS,
  toMarketNames,
  UNKNOWN_MARKET,
} from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';

/** Maximum number of markets whose names are remembered: ten pages of the longest list. */
const MAX_REMEMBERED = 10_000;
/** An import can change the names of an ended market: they are read again after this time. */
const FRESH_MS = 10 * MINUTE_MS;
/** A market can be registered after its end: one without names is looked up again after this time. */
const UNREGISTERED_FRESH_MS = MINUTE_MS;

type MarketKey = Pick<AssetRef, 'asset' | 'venue' | 'storeKey'>;

interface Remembered {
  readonly names: MarketNames;
  readonly readAt: number;
}

/**
 * Names of ended markets from the register. They are remembered, those of unregistered markets too: followers request
 * the same page again, and reading the register for each row costs more than the rest of the answer.
 */
export class EndedMarkets {
  readonly #history: Pick<HistoryReader, 'findMarketMany'>;
  readonly #clock: Clock;
  /** Remembered names by asset id; the oldest are forgotten. */
  readonly #remembered = new BoundedMap<string, Remembered>(MAX_REMEMBERED);

  constructor(history: Pick<HistoryReader, 'findMarketMany'>, clock: Clock) {
    this.#history = history;
    this.#clock = clock;
  }

  /** Reads the names of markets, in the order of the keys. */
  async readNames(keys: readonly MarketKey[]): Promise<readonly MarketNames[]> {
    const now = this.#clock();
    const found = keys.map(({ asset }) => this.#recall(asset, now));
    const missing = keys.filter((_, i) => found[i] === null);
    if (missing.length === 0) return found.map((names) => names ?? UNKNOWN_MARKET);
    const read = (await this.#history.findMarketMany(missing)).values();
    return keys.map(({ asset }, i) => {
      if (found[i] != null) return found[i];
      const names = toMarketNames(read.next().value ?? null);
      this.#remembered.delete(asset);
      this.#remembered.set(asset, { names, readAt: now });
      return names;
    });
  }

  /** Returns remembered names; null: none, or they are too old. */
  #recall(asset: string, now: number): MarketNames | null {
    const known = this.#remembered.get(asset);
    if (known === undefined) return null;
    const freshMs = known.names.name === null ? UNREGISTERED_FRESH_MS : FRESH_MS;
    return Math.abs(now - known.readAt) < freshMs ? known.names : null;
  }
}
