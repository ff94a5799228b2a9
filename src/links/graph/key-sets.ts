/** Sets of pair keys by asset, in a map of any size. */
type SetsByAsset = Pick<Map<string, Set<string>>, 'get' | 'delete'> & {
  set(key: string, value: Set<string>): unknown;
};

/** Adds a key to the set of an asset. */
export function addKey(sets: SetsByAsset, asset: string, key: string): void {
  const own = sets.get(asset);
  if (own === undefined) sets.set(asset, new Set([key]));
  else own.add(key);
}

/** Removes a key, and the set with its last one, so that removed keys take no memory. */
export function removeKey(sets: SetsByAsset, asset: string, key: string): void {
  const own = sets.get(asset);
  own?.delete(key);
  if (own?.size === 0) sets.delete(asset);
}
