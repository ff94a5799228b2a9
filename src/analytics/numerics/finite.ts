/** Returns the value, or null when it is NaN or infinite, because answers contain finite numbers only. */
export function toFiniteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Returns `numerator / denominator`; null when either is null, the denominator is 0 or the quotient overflows. */
export function ratio(numerator: number | null, denominator: number | null): number | null {
  if (numerator === null || denominator === null || denominator === 0) return null;
  return toFiniteOrNull(numerator / denominator);
}

/** Limits a value to a range. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
