import type { TradeColumns } from '../../src/analytics/index.ts';

const START_MS = 1_735_689_600_000;

/** Creates uniform numbers in [0, 1) that are the same in every run. Source: G. Steele's SplitMix, 32 bit. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Builds a random walk of prices with traded volume. */
export function walk(
  records: number,
  { seed, barMs, start = 100 }: { readonly seed: number; readonly barMs: number; readonly start?: number },
): TradeColumns {
  const random = seededRandom(seed);
  const columns = {
    t: new Float64Array(records),
    p: new Float64Array(records),
    v: new Float64Array(records),
  };
  let price = start;
  for (let i = 0; i < records; i++) {
    // The sum of four uniforms is close enough to a normal step.
    price *= 1 + 0.004 * (random() + random() + random() + random() - 2);
    columns.t[i] = START_MS + i * barMs;
    columns.p[i] = Number(price.toPrecision(8));
    columns.v[i] = Math.round(random() * 1e4) / 100;
  }
  return columns;
}

/** Finds the time of the last record. */
export function getLastTime({ t }: TradeColumns): number {
  return t[t.length - 1]!;
}
