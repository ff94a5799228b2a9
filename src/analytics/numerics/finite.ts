/** The value, or null where it is NaN or infinite: answers carry finite numbers only. */
export function toFiniteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** `numerator / denominator`, or null when either is missing, the denominator is 0 or the quotient overflows. */
export function ratio(numerator: number | null, denominator: number | null): number | null {
  if (numerator === null || denominator === null || denominator === 0) return null;
  return toFiniteOrNull(numerator / denominator);
}

/** The value held between two bounds. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
