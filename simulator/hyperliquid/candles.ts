import { DAY_MS, HOUR_MS } from '../../src/domain/index.ts';
import { quoteAt } from '../world/listing.ts';
import { type Coin, decimal, perpPrice } from './shapes.ts';

/** Widths in ms by the venue's names. */
export const INTERVALS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
  '1M': 30 * DAY_MS,
};
const CANDLES_KEPT = 5_000;

/** One candle; `t` is its open. Null where the coin was not listed. */
export function buildCandle(coin: Coin, interval: string, open: number, now: number) {
  const width = INTERVALS[interval] ?? HOUR_MS;
  const close = Math.min(open + width - 1, now);
  const listedAt = coin.kind === 'outcome' ? coin.listing.event.openAt : 0;
  if (close < listedAt) return null;
  const prices = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) =>
    priceAt(coin, Math.max(listedAt, open + part * (close - open))),
  );
  const price = (value: number) => (coin.kind === 'perp' ? perpPrice(value, coin.perp) : decimal(value, 5));
  const tape = coin.kind === 'perp' ? coin.perp.tape : coin.listing.tape;
  const volume = tape.volume(Math.max(listedAt, open), close);
  return {
    t: open,
    T: open + width - 1,
    s: coin.coin,
    i: interval,
    o: price(prices[0]!),
    c: price(prices.at(-1)!),
    h: price(Math.max(...prices)),
    l: price(Math.min(...prices)),
    v: decimal(volume, coin.kind === 'perp' ? coin.perp.szDecimals : 0),
    n: tape.isDead ? 0 : Math.max(0, tape.lastSlot(close) - tape.lastSlot(open)),
  };
}

function priceAt(coin: Coin, t: number): number {
  if (coin.kind === 'perp') return coin.perp.markPrice(t);
  const { mid, last } = quoteAt(coin.listing, t);
  const yes = mid ?? last ?? 0.5;
  return coin.side === 0 ? yes : 1 - yes;
}

export function buildCandles(coin: Coin, interval: string, startTime: number, endTime: number, now: number) {
  const width = INTERVALS[interval] ?? HOUR_MS;
  const last = Math.floor(Math.min(endTime, now) / width) * width;
  const oldest = Math.floor(now / width) * width - (CANDLES_KEPT - 1) * width;
  const rows = [];
  for (let open = Math.max(Math.floor(startTime / width) * width, oldest); open <= last; open += width) {
    const candle = buildCandle(coin, interval, open, now);
    if (candle !== null) rows.push(candle);
  }
  return rows;
}
