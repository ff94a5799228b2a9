import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest stretch of work between two turns of the event loop. */
const SLICE_MS = 5;

/** Gives the event loop its turn, but only when the work since the last one has run long enough. */
export type TakeTurn = () => Promise<void>;

/**
 * For loops over thousands of markets: awaiting it after each step costs next to nothing, and answers of others
 * wait a few milliseconds at most.
 */
export function turnTaker(sliceMs: number = SLICE_MS): TakeTurn {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < sliceMs) return;
    await nextTurn();
    startedAt = performance.now();
  };
}

/** Maps a long list in slices, between which the rest of the process gets its turn. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const takeTurn = turnTaker();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    await takeTurn();
  }
  return results;
}
