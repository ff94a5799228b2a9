/** Map from an asset to a set of pair keys, as a `Map` or a `ShardedMap`. */
type SetsByAsset = Pick<Map<string, Set<string>>, 'get' | 'delete'> & {
  set(key: string, value: Set<string>): unknown;
};

/** Adds a key to the set of an asset. */
export function addKey(sets: SetsByAsset, asset: string, key: string): void {
  const own = sets.get(asset);
  if (own === undefined) sets.set(asset, new Set([key]));
  else own.add(key);
}

/** Removes a key from the set of an asset. Removes the set with its last key, so that it takes no memory. */
export function removeKey(sets: SetsByAsset, asset: string, key: string): void {
  const own = sets.get(asset);
  own?.delete(key);
  if (own?.size === 0) sets.delete(asset);
}
