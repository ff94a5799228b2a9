/** A day of a picture. */
export interface DayValue {
  /** UTC day: `2026-11-30`. */
  readonly day: string;
  /** null: it is not known, and its place stays empty. */
  readonly value: number | null;
}

/** A bar from zero; places and sizes are percent of the picture, from the left and from the top. */
export interface DayBar {
  readonly day: string;
  readonly left: number;
  readonly wide: number;
  /** null: the day is not known. */
  readonly bar: { readonly top: number; readonly tall: number; readonly isBelow: boolean } | null;
}

export interface DayDrawing {
  readonly bars: readonly DayBar[];
  /** Place of zero, percent from the top. */
  readonly zero: number;
  /** Highest and lowest value of the scale, which has zero in it. */
  readonly high: number;
  readonly low: number;
}

/** A value that is not zero is never thinner than this, percent: it would look like none. */
const MIN_TALL = 1.5;

/** A bar for each day, all on one scale that begins at zero. @param days Oldest first. */
export function drawDays(days: readonly DayValue[]): DayDrawing {
  const values = days.flatMap(({ value }) => (value === null ? [] : [value]));
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low || 1;
  const zero = high === 0 && low === 0 ? 100 : (high / range) * 100;
  const wide = 100 / Math.max(1, days.length);
  const bars = days.map(({ day, value }, i): DayBar => {
    const left = i * wide;
    if (value === null) return { day, left, wide, bar: null };
    const tall = value === 0 ? 0 : Math.max(MIN_TALL, (Math.abs(value) / range) * 100);
    const isBelow = value < 0;
    return { day, left, wide, bar: { top: isBelow ? zero : zero - tall, tall, isBelow } };
  });
  return { bars, zero, high, low };
}
