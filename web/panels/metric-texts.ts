/** One row of a table of statistics: where its value stands, its unit, one plain sentence, and its source. */
export interface Metric {
  /** Path in the answer. */
  readonly path: string;
  readonly name: string;
  readonly unit:
    | '%'
    | 'ratio'
    | 'bps'
    | 'bars'
    | 'USD or probability'
    | 'hours'
    | 't'
    | '0 to 1'
    | 'days'
    | 'pp';
  readonly says: string;
  /** Who described it; absent for plain definitions. */
  readonly source?: string;
  /** It stretches a sample to a year, which means nothing for short ones. */
  readonly isAnnual?: boolean;
  /** Shown times this: fractions as percent. */
  readonly times?: number;
  /** Prices of the asset, not shares of them. */
  readonly isPrice?: boolean;
}

const MARTIN = 'Martin and McCann, The Investor’s Guide to Fidelity Funds, 1989';
const CHEKHLOV = 'Chekhlov, Uryasev and Zabarankin, Drawdown measure in portfolio optimization, 2005';
const LO = 'Lo, The statistics of Sharpe ratios, 2002';
const ROCKAFELLAR = 'Rockafellar and Uryasev, Journal of Banking & Finance 26, 2002';
const MAILLARD = 'Zangari, RiskMetrics Monitor, 1996; Maillard, 2012';

const percent = { unit: '%', times: 100 } as const;
const annual = { isAnnual: true } as const;

/** The figures of `/api/asset/{asset}/risk`, in the order in which they are read. */
export const RISK_METRICS: readonly Metric[] = [
  {
    path: 'realizedVol',
    name: 'volatility of a bar',
    ...percent,
    says: 'Sample deviation of the returns about their mean.',
  },
  {
    path: 'annualizedVol',
    name: 'volatility of a year',
    ...percent,
    ...annual,
    says: 'The same, times the root of the bars of a year.',
  },
  {
    path: 'annualizedReturn',
    name: 'return of a year',
    ...percent,
    ...annual,
    says: 'Mean return times the bars of a year, not compounded.',
  },
  {
    path: 'sharpe',
    name: 'Sharpe',
    unit: 'ratio',
    ...annual,
    says: 'Return of a year over its volatility, without a risk-free rate.',
    source: 'Sharpe, Journal of Portfolio Management 21, 1994',
  },
  {
    path: 'sharpeAdjAC',
    name: 'Sharpe, autocorrelation',
    unit: 'ratio',
    ...annual,
    says: 'Sharpe after what returns owe to the ones before.',
    source: LO,
  },
  {
    path: 'maxDrawdown',
    name: 'deepest fall',
    ...percent,
    says: 'From a running peak to the lowest price after it.',
  },
  { path: 'drawdownBars', name: 'its length', unit: 'bars', says: 'Bars from its start to its end.' },
  {
    path: 'ulcerIndex',
    name: 'ulcer index',
    ...percent,
    says: 'Root mean square of the drawdowns over all bars.',
    source: MARTIN,
  },
  {
    path: 'painIndex',
    name: 'pain index',
    ...percent,
    says: 'Mean drawdown over all bars.',
    source: 'Becker, Zephyr Associates, 2006',
  },
  {
    path: 'cdar95',
    name: 'conditional drawdown 95',
    ...percent,
    says: 'Mean of the worst 5 % of all drawdowns.',
    source: CHEKHLOV,
  },
  {
    path: 'modifiedVar95',
    name: 'modified VaR 95',
    ...percent,
    says: 'A loss that one bar exceeds in 5 of 100 cases, with skew and fat tails; 0 outside its domain.',
    source: MAILLARD,
  },
  {
    path: 'martinRatio',
    name: 'Martin ratio',
    unit: 'ratio',
    ...annual,
    says: 'Return of a year over the ulcer index.',
    source: MARTIN,
  },
  {
    path: 'sterlingRatio',
    name: 'Sterling ratio',
    unit: 'ratio',
    ...annual,
    says: 'Return of a year over the conditional drawdown.',
  },
  {
    path: 'omega',
    name: 'omega',
    unit: 'ratio',
    says: 'Sum of the gains over the sum of the losses.',
    source: 'Keating and Shadwick, 2002',
  },
  {
    path: 'gainToPain',
    name: 'gain to pain',
    unit: 'ratio',
    says: 'Sum of the gains over the sum of the losses, as Schwager counts.',
    source: 'Schwager, Hedge Fund Market Wizards, 2012',
  },
  {
    path: 'rollSpreadBps',
    name: 'Roll spread',
    unit: 'bps',
    says: 'The spread that the bounce of prices implies; 0 where there is none.',
    source: 'Roll, Journal of Finance 39, 1984',
  },
  {
    path: 'peakPrice',
    name: 'price at the peak',
    unit: 'USD or probability',
    isPrice: true,
    says: 'Where the deepest fall began.',
  },
  {
    path: 'troughPrice',
    name: 'price at the trough',
    unit: 'USD or probability',
    isPrice: true,
    says: 'Where it ended.',
  },
];

/** The figures of `/api/asset/{asset}/stats`. */
export const STATS_METRICS: readonly Metric[] = [
  {
    path: 'returns.annualisedVol',
    name: 'volatility of a year',
    ...percent,
    ...annual,
    says: 'Deviation of hourly returns, of a year; points for binaries.',
  },
  {
    path: 'returns.sharpe',
    name: 'Sharpe',
    unit: 'ratio',
    ...annual,
    says: 'Mean over deviation, of a year.',
    source: 'Sharpe, Journal of Portfolio Management 21, 1994',
  },
  {
    path: 'returns.sharpeAdjAC',
    name: 'Sharpe, autocorrelation',
    unit: 'ratio',
    ...annual,
    says: 'Sharpe after what returns owe to the ones before.',
    source: LO,
  },
  {
    path: 'returns.sortino',
    name: 'Sortino',
    unit: 'ratio',
    ...annual,
    says: 'Mean over the deviation of losses alone, of a year.',
    source: 'Sortino and van der Meer, 1991',
  },
  {
    path: 'returns.calmar',
    name: 'Calmar',
    unit: 'ratio',
    ...annual,
    says: 'Return of a year over the deepest fall.',
    source: 'Young, Futures, 1991',
  },
  {
    path: 'returns.omega',
    name: 'omega',
    unit: 'ratio',
    says: 'Sum of the gains over the sum of the losses.',
    source: 'Keating and Shadwick, 2002',
  },
  { path: 'risk.var95', name: 'VaR 95', ...percent, says: 'The loss that one hour in twenty exceeded.' },
  { path: 'risk.var99', name: 'VaR 99', ...percent, says: 'The loss that one hour in a hundred exceeded.' },
  {
    path: 'risk.es95',
    name: 'expected shortfall 95',
    ...percent,
    says: 'Mean loss of the worst 5 % of the hours.',
    source: ROCKAFELLAR,
  },
  {
    path: 'risk.es99',
    name: 'expected shortfall 99',
    ...percent,
    says: 'Mean loss of the worst 1 % of the hours.',
    source: ROCKAFELLAR,
  },
  {
    path: 'risk.esTailConcentration',
    name: 'tail concentration',
    unit: 'ratio',
    says: 'How much worse the last percent is than the last ten: 1.5 is normal.',
  },
  {
    path: 'risk.tailIndex',
    name: 'tail index',
    unit: 'ratio',
    says: 'How fast large moves grow rare: about 3 is usual, above 6 means no fat tail.',
    source: 'Hill, Annals of Statistics 3, 1975',
  },
  {
    path: 'risk.maxDrawdown',
    name: 'deepest fall',
    ...percent,
    says: 'From a running peak to the lowest price after it.',
  },
  {
    path: 'risk.drawdownAtRisk95',
    name: 'drawdown at risk 95',
    ...percent,
    says: 'The drawdown that one bar in twenty exceeded.',
    source: CHEKHLOV,
  },
  {
    path: 'structure.hurst',
    name: 'Hurst',
    unit: '0 to 1',
    says: '0.5: no memory; below: reverting; above: persistent. 0.42 to 0.58 fit 0.5.',
    source: 'Anis and Lloyd, Biometrika 63, 1976',
  },
  {
    path: 'structure.autocorr1',
    name: 'autocorrelation 1',
    unit: 'ratio',
    says: 'How an hour’s return resembles the one before.',
  },
  {
    path: 'structure.trendT',
    name: 'drift',
    unit: 't',
    says: 'Beyond 1.96 in size the mean return is no accident.',
    source: 'Newey and West, 1987',
  },
  {
    path: 'structure.halfLifeMR',
    name: 'half-life of a deviation',
    unit: 'hours',
    says: 'Given only where a return to the mean was detected.',
  },
  {
    path: 'structure.permEntropy',
    name: 'permutation entropy',
    unit: '0 to 1',
    says: '1: the order of neighbouring returns is unpredictable.',
    source: 'Bandt and Pompe, Physical Review Letters 88, 2002',
  },
  {
    path: 'tests.adf.p',
    name: 'unit root (ADF)',
    unit: '0 to 1',
    says: 'Probability of such prices if the level wanders; below 0.05 it returns.',
    source: 'Dickey and Fuller; MacKinnon',
  },
  {
    path: 'tests.kpss.p',
    name: 'stationary (KPSS)',
    unit: '0 to 1',
    says: 'Probability if the level is stationary; below 0.05 it is not.',
    source: 'Kwiatkowski, Phillips, Schmidt and Shin, 1992',
  },
  {
    path: 'tests.ljungBox.p',
    name: 'uncorrelated (Ljung-Box)',
    unit: '0 to 1',
    says: 'Probability if returns are uncorrelated.',
    source: 'Ljung and Box, 1978',
  },
  {
    path: 'tests.jarqueBera.p',
    name: 'normal (Jarque-Bera)',
    unit: '0 to 1',
    says: 'Probability if returns are normal.',
    source: 'Jarque and Bera, 1980',
  },
  {
    path: 'horizon.daysToResolve',
    name: 'days to the end',
    unit: 'days',
    says: 'Until the market is due to be decided.',
  },
  {
    path: 'horizon.perHorizonMove',
    name: 'move until then',
    unit: 'pp',
    times: 100,
    says: 'Deviation until the end, never more than the outcome can move.',
  },
];

/** Below these, a figure of a year is greyed: five minutes of data say nothing of a year. */
const MIN_BARS = 100;
const MIN_YEAR_SHARE = 0.01;

/** Why figures of a year mean nothing for a sample; null when they mean something. */
export function annualDoubt(bars: number, periodsPerYear: number | null): string | null {
  if (bars < MIN_BARS) return `only ${bars} bars`;
  if (periodsPerYear === null) return 'the cadence is not known';
  const share = bars / periodsPerYear;
  return share < MIN_YEAR_SHARE ? `the sample is ${(share * 100).toPrecision(2)} % of a year` : null;
}

/** The member of an answer at a path such as `returns.sharpe`. */
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
