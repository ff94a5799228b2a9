import type { EpochMs } from './time.ts';

/** Relations of two markets, from `a` to `b`. `subset`: a Yes of `a` makes `b` a Yes. */
export const LINK_RELATIONS = ['same', 'opposite', 'subset', 'superset', 'related'] as const;
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** Sources of a link: a person, the matcher, or the venue that copied the other's market. */
export const LINK_SOURCES = ['curated', 'matched', 'mirrored'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

/** A time in which the link of two markets did not change. */
export interface LinkSpan {
  /** Asset id of the first market, before `b` in the order of code units. */
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  /** Confidence of the link, from 0 to 1. */
  readonly confidence: number;
  readonly source: LinkSource;
  /** Whether prices contradicted the link, so that it was not traded. */
  readonly disputed: boolean;
  /** Sentences that state why the relation held. */
  readonly reasons: readonly string[];
  readonly fromMs: EpochMs;
  /** End of the span, in epoch ms; null while the link lasts. */
  readonly toMs: EpochMs | null;
}
