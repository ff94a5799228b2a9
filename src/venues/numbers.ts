/** A finite number from a number or decimal text; null for anything else, blank text included. */
export function findNumber(value: unknown): number | null {
  if (typeof value === 'string') {
    const number = Number(value);
    // Text without a digit counts as 0 otherwise.
    return Number.isFinite(number) && (number !== 0 || value.trim() !== '') ? number : null;
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
