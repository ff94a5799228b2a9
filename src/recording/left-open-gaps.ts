import type { Gap, MarketState, VenuePoll } from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';

/** Maximum number of open gaps that are kept in memory for assets without a track. */
const MAX_LEFT_OPEN = 20_000;

/**
 * Gaps of one venue that are open in the store for assets without a track in the recorder: those of an earlier run, and
 * those of forgotten assets. The next price or the resolution of an asset ends its gap.
 */
export class LeftOpenGaps {
  readonly #gaps = new Map<string, Gap>();
  /** Whether more gaps are open than can be kept. The store is then searched for assets that return. */
  #hasMore = false;

  get size(): number {
    return this.#gaps.size;
  }

  keys(): Iterable<string> {
    return this.#gaps.keys();
  }

  has(storeKey: string): boolean {
    return this.#gaps.has(storeKey);
  }

  /** Adds open gaps of assets. Gaps of the venue itself are ignored. */
  add(gaps: readonly Gap[]): void {
    for (const gap of gaps) {
      if (gap.storeKey === null) continue;
      if (this.#gaps.size < MAX_LEFT_OPEN) this.#gaps.set(gap.storeKey, gap);
      else this.#hasMore = true;
    }
  }

  /** Takes the open gap of an asset out of this list. */
  take(storeKey: string): Gap | undefined {
    const gap = this.#gaps.get(storeKey);
    this.#gaps.delete(storeKey);
    return gap;
  }

  /**
   * Reads from the store whether assets that a poll lists for the first time have open gaps, because they may have been
   * forgotten.
   *
   * @param series Tracks of assets, by store key.
   */
  async find(
    { venue, markets }: VenuePoll,
    series: ReadonlyMap<string, unknown>,
    history: Pick<HistoryStore, 'listGaps'>,
  ): Promise<void> {
    if (!this.#hasMore) return;
    const isUnknown = ({ ref, price }: MarketState) =>
      price !== null && !series.has(ref.storeKey) && !this.#gaps.has(ref.storeKey);
    for (const { ref } of markets.filter(isUnknown)) {
      const gaps = await history.listGaps(venue, {}, ref.storeKey);
      const open = gaps.find(({ storeKey, toMs }) => storeKey !== null && toMs === null);
      if (open !== undefined) this.#gaps.set(ref.storeKey, open);
    }
  }
}
