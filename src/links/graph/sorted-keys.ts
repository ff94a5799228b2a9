import type { Slices } from '../../scheduling/slices.ts';

/** Number of keys that are sorted or merged before other work gets its turn. */
const RUN = 256;

type Slicing = Pick<Slices, 'isDue' | 'pause'>;

/** Keys in order. They come and go at once; the order follows in slices, and is whole at every moment. */
export class SortedKeys {
  readonly #keys = new Set<string>();
  #added = new Set<string>();
  #isStale = false;
  #order: readonly string[] = [];

  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#added.add(key);
  }

  delete(key: string): void {
    if (!this.#keys.delete(key)) return;
    if (!this.#added.delete(key)) this.#isStale = true;
  }

  /** The keys as they were at the last `settle`: one that has gone since may still be among them. */
  get order(): readonly string[] {
    return this.#order;
  }

  /** Brings the order up to date. Calls must not overlap. */
  async settle(slices: Slicing): Promise<void> {
    if (this.#added.size === 0 && !this.#isStale) return;
    const added = [...this.#added];
    this.#added = new Set();
    this.#isStale = false;
    const kept: string[] = [];
    const inAdded = new Set(added);
    for (const [i, key] of this.#order.entries()) {
      // A key that went and came again is among the added ones.
      if (this.#keys.has(key) && !inAdded.has(key)) kept.push(key);
      if (i % RUN === 0 && slices.isDue()) await slices.pause();
    }
    this.#order = await merge(kept, await sortInRuns(added, slices), slices);
  }
}

async function sortInRuns(keys: readonly string[], slices: Slicing): Promise<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let from = 0; from < keys.length; from += RUN) {
    runs.push(keys.slice(from, from + RUN).sort());
    if (slices.isDue()) await slices.pause();
  }
  while (runs.length > 1) {
    const longer: (readonly string[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], slices));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merge(
  left: readonly string[],
  right: readonly string[],
  slices: Slicing,
): Promise<readonly string[]> {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const merged: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const isLeft = j >= right.length || (i < left.length && (left[i] as string) < (right[j] as string));
    merged.push((isLeft ? left[i++] : right[j++]) as string);
    if (merged.length % RUN === 0 && slices.isDue()) await slices.pause();
  }
  return merged;
}
