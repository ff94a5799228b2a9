import { ColumnBuilder } from '../../src/history/columns/columns.ts';

/** Start of the long series, off every round minute and hour, epoch ms. */
export const START = 1_700_000_123_456;
export const STEP = 5_000;
export const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;

/** Numbers from 0 to 1, the same every time. */
export function randomNumbers(seed = 42): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Builds a price that moves by cents every 5 s, with volumes of three decimals. */
export function randomWalk(count: number, seed = 42): ColumnBuilder {
  const random = randomNumbers(seed);
  const columns = new ColumnBuilder(count);
  let cents = 6_500_000;
  for (let i = 0; i < count; i++) {
    cents += Math.round((random() - 0.5) * 2_000);
    columns.push(START + i * STEP, cents / 100, Math.round(random() * 10_000) / 1_000, 1);
  }
  return columns;
}
