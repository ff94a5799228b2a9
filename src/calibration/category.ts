import { HOUR_MS, type MarketFacts } from '../domain/index.ts';

const NO_CATEGORY = 'none';
/** Category of markets that open with their window. */
const WINDOW = 'window';
const MAX_WINDOW_MS = 4 * HOUR_MS;

/** Facts of a market that its category depends on. */
export type CategorisedFacts = Pick<MarketFacts, 'category' | 'settling'>;

/** The category under which a market is calibrated: `window`, or that of its venue in lower case. */
export function toCategory(facts: CategorisedFacts | null): string {
  if (facts !== null && isWindow(facts)) return WINDOW;
  const stated = facts?.category?.trim().toLowerCase() ?? '';
  return stated === '' ? NO_CATEGORY : stated;
}

/** Whether a market asks how a price moves from its own beginning on, or lasts four hours at most. */
function isWindow({ settling }: CategorisedFacts): boolean {
  if (settling === null) return false;
  const { strikeFrom, openAt, closeAt } = settling;
  if (strikeFrom === 'opening') return true;
  return openAt !== null && closeAt !== null && closeAt - openAt <= MAX_WINDOW_MS;
}
