import { DAY_MS, HOUR_MS, type TakerSide } from '../../domain/index.ts';
import type { TapeReader } from '../../history/tape/contract/tape-reader.ts';
import type { HourVolume } from './messages.ts';

/** A trade whose size counts in the hour of its time. */
export interface VolumeTrade {
  readonly t: number;
  readonly size: number;
  readonly side: TakerSide | null;
  /** Trades that were agreed outside of the book do not count. */
  readonly isBlock: boolean;
}

type Growing = { -readonly [Member in keyof HourVolume]: HourVolume[Member] };

/** Sums of trades by market, hour and stated side, until they are taken. */
export class HourVolumes {
  readonly #rows = new Map<string, Growing>();

  add(asset: string, trade: VolumeTrade): void {
    this.#count(asset, trade, 1);
  }

  /** Takes back a trade that was added, in this run or an earlier one: its sums may fall below 0. */
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

/** Sums of what is stored of the last day. */
export async function readHourVolumes(reader: TapeReader, nowMs: number): Promise<readonly HourVolume[]> {
  const volumes = new HourVolumes();
  const window = { fromMs: nowMs - DAY_MS, toMs: nowMs + HOUR_MS };
  await reader.visitTrades(window, (asset, trade) => volumes.add(asset, trade));
  return volumes.take();
}
