/** The key by which pages are ordered. */
export interface KeyedEntry {
  readonly storeKey: string;
}

/** Compares texts as SQLite does: by code points, which for characters outside of the basic plane differs from `<`. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return toRank(x) - toRank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x2000 : unit;
}

/** The position of the first entry whose key is not before the given one. */
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

/** Merges sorted entries; of equal keys the moved one stays. */
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
