import { type EpochMs, epochMs, haveTermsChanged, type MarketFacts } from '../../../domain/index.ts';

/**
 * Determines when the settling terms of a market last changed, given its stored and its listed facts; null when they
 * never did.
 */
export function findSettlingChange(
  known: Pick<MarketFacts, 'settling'> & { readonly settlingChangedAt?: EpochMs },
  listed: Pick<MarketFacts, 'settling'>,
  at: number,
): EpochMs | null {
  return haveTermsChanged(known.settling, listed.settling) ? epochMs(at) : (known.settlingChangedAt ?? null);
}
