/** Number of parts of a window. A part keeps its lowest and its highest price. */
const PARTS = 60;

interface Part {
  readonly start: number;
  low: number;
  high: number;
}

/** Lowest and highest price of a span, as stored history gives it. */
export interface PriceRange {
  readonly t: number;
  readonly low: number;
  readonly high: number;
}

/** The lowest and highest prices of a moving window, in bounded memory. The window is exact to a sixtieth. */
export class PriceWindow {
  readonly #withinMs: number;
  readonly #partMs: number;
  #parts: Part[] = [];

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
    this.#partMs = Math.ceil(withinMs / PARTS);
  }

  /** Width in ms of a part, the bucket width for {@link fill}. */
  get partMs(): number {
    return this.#partMs;
  }

  /** Adds what was recorded before the first price of this process. */
  fill(ranges: readonly PriceRange[]): void {
    this.#parts = [...ranges.map(({ t, low, high }) => ({ start: t, low, high })), ...this.#parts].sort(
      (a, b) => a.start - b.start,
    );
  }

  add(t: number, price: number): void {
    const start = Math.floor(t / this.#partMs) * this.#partMs;
    const last = this.#parts.at(-1);
    if (last === undefined || last.start < start) {
      this.#parts.push({ start, low: price, high: price });
    } else {
      last.low = Math.min(last.low, price);
      last.high = Math.max(last.high, price);
    }
    while (this.#parts.length > 0 && this.#parts[0]!.start < t - this.#withinMs) this.#parts.shift();
  }

  /** Finds the price of the window that is farthest from a price; null: the window is empty. */
  findFarthest(price: number): number | null {
    let farthest: number | null = null;
    for (const { low, high } of this.#parts) {
      for (const one of [low, high]) {
        if (farthest === null || Math.abs(price - one) > Math.abs(price - farthest)) farthest = one;
      }
    }
    return farthest;
  }
}
