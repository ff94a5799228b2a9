import { operation } from '../../../storage/operation.ts';
import { type DecisionRecord, MAX_DECISIONS } from '../decision-record.ts';
import type { DecisionRows } from '../rows.ts';

interface Append {
  readonly botId: string;
  readonly decisions: readonly DecisionRecord[];
}

/** Stores decisions in their order and removes the oldest beyond {@link MAX_DECISIONS}. */
export const appendDecisions = operation(
  'bot.decide',
  (rows: DecisionRows, { botId, decisions }: Append): null => {
    for (const { t, ...decision } of decisions) rows.insert(botId, { t, decision: JSON.stringify(decision) });
    rows.keepNewest(botId, MAX_DECISIONS);
    return null;
  },
);
