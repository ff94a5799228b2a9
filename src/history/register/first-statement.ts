import { findStatedEnd, isPerpKind, type MarketFacts, type StatedEnd } from '../../domain/index.ts';

/** Converts the facts of a binary market to the first statement of its end; empty when the facts name no end. */
export function toFirstStatement(facts: MarketFacts, from: number): StatedEnd[] {
  const end = isPerpKind(facts.kind) ? null : findStatedEnd(facts);
  return end === null ? [] : [{ from, end }];
}
