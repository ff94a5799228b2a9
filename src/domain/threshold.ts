import type { MarketTerms } from './market-state.ts';
import type { Threshold } from './ticker.ts';

/** Finds the threshold of a market; null: its question is about no number, or the venue's text is ambiguous. */
export function findThreshold({ direction, strike, strikeHigh }: MarketTerms): Threshold | null {
  if (direction === null || strike === null) return null;
  if (direction !== 'between') return { test: direction, strike, strikeHigh: null };
  return strikeHigh === null || strikeHigh <= strike ? null : { test: direction, strike, strikeHigh };
}
