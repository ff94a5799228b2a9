import { type Intake, refuse } from '../../upstream/intake.ts';
import { readDescription } from './description.ts';
import type { OutcomeMarket } from './normalise-outcomes.ts';
import { findUnrealEnd } from './read-outcome-text.ts';
import { outcomeRow } from './wire.ts';

/**
 * Leaves out the markets whose stated end has a day or an hour that does not exist, and counts each. They would
 * otherwise have no end.
 */
export function leaveOutUnrealEnds(markets: readonly OutcomeMarket[], intake: Intake): OutcomeMarket[] {
  return markets.filter(({ source, question, ref }) => {
    const stated = [question?.description ?? '', source.description].map(
      (text) => readDescription(text).fields,
    );
    const value = findUnrealEnd(new Map(stated.flatMap((fields) => [...fields])));
    if (value === null) return true;
    const at = { endpoint: outcomeRow.endpoint, row: ref.storeKey, member: '/description', value };
    intake.count(refuse(outcomeRow.name, 'its end does not exist', at), true);
    return false;
  });
}
