import fc from 'fast-check';
import type { TradeColumns } from '../../src/analytics/series/trade-columns.ts';

const START_MS = 1_735_689_600_000;

/** Hourly bars of positive prices that move by at most a few percent, some of them not at all. */
export const hourlyPrices = fc
  .array(fc.oneof(fc.double({ min: -0.05, max: 0.05, noNaN: true }), fc.constant(0)), {
    minLength: 2,
    maxLength: 150,
    size: 'max',
  })
  .map((moves) => {
    let price = 100;
    return columnsFrom(
      moves.map((move, i) => {
        price *= 1 + move;
        return { t: START_MS + i * 3_600_000, p: price };
      }),
    );
  });

/** Probabilities on a grid of cents, 0 and 1 included. */
export const probabilities = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 150, size: 'max' })
  .map((cents) => columnsFrom(cents.map((cent, i) => ({ t: START_MS + i * 3_600_000, p: cent / 100 }))));

/** Ticks of a few milliseconds on a coarse price grid, with volume on some. */
export const ticks = fc
  .array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 5_000 }),
      price: fc.integer({ min: 90, max: 110 }),
      volume: fc.option(fc.integer({ min: 0, max: 50 })),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((rows) => {
    let t = START_MS;
    return columnsFrom(
      rows.map(({ gapMs, price, volume }) => {
        t += gapMs;
        return { t, p: price, v: volume };
      }),
    );
  });

const anyNumber = fc.oneof(
  fc.double(),
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    1e-160,
  ),
);

const anyTime = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: START_MS, max: START_MS + 500_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, -1, START_MS) },
);

const anyVolume = fc.oneof(
  fc.double({ min: -1e15, max: 1e15 }),
  fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0),
);

/** Records that no venue should ever send: unsorted, repeated, not finite, zero, negative, huge and tiny. */
export const garbage = fc
  .array(fc.record({ t: anyTime, p: anyNumber, v: anyVolume }), { maxLength: 120, size: 'max' })
  .map(columnsFrom);

/** The same in which one price is repeated, or all are. */
export const repetitiveGarbage = fc
  .tuple(
    fc.array(fc.record({ t: anyTime, isOdd: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
      maxLength: 120,
      size: 'max',
    }),
    anyNumber,
    anyNumber,
  )
  .map(([rows, usual, odd]) => columnsFrom(rows.map(({ t, isOdd }) => ({ t, p: isOdd ? odd : usual }))));

export function columnsFrom(
  records: readonly { readonly t: number; readonly p: number; readonly v?: number | null }[],
): TradeColumns {
  return {
    t: Float64Array.from(records, ({ t }) => t),
    p: Float64Array.from(records, ({ p }) => p),
    v: Float64Array.from(records, ({ v }) => v ?? Number.NaN),
  };
}

/** Paths of all numbers in an answer that are not finite. */
export function nonFinitePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (ArrayBuffer.isView(value)) return nonFinitePaths([...(value as Float64Array)], path);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => nonFinitePaths(item, `${path}.${key}`));
}
