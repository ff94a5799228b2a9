import type { EpochMs } from '../../domain/index.ts';
import type { SettledLine, SettledRow } from '../../history/contract/settled.ts';
import { hashMembers } from '../../history/settled/line-text.ts';
import type { SeriesValue } from '../verdict/moment.ts';
import { decideWindow } from '../verdict/verdict.ts';

/** Facts other than the recorded values that determine a row. */
export interface MarketResult {
  /** Last line of the market's resolution. */
  readonly line: SettledLine;
  /** Last time at which terms changed, other than a strike that appeared. null: never. */
  readonly termsChangedAt: EpochMs | null;
}

/** Decides a market. Returns the stored row when nothing differs except the time of the decision. */
export function decideMarket(
  { line, termsChangedAt }: MarketResult,
  series: Readonly<Record<string, readonly SeriesValue[]>>,
  { stored, now }: { readonly stored: SettledRow | null; readonly now: EpochMs },
): SettledRow {
  const { venue, storeKey, asset, terms, stated, outcome, payout, settledAt, recordedAt, rulesHash } = line;
  const { source, coin, openAt, closeAt } = terms;
  const verdict = decideWindow({
    terms,
    series,
    stated,
    termsChangedAt,
    resolution: { outcome, payout },
  });
  const decided: SettledRow = {
    venue,
    storeKey,
    asset,
    source,
    coin,
    openAt,
    closeAt,
    ...verdict,
    outcome,
    settledAt,
    recordedAt,
    decidedAt: now,
    changedFrom: findChangedFrom(stored, verdict.verdict),
    rulesHash,
    termsHash: hashMembers(terms),
  };
  return stored !== null && isSameDecision(stored, decided) ? stored : decided;
}

function findChangedFrom(
  stored: SettledRow | null,
  verdict: SettledRow['verdict'],
): SettledRow['changedFrom'] {
  if (stored === null) return null;
  return stored.verdict === verdict ? stored.changedFrom : stored.verdict;
}

function isSameDecision(one: SettledRow, two: SettledRow): boolean {
  const bare = ({ decidedAt: _, changedFrom: __, ...row }: SettledRow) => hashMembers(row);
  return bare(one) === bare(two);
}
