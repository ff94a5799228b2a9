import { changeFromReference, referenceWindow } from '../../analytics/index.ts';
import { type Clock, type EpochMs, epochMs, type MarketState } from '../../domain/index.ts';
import type { HistoryStore, SeriesKey } from '../../history/history-store.ts';
import { type TakeTurn, turnTaker } from '../../scheduling/slices.ts';

export interface ReferencePricesOptions {
  readonly history: Pick<HistoryStore, 'last'>;
  readonly clock: Clock;
  /** How long one reading of the store serves. Default: a minute, as long as the list of movers is cached. */
  readonly freshMs?: number;
}

interface Reference {
  /** null: no record in the window of the definition. */
  readonly price: number | null;
  readonly readAt: EpochMs;
}

const DEFAULT_FRESH_MS = 60_000;

/**
 * Prices of 24 hours ago, from the store.
 *
 * Each is one look-up, and there are thousands of markets: they are kept for a minute, whatever is asked of them
 * meanwhile, and read in slices that leave the event loop its turns.
 */
export class ReferencePrices {
  readonly #options: ReferencePricesOptions;
  readonly #byAsset = new Map<string, Reference>();

  constructor(options: ReferencePricesOptions) {
    this.#options = options;
  }

  /** Change of each market since 24 hours ago as a fraction, in the order given; null where there is none. */
  async changes(states: readonly MarketState[]): Promise<(number | null)[]> {
    const takeTurn: TakeTurn = turnTaker();
    const changes: (number | null)[] = [];
    for (const { ref, price } of states) {
      const reference = price === null ? null : await this.#priceOf(ref.asset, ref);
      changes.push(changeFromReference(price, reference));
      await takeTurn();
    }
    this.#forgetOld();
    return changes;
  }

  async #priceOf(asset: string, key: SeriesKey): Promise<number | null> {
    const now = this.#options.clock();
    const known = this.#byAsset.get(asset);
    if (known !== undefined && now - known.readAt < this.#freshMs) return known.price;

    const { fromMs, toMs } = referenceWindow(now);
    const record = await this.#options.history.last(key, epochMs(toMs));
    const price = record !== null && record.t >= fromMs ? record.p : null;
    this.#byAsset.set(asset, { price, readAt: now });
    return price;
  }

  /** Markets come and go; what nobody asked for in a while is not kept. */
  #forgetOld(): void {
    const oldest = this.#options.clock() - 2 * this.#freshMs;
    for (const [asset, { readAt }] of this.#byAsset) {
      if (readAt < oldest) this.#byAsset.delete(asset);
    }
  }

  get #freshMs(): number {
    return this.#options.freshMs ?? DEFAULT_FRESH_MS;
  }
}
