import type { Slices } from '../../scheduling/slices.ts';

/** Number of keys that are sorted or merged before other work gets its turn. */
const RUN = 256;

type TurnSlices = Pick<Slices, 'isDue' | 'pause'>;

/** Up to here each change is put in its place, which moves what follows: more of them cost as much as a pass over all keys. */
const MAX_PLACED = 64;

/** Keys in order. They come and go at once; the order follows in slices, and is whole at every moment. */
export class SortedKeys {
  readonly #keys = new Set<string>();
  #added = new Set<string>();
  #deleted = new Set<string>();
  #order: string[] = [];

  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    // A key that was removed since the last `apply` is still in its place.
    if (!this.#deleted.delete(key)) this.#added.add(key);
  }

  delete(key: string): void {
    if (!this.#keys.delete(key)) return;
    if (!this.#added.delete(key)) this.#deleted.add(key);
  }

  /** The keys as they were at the last `apply`: one that has gone since may still be among them. */
  get order(): readonly string[] {
    return this.#order;
  }

  /** The keys behind a key, in order; null: all keys. */
  *after(key: string | null): Generator<string> {
    const order = this.#order;
    let at = key === null ? 0 : findPlace(order, key);
    if (order[at] === key) at += 1;
    for (; at < order.length; at += 1) yield order[at]!;
  }

  /** Brings the order up to date. Calls must not overlap. */
  async apply(slices: TurnSlices): Promise<void> {
    const [added, deleted] = [this.#added, this.#deleted];
    if (added.size + deleted.size === 0) return;
    this.#added = new Set();
    this.#deleted = new Set();
    if (added.size + deleted.size <= MAX_PLACED) {
      // Not in place: who reads the order meanwhile holds the one of before.
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

/** The place of the first key that is not below this one. */
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
