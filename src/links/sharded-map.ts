/**
 * Number of small maps, a power of 2. Growing one map of 100,000 keys would copy all of it at once, which takes
 * milliseconds.
 */
const SHARDS = 64;

/** Unordered map with string keys that grows in small steps, for indexes of tens of thousands of markets. */
export class ShardedMap<V> {
  readonly #shards: readonly Map<string, V>[] = Array.from({ length: SHARDS }, () => new Map());

  get size(): number {
    return this.#shards.reduce((sum, { size }) => sum + size, 0);
  }

  get(key: string): V | undefined {
    return this.#getShard(key).get(key);
  }

  set(key: string, value: V): this {
    this.#getShard(key).set(key, value);
    return this;
  }

  delete(key: string): boolean {
    return this.#getShard(key).delete(key);
  }

  clear(): void {
    for (const shard of this.#shards) shard.clear();
  }

  *keys(): Generator<string> {
    for (const shard of this.#shards) yield* shard.keys();
  }

  *[Symbol.iterator](): Generator<[string, V]> {
    for (const shard of this.#shards) yield* shard;
  }

  /** Picks the small map of a key by its last characters, in which the ids of markets differ most. */
  #getShard(key: string): Map<string, V> {
    let sum = key.length;
    for (let at = Math.max(0, key.length - 6); at < key.length; at += 1)
      sum = (Math.imul(sum, 31) + key.charCodeAt(at)) | 0;
    return this.#shards[sum & (SHARDS - 1)]!;
  }
}
