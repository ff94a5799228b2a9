import type { Link, LinkRelation } from './link.ts';
import type { MatchResult } from './matching/finding.ts';
import { formatDate } from './reading/date-fact.ts';
import type { MarketFeatures } from './reading/features.ts';
import { formatQuantity } from './reading/quantities.ts';

/** A market as the matcher reads it. */
export interface ReadMarket {
  readonly asset: string;
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  readonly date: string | null;
  /** The two sides of a contest, with a mark on the one for which Yes pays; null for other questions. */
  readonly contest: string | null;
  readonly settlementSource: string | null;
  /** Reason why the market cannot be matched; null when all of it was understood. */
  readonly unclear: string | null;
}

/** Reasons for and against a link between two markets. */
export interface PairExplanation {
  readonly a: ReadMarket;
  readonly b: ReadMarket;
  /** Relation that the matcher found; null: it found none. */
  readonly matched: LinkRelation | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly against: readonly string[];
  /** Link in force, which may come from a person or a mirror; null when the two are not linked. */
  readonly link: Link | null;
}

/** Explains why two markets are or are not linked. */
export function explainPair(
  a: MarketFeatures,
  b: MarketFeatures,
  result: MatchResult,
  link: Link | null,
): PairExplanation {
  return {
    a: readMarket(a),
    b: readMarket(b),
    matched: result.relation,
    confidence: result.confidence,
    reasons: result.reasons,
    against: [...result.refusals, ...result.differences],
    link,
  };
}

function readMarket(market: MarketFeatures): ReadMarket {
  return {
    asset: market.asset,
    words: [...market.words],
    numbers: market.quantities.map(formatQuantity),
    date: market.date === null ? null : formatDate(market.date),
    contest: contestText(market),
    settlementSource: market.source,
    unclear: market.unclear,
  };
}

function contestText({ matchUp }: MarketFeatures): string | null {
  if (matchUp === null) return null;
  const [first, second] = matchUp.sides.map((side, position) =>
    position === matchUp.yes ? `[${side.join(' ')}]` : side.join(' '),
  );
  return `${first} v ${second}${matchUp.yes === null ? ' [draw]' : ''}`;
}
