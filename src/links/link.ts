/** How two markets stand to each other, read from `a` to `b`: `subset` means that a Yes of a makes b a Yes. */
export const LINK_RELATIONS = ['same', 'opposite', 'subset', 'superset', 'related'] as const;
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** Who says so: a person, the matcher, or the venue that copied the other's market. */
export const LINK_SOURCES = ['curated', 'matched', 'mirrored'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

/** Only `same` and `opposite` links from this confidence on enter fair value and arbitrage. */
export const TRADED_CONFIDENCE = 0.9;

/** What is known about two markets that ask the same question, or nearly the same. */
export interface Link {
  /** Asset id. */
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  /** 0 to 1. */
  readonly confidence: number;
  /** Sentences: why the relation holds. */
  readonly reasons: readonly string[];
  readonly source: LinkSource;
  /** Sentences: where the two could still settle differently. */
  readonly differences: readonly string[];
}

/** A pair that looked alike and was not linked, with what stood against it. */
export interface Refusal {
  readonly a: string;
  readonly b: string;
  readonly reasons: readonly string[];
}

/** The same fact, read from `b` to `a`. */
export function inverseRelation(relation: LinkRelation): LinkRelation {
  if (relation === 'subset') return 'superset';
  if (relation === 'superset') return 'subset';
  return relation;
}

/** The same link with `asset` in the place of `a`. */
export function linkFrom(link: Link, asset: string): Link {
  if (link.a === asset) return link;
  return { ...link, a: link.b, b: link.a, relation: inverseRelation(link.relation) };
}

/** True for the links on which money may rest. */
export function isTraded(link: Link): boolean {
  return (link.relation === 'same' || link.relation === 'opposite') && link.confidence >= TRADED_CONFIDENCE;
}

/** One key for a pair, whatever its order. Asset ids hold no blanks. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
