import type { FundingDaysRow, GetFundingDaysAnswer } from '../../../client/src/index.ts';

/** Rows in an order: as the answer has them, or by what longs or shorts paid. What is not known comes last. */
export function orderRows(rows: readonly FundingDaysRow[], order: string): readonly FundingDaysRow[] {
  if (order === 'volume') return rows;
  const sign = order === 'paid' ? -1 : 1;
  const by = ({ sumFrac }: FundingDaysRow) => (sumFrac === null ? Number.POSITIVE_INFINITY : sign * sumFrac);
  return rows.toSorted((a, b) => (by(a) === by(b) ? 0 : by(a) - by(b)));
}

/** Rows as a table with a column for each day, for programs. */
export const listDays = ({ rows }: Pick<GetFundingDaysAnswer, 'rows'>): readonly object[] =>
  rows.map(({ asset, coin, state, sumFrac, daily }) => ({
    asset,
    coin,
    state,
    sumFrac,
    ...Object.fromEntries((daily ?? []).map((day) => [day.day, day.sumFrac])),
  }));

/** Payments are hourly, and those of all rows take ten minutes to read. */
const BEHIND_AFTER_MS = 2 * 3_600_000;

/** Rows whose newest known payment is hours old, the oldest of them first: their last days are not whole. */
export const listBehind = ({ rows, generatedAt }: Pick<GetFundingDaysAnswer, 'rows' | 'generatedAt'>) =>
  rows
    .flatMap(({ coin, lastMs }) => (lastMs === null ? [] : { coin, lastMs }))
    .filter(({ lastMs }) => Date.parse(generatedAt) - lastMs > BEHIND_AFTER_MS)
    .sort((a, b) => a.lastMs - b.lastMs);

/** Share of the days that have the strongest colour or less: one of the wildest must not fade the others. */
const SCALE_QUANTILE = 0.95;

/** Finds the payment of a day that has the strongest colour, as a fraction of notional; 0 without any. */
export function findScale(rows: readonly FundingDaysRow[]): number {
  const sizes = rows
    .flatMap(({ daily }) => daily ?? [])
    .flatMap(({ sumFrac }) => (sumFrac === null ? [] : [Math.abs(sumFrac)]))
    .sort((a, b) => a - b);
  return sizes[Math.floor(SCALE_QUANTILE * (sizes.length - 1))] ?? 0;
}
