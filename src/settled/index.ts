/**
 * Settled windows: from recorded values of its own source, whether the result of a market follows, and the proof of
 * what was recorded. Pure functions; nothing here reads a clock, a store or a venue.
 */

export type { SettlingTerms, StatedAfterwards, StatedPrice } from '../domain/index.ts';
export * from './proof/day-coding.ts';
export * from './proof/day-tree.ts';
export * from './proof/merkle-tree.ts';
export * from './values/admission.ts';
export * from './values/decimal.ts';
export * from './values/reference-value.ts';
export type { SettledResult } from './verdict/comparison.ts';
export type { SeriesValue } from './verdict/moment.ts';
export * from './verdict/verdict.ts';
