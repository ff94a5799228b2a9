import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Series that are read between two turns of the event loop. */
const SERIES_AT_ONCE = 32;

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
  let since = 0;
  for (const i of order) {
    results[i] = read(keys[i]!);
    if (++since % SERIES_AT_ONCE === 0) await yieldToOthers();
  }
  return results;
}
