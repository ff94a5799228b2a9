import { type Candle, epochMs } from '../../domain/index.ts';
import { refuse } from '../../upstream/intake.ts';
import type { Refusal } from '../../upstream/refusal.ts';
import { candleRow, type WireCandle } from './wire.ts';

/** Converts a candle of the venue; null when one of its prices is not above 0. */
export function normaliseCandle(row: WireCandle): Candle | null {
  const [open, high, low, close] = [Number(row.o), Number(row.h), Number(row.l), Number(row.c)];
  if (![open, high, low, close].every((price) => Number.isFinite(price) && price > 0)) return null;
  const volume = row.v === null || row.v === undefined ? null : Number(row.v);
  return { t: epochMs(row.t), open, high, low, close, volume, trades: row.n ?? null };
}

/** Describes a candle that contradicts itself, such as one whose high is below its low. */
export function refuseCandle(coin: string, row: WireCandle): Refusal {
  const { name, endpoint } = candleRow;
  return refuse(name, 'the candle contradicts itself', { endpoint, row: coin, value: row });
}
