import type { EpochMs, LinkRelation, LinkSource } from '../domain/index.ts';

export { LINK_RELATIONS, LINK_SOURCES, type LinkRelation, type LinkSource } from '../domain/index.ts';

/** Minimum confidence of `same` and `opposite` links that fair value and arbitrage use. */
const TRADED_CONFIDENCE = 0.9;

/** Two markets that ask the same question, or nearly the same. */
export interface Link {
  /** Asset id of the first market. */
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  /** Confidence of the link, from 0 to 1. */
  readonly confidence: number;
  /** Sentences that state why the relation holds. */
  readonly reasons: readonly string[];
  readonly source: LinkSource;
  /** Sentences that state how the two could still resolve differently. */
  readonly differences: readonly string[];
  /** Dispute of the link by prices that contradict it. A disputed link is not traded. Absent: no dispute. */
  readonly dispute?: Dispute;
}

/** Prices of a link that stayed apart for longer than fees, spreads and time explain. */
export interface Dispute {
  /** Time by our clock at which the prices moved apart. */
  readonly since: EpochMs;
  /** Distance of the mids when it was last measured, in the terms of `a`. */
  readonly gap: number;
}

/** A similar pair that was not linked, with the reasons against it. */
export interface Refusal {
  readonly a: string;
  readonly b: string;
  readonly reasons: readonly string[];
}

/** Inverts a relation, so that it reads from `b` to `a`. */
export function invertRelation(relation: LinkRelation): LinkRelation {
  if (relation === 'subset') return 'superset';
  if (relation === 'superset') return 'subset';
  return relation;
}

/** Turns a link so that `asset` is its `a`. */
export function turnLink(link: Link, asset: string): Link {
  if (link.a === asset) return link;
  return { ...link, a: link.b, b: link.a, relation: invertRelation(link.relation) };
}

/** Whether the relation determines one market's payout from the other's result. */
export function isFirm(relation: string): relation is 'same' | 'opposite' {
  return relation === 'same' || relation === 'opposite';
}

/** Whether the link is certain enough for fair value and arbitrage. */
export function isTraded(link: Link): boolean {
  return isFirm(link.relation) && link.confidence >= TRADED_CONFIDENCE && link.dispute === undefined;
}

/** Formats one key for a pair, whatever its order. Asset ids contain no spaces. */
export function formatPairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
