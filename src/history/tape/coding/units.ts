/** Bound of prices and sizes in units. */
const MAX_UNITS = 2 ** 50;
/** Maximum number of decimals that any value below the bound needs. */
const MAX_DECIMALS = 15;

/** Powers of ten, by exponent. */
const POWERS_OF_TEN: readonly number[] = Array.from({ length: MAX_DECIMALS + 1 }, (_, i) => Number(`1e${i}`));

/**
 * Finds the smallest number of decimals, at least `atLeast`, with which a value is a whole number of units.
 *
 * @param value Not negative.
 * @returns -1 when there is none, or the value is too large.
 */
export function findDecimals(value: number, atLeast = 0): number {
  for (let decimals = atLeast; decimals <= MAX_DECIMALS; decimals++) {
    const power = POWERS_OF_TEN[decimals]!;
    const units = Math.round(value * power);
    if (!(units < MAX_UNITS)) return -1;
    if (units / power === value) return decimals;
  }
  return -1;
}

/** Returns 10^decimals, from a table: computing the power costs as much as decoding a change. */
export function countUnits(decimals: number): number {
  return POWERS_OF_TEN[decimals] ?? 10 ** decimals;
}

/** Converts a value that is a whole number of units. */
export function toUnits(value: number, decimals: number): number {
  return Math.round(value * POWERS_OF_TEN[decimals]!);
}

/** Whether a value is below the bound with this many decimals. */
function fitsDecimals(value: number, decimals: number): boolean {
  return value * POWERS_OF_TEN[decimals]! < MAX_UNITS;
}

/** Number of decimals that values share: the smallest with which each of them is a whole number of units. */
export class Scale {
  #decimals = 0;
  #largest = 0;
  /** State before the last `addAll`. */
  #decimalsBefore = 0;
  #largestBefore = 0;

  get decimals(): number {
    return this.#decimals;
  }

  /** Adds a value. @returns Whether it fits the earlier values; if not, it was not added. */
  add(value: number): boolean {
    const decimals = findDecimals(value, this.#decimals);
    const largest = value > this.#largest ? value : this.#largest;
    if (decimals === -1 || !fitsDecimals(largest, decimals)) return false;
    this.#decimals = decimals;
    this.#largest = largest;
    return true;
  }

  /** Adds the values from `start` to before `end`. @returns Whether they fit; if not, none was added. */
  addAll(values: Float64Array, start = 0, end = values.length): boolean {
    this.#decimalsBefore = this.#decimals;
    this.#largestBefore = this.#largest;
    for (let i = start; i < end; i++) {
      if (this.add(values[i]!)) continue;
      this.revert();
      return false;
    }
    return true;
  }

  /** Reverts the last `addAll`, if nothing was added since. */
  revert(): void {
    this.#decimals = this.#decimalsBefore;
    this.#largest = this.#largestBefore;
  }

  /** Removes all values. */
  clear(): void {
    this.#decimals = 0;
    this.#largest = 0;
  }
}
