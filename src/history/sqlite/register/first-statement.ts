import { findStatedEnd, isPerpKind, type MarketFacts, type StatedEnd } from '../../../domain/index.ts';

/** The statement that a binary market's facts make; none where they name no end. */
export function toFirstStatement(facts: MarketFacts, from: number): StatedEnd[] {
  const end = isPerpKind(facts.kind) ? null : findStatedEnd(facts);
  return end === null ? [] : [{ from, end }];
}
