import { compareDecimals, formatDecimal, formatDouble, parseDecimal } from './decimal.ts';

/** Value of a reference price: an exact decimal when its publisher sent a text, else a double. */
export interface ReferencePrice {
  /** Value as decimal text; null when only the double is known. */
  readonly text: string | null;
  /** Nearest double of the value. */
  readonly p: number;
}

/** A recorded value of a series. */
export interface RecordedValue extends ReferencePrice {
  /** Time by the clock of the source, in epoch ms. */
  readonly t: number;
  /** Time of arrival by our clock, in epoch ms. */
  readonly receivedAt: number;
}

/** Compares two prices: -1, 0 or 1; null when the order is unknown, because one is a double equal to the other's. */
export function comparePrices(a: ReferencePrice, b: ReferencePrice): -1 | 0 | 1 | null {
  if (a.text !== null && b.text !== null) return compareDecimals(parseDecimal(a.text), parseDecimal(b.text));
  if (a.p === b.p) return null;
  return a.p < b.p ? -1 : 1;
}

/** Whether two values are equal as far as it is known. */
export function isSamePrice(a: ReferencePrice, b: ReferencePrice): boolean {
  return a.text !== null && b.text !== null ? comparePrices(a, b) === 0 : a.p === b.p;
}

/** Formats a price as decimal text: without exponent, trailing zeros and trailing point. */
export function formatPrice({ text, p }: ReferencePrice): string {
  return text === null ? formatDouble(p) : formatDecimal(parseDecimal(text));
}
