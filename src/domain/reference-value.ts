import { compareDecimals, formatDecimal, formatDouble, parseDecimal } from './decimal.ts';

/** Value of a moment: an exact decimal where its publisher sent a text, else a double. */
export interface ReferencePrice {
  /** Value as decimal text; null where only the double is known. */
  readonly text: string | null;
  /** Nearest double. */
  readonly p: number;
}

/** Value that was recorded of a series. */
export interface RecordedValue extends ReferencePrice {
  /** Moment on the clock of its source, epoch ms. */
  readonly t: number;
  /** Arrival on our clock, epoch ms. */
  readonly receivedAt: number;
}

/** Compares two prices: -1, 0 or 1; null when the order is not known, since one is a double that equals the other's. */
export function comparePrices(a: ReferencePrice, b: ReferencePrice): -1 | 0 | 1 | null {
  if (a.text !== null && b.text !== null) return compareDecimals(parseDecimal(a.text), parseDecimal(b.text));
  if (a.p === b.p) return null;
  return a.p < b.p ? -1 : 1;
}

/** Whether two values are the same as far as it is known. */
export function isSamePrice(a: ReferencePrice, b: ReferencePrice): boolean {
  return a.text !== null && b.text !== null ? comparePrices(a, b) === 0 : a.p === b.p;
}

/** Decimal text as it is shown: without exponent, trailing zeros and trailing point. */
export function formatPrice({ text, p }: ReferencePrice): string {
  return text === null ? formatDouble(p) : formatDecimal(parseDecimal(text));
}
