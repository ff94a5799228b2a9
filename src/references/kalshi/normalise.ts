import { type EpochMs, epochMs, toSlug } from '../../domain/index.ts';
import type { ReferenceSeries, ReferenceValue } from '../relay.ts';

const QUARTER_MS = 900_000;
const WHOLE = 60;

/** Name of the index of a coin. */
export function toIndexId(coin: string): string {
  return coin === 'btc' ? 'BRTI' : `${coin.toUpperCase()}USD_RTI`;
}

/** Coin of a ticker of Pyth, such as `Metal.XAU/USD`: what stands before USD, else the whole pair. */
export function toPythCoin(ticker: string): string {
  const pair = ticker.slice(ticker.lastIndexOf('.') + 1).toLowerCase();
  return toSlug(pair.replace(/\/usd$/, ''));
}

/** Text or number of a price, as it was sent. */
export function toPrice(value: string | number): Pick<ReferenceValue, 'text' | 'value'> {
  return typeof value === 'string' ? { text: value, value: null } : { text: null, value };
}

export interface WindowedAverage {
  readonly value: string | number;
  readonly window_size: number;
}

/** Reading of the average before a quarter of an hour, from one second of an index. */
export type AverageReading =
  | { readonly kind: 'value'; readonly value: ReferenceValue }
  /** A whole average at a moment that is no quarter of an hour. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'nothing' };

/**
 * Follows the average of the last minute before each quarter of an hour of one coin. It is the settlement at 60 values;
 * one that stopped before is kept as its count, at the quarter of an hour that its frames led to.
 */
export class QuarterAverage {
  readonly #series: ReferenceSeries;
  #partial: { readonly at: number; readonly count: number; readonly quarter: EpochMs } | null = null;
  #wholeAt = 0;

  constructor(series: ReferenceSeries) {
    this.#series = series;
  }

  /** @param time Moment of the frame on the clock of the index. */
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
      value: { ...this.#series, t: time, ...toPrice(value), count: WHOLE, ...arrival },
    };
  }

  /** The last incomplete average, once a later second comes without it, or belongs to another quarter of an hour. */
  #takePartial(time: EpochMs, hasAverage: boolean, receivedAt: EpochMs): ReferenceValue | null {
    const partial = this.#partial;
    if (partial === null || time <= partial.at) return null;
    if (hasAverage && time <= partial.quarter) return null;
    this.#partial = null;
    const { quarter: t, count } = partial;
    return { ...this.#series, t, text: null, value: null, count, receivedAt, isSnapshot: false };
  }
}
