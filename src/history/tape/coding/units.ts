/** Units of prices and sizes are below it. */
export const MAX_UNITS = 2 ** 50;
/** More decimals than any value below the limit needs. */
const MAX_DECIMALS = 15;

/** Powers of ten by their exponent. */
const POWERS_OF_TEN: readonly number[] = Array.from({ length: MAX_DECIMALS + 1 }, (_, i) => Number(`1e${i}`));

/**
 * Least number of decimals, and at least `atLeast`, with which a value is a whole number of units.
 *
 * @param value Not negative.
 * @returns -1 when it is none with any, or too large.
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

/** Units of a value that is a whole number of them. */
export function toUnits(value: number, decimals: number): number {
  return Math.round(value * POWERS_OF_TEN[decimals]!);
}

/** Whether a value stays below the limit with so many decimals. */
function fitsDecimals(value: number, decimals: number): boolean {
  return value * POWERS_OF_TEN[decimals]! < MAX_UNITS;
}

/** Decimals that values share: the least with which each of them is a whole number of units. */
export class Scale {
  #decimals = 0;
  #largest = 0;
  /** State before the last `addAll`. */
  #decimalsBefore = 0;
  #largestBefore = 0;

  get decimals(): number {
    return this.#decimals;
  }

  /** @returns Whether a value fits beside those that are there; if not, it was not added. */
  add(value: number): boolean {
    const decimals = findDecimals(value, this.#decimals);
    const largest = value > this.#largest ? value : this.#largest;
    if (decimals === -1 || !fitsDecimals(largest, decimals)) return false;
    this.#decimals = decimals;
    this.#largest = largest;
    return true;
  }

  /** @returns Whether the values from `start` to before `end` fit beside those that are there; if not, none was added. */
  addAll(values: Float64Array, start = 0, end = values.length): boolean {
    this.#decimalsBefore = this.#decimals;
    this.#largestBefore = this.#largest;
    for (let i = start; i < end; i++) {
      if (this.add(values[i]!)) continue;
      this.takeBack();
      return false;
    }
    return true;
  }

  /** Takes back what the last `addAll` added, if nothing was added since. */
  takeBack(): void {
    this.#decimals = this.#decimalsBefore;
    this.#largest = this.#largestBefore;
  }

  /** Forgets every value. */
  clear(): void {
    this.#decimals = 0;
    this.#largest = 0;
  }
}
