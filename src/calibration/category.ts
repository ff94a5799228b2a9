import { HOUR_MS, type MarketFacts } from '../domain/index.ts';

const NO_CATEGORY = 'none';
/** Category of markets whose question concerns their own short time window. */
const WINDOW = 'window';
const MAX_WINDOW_MS = 4 * HOUR_MS;

/** Facts of a market that determine its category. */
export type CategorisedFacts = Pick<MarketFacts, 'category' | 'settling'>;

/** Returns the category under which a market is calibrated: `window`, or the venue's category in lower case. */
export function toCategory(facts: CategorisedFacts | null): string {
  if (facts !== null && isWindow(facts)) return WINDOW;
  const stated = facts?.category?.trim().toLowerCase() ?? '';
  return stated === '' ? NO_CATEGORY : stated;
}

/**
 * Whether the question of a market compares a price with its value at the market's opening, or the market is open for
 * four hours at most.
 */
function isWindow({ settling }: CategorisedFacts): boolean {
  if (settling === null) return false;
  const { strikeFrom, openAt, closeAt } = settling;
  if (strikeFrom === 'opening') return true;
  return openAt !== null && closeAt !== null && closeAt - openAt <= MAX_WINDOW_MS;
}
