import type { Link, LinkRelation } from './link.ts';
import type { MatchResult } from './matching/finding.ts';
import { formatDate } from './reading/date-fact.ts';
import type { MarketFeatures } from './reading/features.ts';
import { formatQuantity } from './reading/quantities.ts';

/** How the matcher reads a market. */
export interface ReadMarket {
  readonly asset: string;
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  readonly date: string | null;
  /** The two sides of a contest, the one on which Yes pays marked; null for other questions. */
  readonly contest: string | null;
  readonly settlementSource: string | null;
  /** Why nothing can be said about it; null where all of it was understood. */
  readonly unclear: string | null;
}

/** The reasons for and against a pair. */
export interface PairExplanation {
  readonly a: ReadMarket;
  readonly b: ReadMarket;
  /** The matcher's own finding; null: refused. */
  readonly matched: LinkRelation | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly against: readonly string[];
  /** The link in force, also by a person or by a mirror; null where the two are not linked. */
  readonly link: Link | null;
}

/** Explains why two markets were or were not linked. */
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
