import { HOUR_MS, type TakerSide } from '../../domain/index.ts';
import type { HourVolume } from './messages.ts';

/** A trade whose size counts for the hour of its time. */
export interface VolumeTrade {
  readonly t: number;
  readonly size: number;
  readonly side: TakerSide | null;
  /** Whether the trade was agreed outside of the book, so that it does not count. */
  readonly isBlock: boolean;
}

type Growing = { -readonly [Member in keyof HourVolume]: HourVolume[Member] };

/** Sums trades by market, hour and stated side, until the sums are taken. */
export class HourVolumes {
  readonly #rows = new Map<string, Growing>();

  add(asset: string, trade: VolumeTrade): void {
    this.#count(asset, trade, 1);
  }

  /** Subtracts a trade that was added in this run or an earlier one. Sums may therefore be negative. */
  remove(asset: string, trade: VolumeTrade): void {
    this.#count(asset, trade, -1);
  }

  take(): readonly HourVolume[] {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    return rows;
  }

  #count(asset: string, { t, size, side, isBlock }: VolumeTrade, times: 1 | -1): void {
    if (isBlock) return;
    const hourMs = Math.floor(t / HOUR_MS) * HOUR_MS;
    const key = `${asset} ${hourMs}`;
    const row = this.#rows.get(key) ?? { asset, hourMs, buys: 0, sells: 0, unknown: 0, trades: 0 };
    this.#rows.set(key, row);
    row[side === null ? 'unknown' : side === 'buy' ? 'buys' : 'sells'] += times * size;
    row.trades += times;
  }
}
