import { type EpochMs, epochMs, haveTermsChanged, type MarketFacts } from '../../domain/index.ts';

/** Determines when the settling terms of a market last changed, from stored and listed facts; null when never. */
export function findSettlingChange(
  known: Pick<MarketFacts, 'settling'> & { readonly settlingChangedAt?: EpochMs },
  listed: Pick<MarketFacts, 'settling'>,
  at: number,
): EpochMs | null {
  return haveTermsChanged(known.settling, listed.settling) ? epochMs(at) : (known.settlingChangedAt ?? null);
}
