import { findNumber } from '../numbers.ts';

/** A probability strictly between 0 and 1. Gamma writes 0 and 1 where there is no quote or trade. */
export function findInnerPrice(value: unknown): number | null {
  const price = findNumber(value);
  return price !== null && price > 0 && price < 1 ? price : null;
}

/**
 * A list of texts from a JSON array or from text that holds one. null when it is neither, or when an
 * item is not text: a token id of 78 digits that arrives as a bare number has lost digits already.
 */
export function findTexts(value: unknown): string[] | null {
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      return Array.isArray(parsed) ? findTexts(parsed) : null;
    } catch {
      return null;
    }
  }
  if (!Array.isArray(value)) return null;
  return value.every((item) => typeof item === 'string') ? value : null;
}

/** Text, or null where the venue has none. */
export function findText(value: string | null | undefined): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : value;
}
