import type { EpochMs } from './time.ts';

/** How two markets relate, read from `a` to `b`: `subset` means that a Yes of a makes b a Yes. */
export const LINK_RELATIONS = ['same', 'opposite', 'subset', 'superset', 'related'] as const;
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** The sources of a link: a person, the matcher, or the venue that copied the other's market. */
export const LINK_SOURCES = ['curated', 'matched', 'mirrored'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

/** A time during which one thing was held of two markets. */
export interface LinkSpan {
  /** Asset id; before `b` in the order of code units. */
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  /** Confidence of the link: 0 to 1. */
  readonly confidence: number;
  readonly source: LinkSource;
  /** Whether prices spoke against the link: it then carried no money. */
  readonly disputed: boolean;
  /** Sentences: why the relation was held. */
  readonly reasons: readonly string[];
  readonly fromMs: EpochMs;
  /** End of the span, epoch ms; null while the link is held. */
  readonly toMs: EpochMs | null;
}
