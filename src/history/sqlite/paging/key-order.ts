/** An entry with the key that orders pages. */
export interface KeyedEntry {
  readonly storeKey: string;
}

/**
 * Compares texts as SQLite does, by code points. JavaScript's `<` compares UTF-16 units, which order characters outside
 * the basic plane differently.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return toRank(x) - toRank(y);
  }
  return a.length - b.length;
}

/** Ranks surrogates above all other units, since they encode the highest code points. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x2800 : unit;
}

/** Finds the index of the first entry whose key is not before the given one. */
export function findKeyPosition(entries: readonly KeyedEntry[], storeKey: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(entries[middle]!.storeKey, storeKey) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges sorted entries. Of equal keys, the moved entry replaces the other. */
export function mergeEntries<Entry extends KeyedEntry>(
  kept: readonly Entry[],
  moved: readonly Entry[],
): Entry[] {
  const all: Entry[] = [];
  let k = 0;
  for (const entry of moved) {
    while (k < kept.length && compareKeys(kept[k]!.storeKey, entry.storeKey) < 0) all.push(kept[k++]!);
    if (k < kept.length && kept[k]!.storeKey === entry.storeKey) k++;
    all.push(entry);
  }
  all.push(...kept.slice(k));
  return all;
}
