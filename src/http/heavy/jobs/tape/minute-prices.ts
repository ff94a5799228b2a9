import { epochMs, MINUTE_MS } from '../../../../domain/index.ts';
import type { HistoryReader } from '../../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../../history/contract/series.ts';
import type { TapeWindow } from '../../../../history/tape/contract/tape-reader.ts';

/** Maximum age of a price; an older one is ignored. */
const MAX_AGE_MS = 10 * MINUTE_MS;

/**
 * Reads the price of the last record at or before each full minute of a window, from any source and at most ten minutes
 * old.
 *
 * @returns A function from a full minute (epoch ms) to its price; null: there is none.
 */
export async function readMinutePrices(
  history: HistoryReader,
  key: SeriesKey,
  { fromMs, toMs }: TapeWindow,
): Promise<(t: number) => number | null> {
  const first = Math.ceil(fromMs / MINUTE_MS);
  const prices = new Float64Array(Math.max(0, Math.floor((toMs + 1) / MINUTE_MS) - first + 1)).fill(
    Number.NaN,
  );
  let next = 0;
  let last = { t: Number.NEGATIVE_INFINITY, p: Number.NaN };
  const fillBefore = (t: number) => {
    for (; next < prices.length && (first + next) * MINUTE_MS < t; next++) {
      if ((first + next) * MINUTE_MS - last.t <= MAX_AGE_MS) prices[next] = last.p;
    }
  };
  const window = { fromMs: epochMs(Math.max(0, fromMs - MAX_AGE_MS)), toMs: epochMs(toMs + 1) };
  for await (const { t, p, length } of history.scan(key, window)) {
    for (let row = 0; row < length; row++) {
      fillBefore(t[row]!);
      last = { t: t[row]!, p: p[row]! };
    }
  }
  fillBefore(Number.POSITIVE_INFINITY);
  return (t) => {
    const price = prices[t / MINUTE_MS - first];
    return price === undefined || Number.isNaN(price) ? null : price;
  };
}
