import { LRUCache } from 'lru-cache';

export type LastUsed<
  Key extends object | string | number,
  Value extends object | string | number | true,
> = LRUCache<Key, Value>;

/**
 * The last used entries, `count` at most. Room is taken as they come: with `max` the cache takes all of it at once, 3 MB and
 * 3 ms of every start for 50,000 entries.
 *
 * @param ttlMs How long an entry is kept.
 */
export function createLastUsed<
  Key extends object | string | number,
  Value extends object | string | number | true,
>(count: number, ttlMs?: number): LastUsed<Key, Value> {
  return new LRUCache<Key, Value>({
    maxSize: count,
    sizeCalculation: () => 1,
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
  });
}
