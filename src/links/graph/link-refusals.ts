import type { Refusal } from '../link.ts';
import { addKey, removeKey } from './key-sets.ts';

/** Refusals that are kept of a market: enough to see why a link is missing. */
const MAX_REFUSALS_PER_MARKET = 4;

/** Why pairs that looked alike were not linked, by `formatPairKey`: a few of each market. */
export class LinkRefusals {
  readonly #byPair = new Map<string, Refusal>();
  readonly #keysByAsset = new Map<string, Set<string>>();

  listAll(): Iterable<Refusal> {
    return this.#byPair.values();
  }

  /** Replaces the refusals of the pair. Ignored where one of the two has the most that are kept. */
  add(key: string, refusal: Refusal): void {
    this.#remove(key);
    const isFull = [refusal.a, refusal.b].some(
      (asset) => (this.#keysByAsset.get(asset)?.size ?? 0) >= MAX_REFUSALS_PER_MARKET,
    );
    if (isFull) return;
    this.#byPair.set(key, refusal);
    for (const asset of [refusal.a, refusal.b]) addKey(this.#keysByAsset, asset, key);
  }

  /** Forgets every pair of a market. */
  forget(asset: string): void {
    for (const key of [...(this.#keysByAsset.get(asset) ?? [])]) this.#remove(key);
  }

  #remove(key: string): void {
    const refusal = this.#byPair.get(key);
    if (refusal === undefined) return;
    this.#byPair.delete(key);
    for (const asset of [refusal.a, refusal.b]) removeKey(this.#keysByAsset, asset, key);
  }
}
