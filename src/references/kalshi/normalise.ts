import { type EpochMs, epochMs, toSlug } from '../../domain/index.ts';
import type { ReferenceSeries, ReferenceValue } from '../relay.ts';

const QUARTER_MS = 900_000;
const WHOLE = 60;

/** Builds the id of a coin's index. */
export function toIndexId(coin: string): string {
  return coin === 'btc' ? 'BRTI' : `${coin.toUpperCase()}USD_RTI`;
}

/** Finds the coin of a Pyth ticker such as `Metal.XAU/USD`: the part before USD, otherwise the whole pair. */
export function toPythCoin(ticker: string): string {
  const pair = ticker.slice(ticker.lastIndexOf('.') + 1).toLowerCase();
  return toSlug(pair.replace(/\/usd$/, ''));
}

/** Reads a price as text or number, in the form in which it was sent. */
export function toStatedPrice(value: string | number): Pick<ReferenceValue, 'text' | 'value'> {
  return typeof value === 'string' ? { text: value, value: null } : { text: null, value };
}

export interface WindowedAverage {
  readonly value: string | number;
  readonly window_size: number;
}

/** Result of reading one second of an index for the average before a quarter of an hour. */
export type AverageReading =
  | { readonly kind: 'value'; readonly value: ReferenceValue }
  /** A complete average at a time that is no quarter of an hour. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'nothing' };

/**
 * Follows the average of the last minute before each quarter of an hour, for one coin. The average of 60 values is the
 * settlement. An average that stopped earlier is kept as its number of values, at the quarter of an hour to which its
 * frames belonged.
 */
export class QuarterAverage {
  readonly #series: ReferenceSeries;
  #partial: { readonly at: number; readonly count: number; readonly quarter: EpochMs } | null = null;
  #wholeAt = 0;

  constructor(series: ReferenceSeries) {
    this.#series = series;
  }

  /** Reads the average of one frame. @param time Time of the frame on the clock of the index. */
  read(time: EpochMs, average: WindowedAverage | null, receivedAt: EpochMs): AverageReading {
    if (average !== null && average.window_size === WHOLE) return this.#readWhole(time, average, receivedAt);
    const kept = this.#takePartial(time, average !== null, receivedAt);
    if (average !== null && average.window_size > 0) {
      const quarter = epochMs(Math.ceil(time / QUARTER_MS) * QUARTER_MS);
      if (quarter !== this.#wholeAt && time >= (this.#partial?.at ?? 0))
        this.#partial = { at: time, count: average.window_size, quarter };
    }
    return kept === null ? { kind: 'nothing' } : { kind: 'value', value: kept };
  }

  #readWhole(time: EpochMs, { value }: WindowedAverage, receivedAt: EpochMs): AverageReading {
    if (time % QUARTER_MS !== 0) return { kind: 'invalid' };
    this.#wholeAt = time;
    if (this.#partial !== null && this.#partial.quarter <= time) this.#partial = null;
    const arrival = { receivedAt, isSnapshot: false };
    return {
      kind: 'value',
      value: { ...this.#series, t: time, ...toStatedPrice(value), count: WHOLE, ...arrival },
    };
  }

  /**
   * Takes the last incomplete average as soon as a later second has no average or belongs to another quarter of an
   * hour. null when there is none.
   */
  #takePartial(time: EpochMs, hasAverage: boolean, receivedAt: EpochMs): ReferenceValue | null {
    const partial = this.#partial;
    if (partial === null || time <= partial.at) return null;
    if (hasAverage && time <= partial.quarter) return null;
    this.#partial = null;
    const { quarter: t, count } = partial;
    return { ...this.#series, t, text: null, value: null, count, receivedAt, isSnapshot: false };
  }
}
