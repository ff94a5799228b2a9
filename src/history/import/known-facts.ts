import { isDeepStrictEqual } from 'node:util';
import { haveTermsChanged } from '../../domain/index.ts';
import type { RegisteredMarket } from '../contract/market-register.ts';

/** Adds the members of a registered market that a tree does not contain, so that the import does not erase them. */
export function withKnownFacts(market: RegisteredMarket, known: RegisteredMarket): RegisteredMarket {
  const { category, outcomes, endsAt, terms, settlingChangedAt } = known;
  const merged = terms === null || market.terms === null ? null : { ...terms, answer: market.terms.answer };
  const settling = market.settling ?? known.settling;
  const statedBy = isDeepStrictEqual(settling, known.settling) ? known.statedBy : null;
  const changedAt = haveTermsChanged(known.settling, settling) ? market.changedAt : settlingChangedAt;
  return {
    ...market,
    category,
    outcomes,
    endsAt,
    terms: merged,
    settling,
    statedBy,
    yesMeans: market.yesMeans ?? known.yesMeans,
    noMeans: market.noMeans ?? known.noMeans,
    ...(changedAt === undefined ? {} : { settlingChangedAt: changedAt }),
  };
}
