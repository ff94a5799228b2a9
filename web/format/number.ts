/** Shown where there is no value. */
export const MISSING = '–';

const MINUS = '−';

/** Formats a number with the given decimals, thousands apart by a thin space, and a true minus. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009') : whole;
  const isZero = !/[1-9]/.test(text);
  return `${value < 0 && !isZero ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Formats a number with the given significant digits, never in powers of ten. Zero is `0`. */
export function significant(value: number, digits = 5): string {
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))));
  return fixed(value, Math.min(12, Math.max(0, digits - 1 - magnitude)));
}

/** Formats large numbers with three digits and a letter, `1.24 M`; small ones as they are. */
export function compact(value: number): string {
  const size = Math.abs(value);
  for (const [from, letter] of LETTERS) {
    // 999,950 would be written as 1000 K.
    if (size >= from * 0.9995) return `${significant(value / from, 3)} ${letter}`;
  }
  return significant(value, 3);
}

const LETTERS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/** Formats a count: digits in groups, no decimals. */
export function count(value: number): string {
  return fixed(value, 0);
}

/** Formats bytes by thousands: `1.4 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${fixed(value, 0)} B`;
  return `${compact(value).replace('K', 'k')}B`;
}

/** Formats a price in USD: five digits, of tiny ones four, and all digits of the whole dollars. */
export function usd(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.001) return significant(value, 4);
  return significant(value, Math.max(5, Math.floor(Math.log10(Math.abs(value) || 1)) + 2));
}

/** Formats an amount in USD, to the cent: `1234.50`. */
export function dollars(value: number): string {
  return fixed(value, 2);
}

/** Formats a probability from 0 to 1: `24.3 %`. */
export function probability(value: number): string {
  return `${fixed(value * 100, 1)} %`;
}

/** Formats a change with its direction, so that colour is never alone: `▲ +1.20`. */
export function directed(value: number, text: string): string {
  const digits = text.replace(MINUS, '');
  if (!/[1-9]/.test(digits)) return `  ${digits}`;
  return value > 0 ? `▲ +${digits}` : `▼ ${MINUS}${digits}`;
}

/** Formats micro-USD with all six decimals: `12.340000`. */
export function microUsd(value: number): string {
  const sign = value < 0 ? MINUS : '';
  const size = Math.abs(value);
  return `${sign}${fixed(Math.floor(size / 1_000_000), 0)}.${String(size % 1_000_000).padStart(6, '0')}`;
}
