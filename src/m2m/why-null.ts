import { explainNulls, isPerpKind, type NullReason, type WhyNull } from '../domain/index.ts';
import type { IndexEntry } from './asset-index.ts';
import type { Bundle } from './bundle.ts';
import type { Quote } from './quote.ts';

interface Facts {
  readonly isListed: boolean;
  /** Whether an asset that is not listed here is listed by its venue, below our own limit of markets. */
  readonly isBeyondLimit: boolean;
  readonly isBinary: boolean;
  readonly hasPrice: boolean;
}

/** Why each null member of a bundle is null. */
export function explainBundleNulls(bundle: Omit<Bundle, 'whyNull'>, isBeyondLimit = false): WhyNull {
  const facts = {
    isListed: bundle.liquidity.source !== null,
    isBeyondLimit,
    isBinary: !isPerpKind(bundle.kind),
    hasPrice: bundle.price.last !== null,
  };
  return explainNulls(bundle, (path) => {
    const [block, member] = path.split('.') as [string, string | undefined];
    switch (block) {
      case 'price':
        return findPriceReason(member, bundle.price, facts);
      case 'fairValue':
        return findFairValueReason(member, bundle.fairValue, facts);
      case 'freshness':
        return findFreshnessReason(member, bundle.freshness.historyLastEverMs);
      case 'liquidity':
        return findListedReason(facts);
      case 'horizon':
        return findHorizonReason(member, facts);
      case 'risk':
        return findRiskReason(member, bundle.risk.source, facts);
      case 'flow':
        return bundle.flow.imbalance === null ? 'no_volume' : 'balanced';
      case 'carry':
        return facts.isBinary ? 'not_applicable' : findListedReason(facts);
      case 'tradeHint':
        return member === 'suggestedSide' ? 'balanced' : findListedReason(facts);
      default:
        return findListedReason(facts);
    }
  });
}

/** Why each null member of a quote is null. */
export function explainQuoteNulls(
  quote: Omit<Quote, 'whyNull'>,
  { isListed, isBeyondLimit, isBinary }: Omit<Facts, 'hasPrice'>,
): WhyNull {
  const facts = { isListed, isBeyondLimit, isBinary, hasPrice: quote.price.last !== null };
  return explainNulls(quote, (path) => {
    const [block, member] = path.split('.') as [string, string | undefined];
    if (block === 'freshness') return findFreshnessReason(member, null);
    if (block !== 'price') return findListedReason(facts);
    const isChange = member?.startsWith('change24h') === true && !(member === 'change24hPts' && !isBinary);
    // The change of a binary market would need the store, which quotes do without.
    return isChange && isBinary ? 'not_read' : findPriceReason(member, quote.price, facts);
  });
}

const NO_TOUCH = { bid: null, ask: null } as const;

/** Why each null member of a line of the index is null. */
export function explainEntryNulls(entry: IndexEntry): WhyNull {
  const { kind, lastPrice, fairPrice } = entry;
  const facts = {
    isListed: true,
    isBeyondLimit: false,
    isBinary: !isPerpKind(kind),
    hasPrice: lastPrice !== null,
  };
  return explainNulls(entry, (member) => {
    if (member === 'lastPrice') return 'no_price';
    // An earlier price that the venue repeated.
    if (member === 'asOfMs') return 'not_read';
    if (member === 'volume24hUsd') return 'not_published';
    if (member === 'endDate') return facts.isBinary ? 'no_end' : 'not_applicable';
    if (member.startsWith('change24h') || member === 'basisPts')
      return findPriceReason(member, NO_TOUCH, facts);
    return findFairValueReason(member, { value: fairPrice }, facts);
  });
}

function findListedReason(facts: Facts): NullReason {
  return facts.isListed ? 'not_published' : explainAbsence(facts);
}

function explainAbsence({ isBeyondLimit }: Facts): NullReason {
  return isBeyondLimit ? 'beyond_limit' : 'delisted';
}

function findPriceReason(
  member: string | undefined,
  { bid, ask }: { readonly bid: number | null; readonly ask: number | null },
  facts: Facts,
): NullReason {
  if (member?.endsWith('Pts') === true && !facts.isBinary) return 'not_applicable';
  switch (member) {
    case 'last':
      return facts.isListed ? 'no_price' : 'never_recorded';
    case 'bid':
    case 'ask':
      return facts.isListed ? 'no_touch' : explainAbsence(facts);
    case 'spreadBps':
    case 'spreadPts':
      if (!facts.isListed) return explainAbsence(facts);
      return bid === null || ask === null ? 'no_touch' : 'crossed_book';
    case 'change24hPct':
    case 'change24hPts':
    case 'change24hSource':
      if (!facts.hasPrice) return 'no_price';
      if (facts.isBinary) return 'no_day_old_record';
      return findListedReason(facts);
    default:
      return findFairValueReason(member, { value: null }, facts);
  }
}

function findFairValueReason(
  member: string | undefined,
  { value }: { readonly value: number | null },
  facts: Facts,
): NullReason {
  if (!facts.isListed) return explainAbsence(facts);
  if ((member === 'basisBps' || member === 'basisPts') && !facts.hasPrice) return 'no_price';
  // An oracle is the only source: it has neither venues nor a dispersion.
  if (!facts.isBinary) return value === null ? 'not_published' : 'not_applicable';
  return value === null ? 'no_consensus' : 'zero_denominator';
}

function findFreshnessReason(member: string | undefined, lastEverMs: number | null): NullReason {
  if (member === 'feedAgeMs') return 'no_snapshot';
  return lastEverMs === null ? 'never_recorded' : 'no_recent_record';
}

function findHorizonReason(member: string | undefined, facts: Facts): NullReason {
  const { isBinary, isListed, hasPrice } = facts;
  if (!isBinary) return 'not_applicable';
  if (member === 'settlement') return 'not_resolved';
  if (!isListed) return explainAbsence(facts);
  return member === 'terminalVariance' && !hasPrice ? 'no_price' : 'no_end';
}

function findRiskReason(
  member: string | undefined,
  source: Bundle['risk']['source'],
  { isBinary }: Facts,
): NullReason {
  // Figures that a kind never has are not waited for.
  const isYearly = member === 'sharpe' || member === 'martinRatio' || member === 'sterlingRatio';
  if (isYearly && isBinary) return 'not_applicable';
  return source === 'insufficient' ? 'too_few_bars' : 'zero_denominator';
}
