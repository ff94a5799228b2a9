import { annual, CHEKHLOV, LO, type Metric, percent } from './metric.ts';

const MARTIN = 'Martin and McCann, The Investor’s Guide to Fidelity Funds, 1989';
const MAILLARD = 'Zangari, RiskMetrics Monitor, 1996; Maillard, 2012';

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
