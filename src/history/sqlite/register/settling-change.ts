import { type EpochMs, epochMs, haveTermsChanged, type MarketFacts } from '../../../domain/index.ts';

/** When the terms of settling of a market last changed, now that it is listed again; null: never. */
export function findSettlingChange(
  known: Pick<MarketFacts, 'settling'> & { readonly settlingChangedAt?: EpochMs },
  listed: Pick<MarketFacts, 'settling'>,
  at: number,
): EpochMs | null {
  return haveTermsChanged(known.settling, listed.settling) ? epochMs(at) : (known.settlingChangedAt ?? null);
}
