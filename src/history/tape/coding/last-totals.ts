const FIRST_SLOTS = 1_024;
/** Odd number near 2^32 divided by the golden ratio, which spreads neighbours over the slots. */
const SPREAD = 0x9e3779b1;
const LOW_BITS = 16;

/** Sizes that a run last gave for a side and a place: a table of slots that is used again for the next run. */
export class LastTotals {
  #slots = FIRST_SLOTS;
  #keys = new Float64Array(FIRST_SLOTS);
  #sizes = new Float64Array(FIRST_SLOTS);
  /** Run in which a slot was filled; slots of another run are empty. */
  #runs = new Uint32Array(FIRST_SLOTS);
  #run = 0;
  #filled = 0;

  /** Forgets every size. */
  clear(): void {
    this.#filled = 0;
    this.#run++;
    if (this.#run < 2 ** 32) return;
    this.#runs.fill(0);
    this.#run = 1;
  }

  /** Slot of a side and a place. It holds until the next one is found. */
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

  /** Size of a slot; 0 where none was given. */
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
