import type { EpochMs, LinkRelation, LinkSource } from '../domain/index.ts';

export { LINK_RELATIONS, LINK_SOURCES, type LinkRelation, type LinkSource } from '../domain/index.ts';

/** Confidence from which `same` and `opposite` links enter fair value and arbitrage. */
const TRADED_CONFIDENCE = 0.9;

/** Two markets that ask the same question, or nearly the same. */
export interface Link {
  /** Asset id. */
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  /** Confidence of the link: 0 to 1. */
  readonly confidence: number;
  /** Sentences: why the relation holds. */
  readonly reasons: readonly string[];
  readonly source: LinkSource;
  /** Sentences: where the two could still resolve differently. */
  readonly differences: readonly string[];
  /** Dispute of the link by prices that contradict it; it then carries no money. Absent: none. */
  readonly dispute?: Dispute;
}

/** Prices that stayed apart for longer than fees, spreads and time explain. */
export interface Dispute {
  /** Time since when the two are apart, our clock. */
  readonly since: EpochMs;
  /** How far the mids are apart now, or were at last, in the terms of `a`. */
  readonly gap: number;
}

/** A pair that looked alike and was not linked, with the reasons against it. */
export interface Refusal {
  readonly a: string;
  readonly b: string;
  readonly reasons: readonly string[];
}

/** Inverts a relation: the same fact, read from `b` to `a`. */
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

/** The relations that determine one market's payout from the other's result. */
export function isFirm(relation: string): relation is 'same' | 'opposite' {
  return relation === 'same' || relation === 'opposite';
}

/** Whether money may rest on the link. */
export function isTraded(link: Link): boolean {
  return isFirm(link.relation) && link.confidence >= TRADED_CONFIDENCE && link.dispute === undefined;
}

/** One key for a pair, regardless of its order. Asset ids hold no blanks. */
export function formatPairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
