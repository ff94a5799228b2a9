import { findJson } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';

/** Reads a probability strictly between 0 and 1. Gamma writes 0 and 1 where there is no quote or trade. */
export function findInnerPrice(value: unknown): number | null {
  const price = findNumber(value);
  return price !== null && price > 0 && price < 1 ? price : null;
}

/**
 * Reads a list of texts from an array, or from text that contains a JSON array. null for anything else, and when an
 * item is not text: a token id of 78 digits that arrives as a number has lost digits already.
 */
export function findTexts(value: unknown): string[] | null {
  if (typeof value === 'string') {
    const parsed = findJson(value);
    return Array.isArray(parsed) ? findTexts(parsed) : null;
  }
  if (!Array.isArray(value)) return null;
  return value.every((item) => typeof item === 'string') ? value : null;
}

/** Returns the text; null when it is empty or absent. */
export function findText(value: string | null | undefined): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : value;
}
