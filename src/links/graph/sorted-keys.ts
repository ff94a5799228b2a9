import type { Slices } from '../../scheduling/slices.ts';

/** Number of keys that are sorted or merged before other work may run. */
const RUN = 256;

type TurnSlices = Pick<Slices, 'isDue' | 'pause'>;

/**
 * Maximum number of changes that are inserted one by one. Each moves the keys behind it, so more of them cost as much
 * as a pass over all keys.
 */
const MAX_PLACED = 64;

/**
 * A set of keys with a sorted order. Keys are added and removed at once. The order is updated in slices and is complete
 * at every moment.
 */
export class SortedKeys {
  readonly #keys = new Set<string>();
  #added = new Set<string>();
  #deleted = new Set<string>();
  #order: string[] = [];

  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    // A key that was removed after the last `apply` is still in the order.
    if (!this.#deleted.delete(key)) this.#added.add(key);
  }

  delete(key: string): void {
    if (!this.#keys.delete(key)) return;
    if (!this.#added.delete(key)) this.#deleted.add(key);
  }

  /** Keys in order at the last `apply`. Keys that were removed since are still among them. */
  get order(): readonly string[] {
    return this.#order;
  }

  /** Yields the keys after the given one, in order; null: all keys. */
  *after(key: string | null): Generator<string> {
    const order = this.#order;
    let at = key === null ? 0 : findPlace(order, key);
    if (order[at] === key) at += 1;
    for (; at < order.length; at += 1) yield order[at]!;
  }

  /** Updates the order. Calls must not overlap. */
  async apply(slices: TurnSlices): Promise<void> {
    const [added, deleted] = [this.#added, this.#deleted];
    if (added.size + deleted.size === 0) return;
    this.#added = new Set();
    this.#deleted = new Set();
    if (added.size + deleted.size <= MAX_PLACED) {
      // A copy is changed, because a reader may hold the earlier order meanwhile.
      const order = this.#order.slice();
      for (const key of deleted) order.splice(findPlace(order, key), 1);
      for (const key of added) order.splice(findPlace(order, key), 0, key);
      this.#order = order;
      return;
    }
    const kept: string[] = [];
    for (const [i, key] of this.#order.entries()) {
      if (!deleted.has(key)) kept.push(key);
      if (i % RUN === 0 && slices.isDue()) await slices.pause();
    }
    this.#order = await merge(kept, await sortInRuns([...added], slices), slices);
  }
}

/** Finds the position of the first key that is not below the given one. */
function findPlace(order: readonly string[], key: string): number {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (order[middle]! < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

async function sortInRuns(keys: readonly string[], slices: TurnSlices): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < keys.length; from += RUN) {
    runs.push(keys.slice(from, from + RUN).sort());
    if (slices.isDue()) await slices.pause();
  }
  while (runs.length > 1) {
    const longer: string[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], slices));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merge(left: string[], right: string[], slices: TurnSlices): Promise<string[]> {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const merged: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const isLeft = j >= right.length || (i < left.length && left[i]! < right[j]!);
    merged.push((isLeft ? left[i++] : right[j++]) as string);
    if (merged.length % RUN === 0 && slices.isDue()) await slices.pause();
  }
  return merged;
}
