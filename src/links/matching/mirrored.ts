import { MINUTE_MS } from '../../domain/index.ts';
import type { MarketFeatures } from '../reading/features.ts';
import { isSameNumber } from '../reading/quantities.ts';
import { listSettlingDifferences } from './compare-settling.ts';
import type { MatchResult } from './finding.ts';

const SAME_EXPIRY_MS = MINUTE_MS;

/**
 * Compares a market with the market of another venue that it claims to copy.
 *
 * The copy is worded like its model but may have a strike and an oracle of its own. It is `same` only when strike,
 * oracle and expiry agree, and `related` otherwise.
 */
export function compareMirror(copy: MarketFeatures, model: MarketFeatures): MatchResult {
  const against: string[] = [];
  const [one, two] = [copy.quantities[0], model.quantities[0]];
  if (copy.quantities.length > 1 || model.quantities.length > 1)
    against.push('More than one number is involved.');
  if ((one === undefined) !== (two === undefined)) against.push('Only one of them states a strike.');
  if (one !== undefined && two !== undefined) {
    const isSameStrike = isSameNumber(one.value, two.value) && isSameNumber(one.high ?? 0, two.high ?? 0);
    if (!isSameStrike || one.bound !== two.bound)
      against.push(`Strikes differ: ${one.value} against ${two.value}.`);
  }
  if (copy.source === null || model.source === null) against.push('One does not state its oracle.');
  else if (copy.source !== model.source)
    against.push(`Oracles differ: ${copy.source} against ${model.source}.`);

  const [ends, modelEnds] = [copy.endsAt ?? copy.closesAt, model.endsAt ?? model.closesAt];
  if (ends === null || modelEnds === null) against.push('One does not state its expiry.');
  else if (Math.abs(ends - modelEnds) > SAME_EXPIRY_MS) against.push('They expire at different times.');
  against.push(...listSettlingDifferences(copy, model));
  if (copy.isNegated !== model.isNegated) against.push('One is worded as a negation.');

  const named = `${copy.asset} says that it copies ${model.asset}.`;
  if (against.length > 0) {
    return {
      relation: 'related',
      confidence: 0.8,
      reasons: [named],
      differences: against,
      refusals: against,
      isNear: true,
    };
  }
  const reasons = [named, 'Strike, oracle and expiry agree.'];
  return { relation: 'same', confidence: 0.98, reasons, differences: [], refusals: [], isNear: true };
}
