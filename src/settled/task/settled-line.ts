import type { WholeStatement } from '../../domain/index.ts';
import type { SettledLine } from '../../history/contract/settled.ts';

/** Members that each venue can state after a resolution. */
const CAN_STATE: Readonly<Record<string, readonly (keyof WholeStatement)[]>> = {
  polymarket: ['strike', 'value'],
  kalshi: ['value'],
  limitless: ['strike', 'value', 'openTakenAt', 'closeTakenAt'],
};

/** Whether the venue can state something about the market that it has not stated yet. */
export function isSilent({ venue, terms, stated }: SettledLine): boolean {
  const members = [...(CAN_STATE[venue] ?? [])];
  if (venue === 'kalshi' && terms.strikeFrom === 'opening') members.push('strike');
  return members.some((member) => (stated?.[member] ?? null) === null);
}

type Said = Pick<SettledLine, 'outcome' | 'payout' | 'settledAt' | 'stated'>;

/** Merges the statements of a venue. A statement that the venue no longer repeats is kept. */
export function mergeStated(
  before: WholeStatement | null,
  now: WholeStatement | null,
): WholeStatement | null {
  if (before === null || now === null) return now ?? before;
  return {
    strike: now.strike ?? before.strike,
    value: now.value ?? before.value,
    openTakenAt: now.openTakenAt ?? before.openTakenAt,
    closeTakenAt: now.closeTakenAt ?? before.closeTakenAt,
  };
}

/** Whether a line contains the same result and statements. */
export function isSameLine(line: SettledLine, { outcome, payout, settledAt, stated }: Said): boolean {
  const isSameResult = line.outcome === outcome && line.payout === payout && line.settledAt === settledAt;
  return isSameResult && JSON.stringify(line.stated) === JSON.stringify(stated);
}
