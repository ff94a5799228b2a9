import { findTexts } from './fields.ts';

/** The two outcomes and tokens of a market, and which of them is Yes. */
export interface YesAndNo {
  /** Index of the Yes outcome in `outcomes`, `outcomePrices` and `clobTokenIds`. */
  readonly yesIndex: 0 | 1;
  readonly outcomes: readonly [yes: string, no: string];
  /** Decimal text of up to 78 digits: never a number. */
  readonly yesToken: string;
  readonly noToken: string;
}

/**
 * Reads the Yes and No tokens of a market; null without exactly two outcomes and tokens. Prices and orders both use it.
 *
 * Yes is the outcome of that name at any position, otherwise (Up/Down, two teams) the first.
 */
export function readYesAndNo(market: {
  readonly outcomes?: unknown;
  readonly clobTokenIds?: unknown;
}): YesAndNo | null {
  const outcomes = findTexts(market.outcomes);
  const tokens = findTexts(market.clobTokenIds);
  if (outcomes?.length !== 2 || tokens?.length !== 2) return null;
  const [first = '', second = ''] = outcomes;
  const [firstToken = '', secondToken = ''] = tokens;
  if (!/^\d+$/.test(firstToken) || !/^\d+$/.test(secondToken)) return null;

  const yesIndex = isYes(second) && !isYes(first) ? 1 : 0;
  return {
    yesIndex,
    outcomes: yesIndex === 0 ? [first, second] : [second, first],
    yesToken: yesIndex === 0 ? firstToken : secondToken,
    noToken: yesIndex === 0 ? secondToken : firstToken,
  };
}

function isYes(outcome: string): boolean {
  return outcome.trim().toLowerCase() === 'yes';
}
