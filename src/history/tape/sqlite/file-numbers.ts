import type { NumberedMarket } from '../contract/tape-writer.ts';
import type { DayFile } from './day-file.ts';

/** Numbers that markets have in the running file, by the numbers of the caller: each frame asks for one. */
export class FileNumbers {
  readonly #toMarket: (number: number) => NumberedMarket;
  #file: DayFile | null = null;
  #numbers: (number | undefined)[] = [];

  constructor(toMarket: (number: number) => NumberedMarket) {
    this.#toMarket = toMarket;
  }

  /** Gives the number of a market in a file, which names it from then on. */
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

  /** To be called when a number names another market. */
  forget(): void {
    this.#file = null;
    this.#numbers = [];
  }
}
