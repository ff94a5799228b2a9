import { formatPairKey, type Refusal } from '../link.ts';
import { addKey, removeKey } from './key-sets.ts';

/** Maximum number of ended links. The oldest are dropped first. */
const MAX_ENDED = 1_000;

/** Links that ended because a market was reworded, with the reasons against them. */
export class EndedLinks {
  readonly #byPair = new Map<string, Refusal>();
  readonly #keysByAsset = new Map<string, Set<string>>();

  listAll(): Iterable<Refusal> {
    return this.#byPair.values();
  }

  has({ a, b }: Refusal): boolean {
    return this.#byPair.has(formatPairKey(a, b));
  }

  add(refusal: Refusal): void {
    const key = formatPairKey(refusal.a, refusal.b);
    this.remove(key);
    this.#byPair.set(key, refusal);
    for (const asset of [refusal.a, refusal.b]) addKey(this.#keysByAsset, asset, key);
    const [oldest] = this.#byPair.keys();
    if (this.#byPair.size > MAX_ENDED && oldest !== undefined) this.remove(oldest);
  }

  /** Forgets the ended link of a pair, for example when the pair is linked again. */
  remove(key: string): void {
    const refusal = this.#byPair.get(key);
    if (refusal === undefined) return;
    this.#byPair.delete(key);
    for (const asset of [refusal.a, refusal.b]) removeKey(this.#keysByAsset, asset, key);
  }

  /** Forgets the ended links of a market that is no longer tracked. */
  forget(asset: string): void {
    for (const key of [...(this.#keysByAsset.get(asset) ?? [])]) this.remove(key);
  }
}
