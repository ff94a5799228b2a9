const FIRST_SLOTS = 1_024;
/** Odd number near 2^32 divided by the golden ratio, which spreads neighbouring keys over the slots of a hash table. */
const SPREAD = 0x9e3779b1;
const LOW_BITS = 16;

/** Last size of each side and place (price in units / step) in a run: a hash table that is reused for the next run. */
export class LastTotals {
  #slots = FIRST_SLOTS;
  #keys = new Float64Array(FIRST_SLOTS);
  #sizes = new Float64Array(FIRST_SLOTS);
  /** Number of the run in which a slot was filled; a slot of another run is empty. */
  #runs = new Uint32Array(FIRST_SLOTS);
  #run = 0;
  #filled = 0;

  /** Removes all sizes. */
  clear(): void {
    this.#filled = 0;
    this.#run++;
    if (this.#run < 2 ** 32) return;
    this.#runs.fill(0);
    this.#run = 1;
  }

  /** Finds the slot of a side and a place, valid until the next call. */
  find(side: number, place: number): number {
    if (2 * this.#filled >= this.#slots) this.#grow();
    const key = 2 * place + side;
    const slot = this.#seek(key);
    if (this.#runs[slot] !== this.#run) {
      this.#keys[slot] = key;
      this.#sizes[slot] = 0;
      this.#runs[slot] = this.#run;
      this.#filled++;
    }
    return slot;
  }

  /** Returns the size in a slot; 0 when it has none. */
  get(slot: number): number {
    return this.#sizes[slot]!;
  }

  set(slot: number, size: number): void {
    this.#sizes[slot] = size;
  }

  #seek(key: number): number {
    const mask = this.#slots - 1;
    let slot = (Math.imul(key, SPREAD) >>> LOW_BITS) & mask;
    while (this.#runs[slot] === this.#run && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, sizes, runs] = [this.#keys, this.#sizes, this.#runs];
    this.#slots *= 2;
    this.#keys = new Float64Array(this.#slots);
    this.#sizes = new Float64Array(this.#slots);
    this.#runs = new Uint32Array(this.#slots);
    for (let i = 0; i < keys.length; i++) {
      if (runs[i] !== this.#run) continue;
      const slot = this.#seek(keys[i]!);
      this.#keys[slot] = keys[i]!;
      this.#sizes[slot] = sizes[i]!;
      this.#runs[slot] = this.#run;
    }
  }
}
