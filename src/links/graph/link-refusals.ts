import type { Refusal } from '../link.ts';
import { addKey, removeKey } from './key-sets.ts';

/** Maximum number of refusals per market: enough to see why a link is missing. */
const MAX_REFUSALS_PER_MARKET = 4;

/** Reasons why similar pairs were not linked, keyed by `formatPairKey`, a few for each market. */
export class LinkRefusals {
  readonly #byPair = new Map<string, Refusal>();
  readonly #keysByAsset = new Map<string, Set<string>>();

  listAll(): Iterable<Refusal> {
    return this.#byPair.values();
  }

  /** Replaces the refusal of a pair. Ignored when one of the markets already has the maximum number. */
  add(key: string, refusal: Refusal): void {
    this.#remove(key);
    const isFull = [refusal.a, refusal.b].some(
      (asset) => (this.#keysByAsset.get(asset)?.size ?? 0) >= MAX_REFUSALS_PER_MARKET,
    );
    if (isFull) return;
    this.#byPair.set(key, refusal);
    for (const asset of [refusal.a, refusal.b]) addKey(this.#keysByAsset, asset, key);
  }

  /** Forgets every refusal of a market. */
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
