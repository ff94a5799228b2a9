import { unit } from './random.ts';

/** Frequency and sizes of the trades of one market. */
export interface TapeShape {
  readonly key: number;
  /** Width of a slot, in ms, each of which has one trade; Infinity when the market never trades. */
  readonly slotMs: number;
  readonly meanSize: number;
  /** Sizes are multiples of this. */
  readonly lot: number;
}

export interface TapeTrade {
  readonly slot: number;
  readonly time: number;
  readonly size: number;
  readonly isBuy: boolean;
}

/**
 * Trades as a function of the slot number. The sum up to a slot is `slot * mean` plus a wiggle, and a
 * size is the difference of two sums: so the volume of any window costs two evaluations.
 */
export class Tape {
  readonly #shape: TapeShape;

  constructor(shape: TapeShape) {
    this.#shape = shape;
  }

  get isDead(): boolean {
    return !Number.isFinite(this.#shape.slotMs);
  }

  /** Volume traded before or at `t`, counted from the epoch. Only differences mean something. */
  sumAt(t: number): number {
    return this.isDead ? 0 : this.#sumTo(this.lastSlot(t));
  }

  /** Volume traded after `fromMs` up to `toMs`. */
  volume(fromMs: number, toMs: number): number {
    return Math.max(0, this.sumAt(toMs) - this.sumAt(fromMs));
  }

  lastSlot(t: number): number {
    const slot = Math.floor(t / this.#shape.slotMs);
    return this.#toTime(slot) <= t ? slot : slot - 1;
  }

  tradeAt(slot: number): TapeTrade {
    return {
      slot,
      time: this.#toTime(slot),
      size: this.#sumTo(slot) - this.#sumTo(slot - 1),
      isBuy: unit(this.#shape.key + 2, slot) < 0.5,
    };
  }

  /** The trades of a window, newest first, at most `limit`. `fromMs` is exclusive, `toMs` inclusive. */
  trades(fromMs: number, toMs: number, limit: number): TapeTrade[] {
    if (this.isDead) return [];
    const found: TapeTrade[] = [];
    for (let slot = this.lastSlot(toMs); found.length < limit; slot--) {
      const trade = this.tradeAt(slot);
      if (trade.time <= fromMs) break;
      if (trade.size > 0) found.push(trade);
    }
    return found;
  }

  #toTime(slot: number): number {
    return Math.floor((slot + 0.9 * unit(this.#shape.key + 1, slot)) * this.#shape.slotMs);
  }

  #sumTo(slot: number): number {
    const { key, meanSize, lot } = this.#shape;
    const sum = meanSize * (slot + 0.95 * unit(key, slot));
    return Math.round(sum / lot) * lot;
  }
}
