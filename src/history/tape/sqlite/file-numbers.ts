import type { NumberedMarket } from '../contract/tape-writer.ts';
import type { DayFile } from './day-file.ts';

/** Cache of the numbers of markets in the current file, by the caller's numbers, since every frame needs one. */
export class FileNumbers {
  readonly #toMarket: (number: number) => NumberedMarket;
  #file: DayFile | null = null;
  #numbers: (number | undefined)[] = [];

  constructor(toMarket: (number: number) => NumberedMarket) {
    this.#toMarket = toMarket;
  }

  /** Returns a function from the caller's number to the number in a file, which names the market from then on. */
  of(file: DayFile): (market: number) => number {
    if (file !== this.#file) this.forget();
    this.#file = file;
    const numbers = this.#numbers;
    return (market) => {
      const known = numbers[market];
      if (known !== undefined) return known;
      const number = file.rows.number(this.#toMarket(market));
      numbers[market] = number;
      return number;
    };
  }

  /** Clears the cache. Must be called when a number is assigned to another market. */
  forget(): void {
    this.#file = null;
    this.#numbers = [];
  }
}
