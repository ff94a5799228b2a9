import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** So long, in ms, a slice may keep the event loop. */
const SLICE_MS = 8;

/** Maps a long list in slices, between which the rest of the process gets its turn. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - startedAt < SLICE_MS) continue;
    await yieldToOthers();
    startedAt = performance.now();
  }
  return results;
}
