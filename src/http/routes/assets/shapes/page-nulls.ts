import {
  explainNullPaths,
  type MarketState,
  type NullReason,
  type WhyNull,
} from '../../../../domain/index.ts';
import type { ResolvedAsset } from '../../../../feed/feed.ts';

/** Members of a ticker whose null may have several reasons, because the venue's answer does not tell them apart. */
const AMBIGUOUS = new Set(['lastPrice', 'volume24hUsd', 'eventTitle', 'category', 'exhaustive']);
const OF_TOUCH = new Set(['yesBid', 'yesAsk', 'noBid', 'noAsk']);

/** Finds the known reasons of null members on an asset's page. `unavailable` covers whole parts. */
export function explainPageNulls(page: object, { state, isBeyondLimit = false }: ResolvedAsset): WhyNull {
  const absence = isBeyondLimit ? 'beyond_limit' : 'delisted';
  return explainNullPaths(page, (path) => {
    const [block, member = ''] = path.split('.') as [string, string?];
    switch (block) {
      case 'snapshot':
        return 'no_snapshot';
      case 'ticker':
        return state === null ? absence : findTickerReason(member, state.kind);
      case 'rules':
        return state === null ? absence : 'not_published';
      case 'market':
        if (member === '') return null;
        return member === 'yesMeans' ? 'not_applicable' : 'not_published';
      case 'settling':
      case 'statedBy':
        return member === '' ? 'not_applicable' : 'not_published';
      case 'settled':
        return null;
      case 'resolution':
        if (member === 'verdict') return null;
        return member === '' ? 'not_resolved' : 'not_published';
      default:
        return null;
    }
  });
}

function findTickerReason(member: string, kind: MarketState['kind']): NullReason | null {
  if (kind === 'perp') return member === 'changePct' ? 'zero_denominator' : 'not_published';
  if (OF_TOUCH.has(member)) return 'no_touch';
  if (member === 'yesPrice' || member === 'noPrice') return 'no_price';
  if (member === 'yesMeans') return 'not_applicable';
  if (member === 'closeTime' || member === 'endDate') return 'no_end';
  return AMBIGUOUS.has(member) ? null : 'not_published';
}
