/** One row of a table of statistics: its value, its unit, one plain sentence, and its source. */
export interface Metric {
  /** Path in the answer. */
  readonly path: string;
  readonly name: string;
  readonly unit: '%' | 'ratio' | 'bps' | 'bars' | 'USD or probability' | 't' | '0 to 1' | 'days' | 'pp';
  readonly says: string;
  /** Author and work that describe it; absent for plain definitions. */
  readonly source?: string;
  /** Whether the figure stretches a sample to a year, which means nothing for short ones. */
  readonly isAnnual?: boolean;
  /** Shown times this: fractions as percent. */
  readonly times?: number;
  /** Whether the values are prices of the asset, not shares of prices. */
  readonly isPrice?: boolean;
  /** Shown of assets with prices of this unit alone; absent: of all. */
  readonly only?: 'usd' | 'probability';
  /** Whether the metric is a difference of a price that is a probability, shown in points. */
  readonly isDifference?: boolean;
}

/** A fraction, shown as percent. */
export const percent = { unit: '%', times: 100 } as const;
/** Option of a metric that is stretched to a year. */
export const annual = { isAnnual: true } as const;

/* Who described figures of both tables. */
export const CHEKHLOV = 'Chekhlov, Uryasev and Zabarankin, Drawdown measure in portfolio optimization, 2005';
export const LO = 'Lo, The statistics of Sharpe ratios, 2002';

/** Minimum number of bars; with fewer, a figure of a year is greyed: five minutes of data say nothing of a year. */
const MIN_BARS = 100;
const MIN_YEAR_SHARE = 0.01;

/** Describes why figures of a year mean nothing for a sample; null when they mean something. */
export function annualDoubt(bars: number, periodsPerYear: number | null): string | null {
  if (bars < MIN_BARS) return `only ${bars} bars`;
  if (periodsPerYear === null) return 'the cadence is not known';
  const share = bars / periodsPerYear;
  return share < MIN_YEAR_SHARE ? `the sample is ${(share * 100).toPrecision(2)} % of a year` : null;
}

/** Finds the member of an answer at a path such as `returns.sharpe`. */
export function valueAt(answer: unknown, path: string): unknown {
  return (
    path
      .split('.')
      .reduce<unknown>(
        (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
        answer,
      ) ?? null
  );
}
