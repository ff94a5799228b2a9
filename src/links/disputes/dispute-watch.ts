import type { Slices } from '../../scheduling/slices.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import type { Dispute, Link } from '../link.ts';
import type { DisputeStore } from './dispute-store.ts';
import type { PriceWitness, TwoSidedQuote } from './price-witness.ts';

/** Minimum interval between comparisons of prices. A dispute takes minutes to develop. */
const MIN_WITNESS_MS = 20_000;
/** Interval at which a process that does not judge disputes reads those of the process that does. */
const FOLLOW_MS = 5_000;

/** Finds the links that prices contradict, at intervals, and keeps the result over restarts. */
export class DisputeWatch {
  readonly #witness: PriceWitness;
  readonly #store: Pick<DisputeStore, 'load' | 'change'> | null;
  readonly #isJudge: boolean;
  readonly #now: () => number;
  #count = 0;
  #comparedAt: number | null = null;
  #stored: ReadonlyMap<string, Dispute> = new Map();

  /**
   * Begins without a dispute; those of the store are loaded later.
   *
   * @param isJudge false: another process compares prices, and this one reads its disputes from the store.
   * @param now Monotonic clock, in ms.
   */
  constructor(
    witness: PriceWitness,
    store: Pick<DisputeStore, 'load' | 'change'> | null,
    isJudge: boolean,
    now: () => number,
  ) {
    this.#isJudge = isJudge;
    this.#witness = witness;
    this.#store = store;
    this.#now = now;
  }

  /** Number of disputed links after the last comparison. */
  get count(): number {
    return this.#count;
  }

  /** Loads the disputes of an earlier run. A process that does not judge also reads them with each comparison. */
  async load(): Promise<void> {
    if (this.#store === null) return;
    try {
      this.#stored = await this.#store.load();
    } catch (error) {
      if (this.#isJudge || !(error instanceof StorageUnavailableError)) throw error;
    }
    this.#witness.remember(this.#stored);
  }

  /** Whether enough time has passed since the last comparison. */
  isDue(): boolean {
    const everyMs = this.#isJudge ? MIN_WITNESS_MS : FOLLOW_MS;
    return this.#comparedAt === null || this.#now() - this.#comparedAt >= everyMs;
  }

  /**
   * Compares the prices of linked markets. Calls must not overlap. Resolves with every dispute, keyed by
   * `formatPairKey`.
   */
  async compare(
    links: Iterable<readonly [key: string, link: Link]>,
    findQuote: (asset: string) => TwoSidedQuote | null,
    slices: Slices,
  ): Promise<ReadonlyMap<string, Dispute>> {
    this.#comparedAt = this.#now();
    if (!this.#isJudge) {
      await this.load();
      this.#count = this.#stored.size;
      return this.#stored;
    }
    const disputes = await this.#witness.observe(links, findQuote, slices);
    this.#count = disputes.size;
    return disputes;
  }

  /** Stores changes. Changes that cannot be stored are retried after the next comparison. */
  async store(): Promise<void> {
    if (this.#store === null || !this.#isJudge) return;
    const [before, now] = [this.#stored, this.#witness.listAll()];
    const begun = new Map([...now].filter(([key]) => !before.has(key)));
    const ended = [...before.keys()].filter((key) => !now.has(key));
    if (begun.size === 0 && ended.length === 0) return;
    await this.#store.change(begun, ended);
    this.#stored = now;
  }
}
