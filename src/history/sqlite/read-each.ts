import { Slices } from '../../scheduling/slices.ts';

/**
 * Reads many series, neighbours of a pack one after the other, and lets others have their turn in between.
 *
 * @param getPack The pack that a key is read from; keys of one pack are read together.
 * @returns In the order of the keys.
 */
export async function readEach<Key, Result>(
  keys: readonly Key[],
  getPack: (key: Key) => number,
  read: (key: Key) => Result,
): Promise<Result[]> {
  const packs = keys.map(getPack);
  const order = keys.map((_, i) => i).sort((a, b) => packs[a]! - packs[b]!);
  const results = new Array<Result>(keys.length);
  const slices = new Slices();
  for (const i of order) {
    results[i] = read(keys[i]!);
    if (slices.isDue()) await slices.pause();
  }
  return results;
}
