import type { EpochMs } from '../../domain/index.ts';
import type { SettledLine, SettledRow } from '../../history/contract/settled.ts';
import { hashMembers } from '../../history/settled/line-text.ts';
import type { SeriesValue } from '../verdict/moment.ts';
import { decideWindow } from '../verdict/verdict.ts';

/** Facts that a row is decided from, beside the recorded values. */
export interface MarketResult {
  /** The last line of the market's resolution. */
  readonly line: SettledLine;
  /** When terms other than an appearing strike last changed; null: never. */
  readonly termsChangedAt: EpochMs | null;
}

/** Row of a market as it is decided now; the stored one where nothing differs but when it was decided. */
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
