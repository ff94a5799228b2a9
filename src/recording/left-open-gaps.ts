import type { Gap, MarketState, VenuePoll } from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';

/** Open gaps that are kept in memory of assets that nothing else is known of. */
const MAX_LEFT_OPEN = 20_000;

/**
 * Gaps of one venue that are open in the store, of assets that the recorder has no track of: those of an earlier run, and of
 * assets that were forgotten. Their next price or their resolution ends them.
 */
export class LeftOpenGaps {
  readonly #gaps = new Map<string, Gap>();
  /** Whether more are open than there is room for: the store is asked about assets that come back. */
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

  /** Gaps of the venue itself are left out. */
  add(gaps: readonly Gap[]): void {
    for (const gap of gaps) {
      if (gap.storeKey === null) continue;
      if (this.#gaps.size < MAX_LEFT_OPEN) this.#gaps.set(gap.storeKey, gap);
      else this.#hasMore = true;
    }
  }

  /** The open gap of an asset, which is forgotten here. */
  take(storeKey: string): Gap | undefined {
    const gap = this.#gaps.get(storeKey);
    this.#gaps.delete(storeKey);
    return gap;
  }

  /**
   * Asks the store for open gaps of assets of a poll that are seen for the first time: they may have been forgotten.
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
