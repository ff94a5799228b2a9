import { Slices } from '../../scheduling/slices.ts';

/**
 * Reads many series; series of one pack are read one after the other, and the event loop gets turns in between.
 *
 * @param getPack Returns the pack from which a key is read.
 * @returns Results in the order of the keys.
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
