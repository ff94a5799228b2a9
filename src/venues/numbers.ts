/** A finite number from a number or decimal text; null for anything else, blank text included. */
export function findNumber(value: unknown): number | null {
  if (typeof value === 'string') return value.trim() === '' ? null : findNumber(Number(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
