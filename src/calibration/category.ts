import type { MarketFacts } from '../domain/index.ts';

const NO_CATEGORY = 'none';

/** The category under which a market is calibrated: that of its venue, in lower case. */
export function toCategory(facts: Pick<MarketFacts, 'category'> | null): string {
  const stated = facts?.category?.trim().toLowerCase() ?? '';
  return stated === '' ? NO_CATEGORY : stated;
}
