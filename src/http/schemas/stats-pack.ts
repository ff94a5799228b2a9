import type { StatsPack } from '../../analytics/index.ts';
import * as s from './schema.ts';

export const framingField = () =>
  s.choice('annualised for perpetuals; horizon for markets that are decided soon.', [
    'annualised',
    'horizon',
  ]);

export const suppressionReason = () =>
  s.choice('Why sharpe is null.', ['bounded-probability', 'insufficient-data', 'zero-variance']);

export const suppressionField = () => s.nullable(suppressionReason(), 'sharpe is not null');

export const verdictField = () =>
  s.choice('Combined result of the tests.', [
    'random-walk',
    'mean-reverting',
    'trending',
    'flat',
    'insufficient-data',
  ]);

/** Variance of a binary at its end, which is 0 or 1. */
export const terminalVarianceField = () =>
  s.named('TerminalVariance', s.nullable(s.num('p (1 - p).', 0.2436), 'there is no price'));

const p = () => s.named('PValue', s.num('Probability under the null hypothesis.', 0.31));
const reject = () => s.bool('p < 0.05.', false);
const FEW_RETURNS = 'returns are fewer than two';
const NO_HOURS = 'no hour is recorded';
const NO_TAIL = 'the tail holds fewer than ten moves, or they do not differ';
const NO_END = 'the venue states no end';
const nullableNum = (description: string, example: number, when: string) =>
  s.nullable(s.num(description, example), when);

const ljungBox = (description: string) =>
  s.named(
    'LjungBox',
    s.object(description, {
      lag: s.int('Lags joined.', 10),
      stat: s.num('Statistic.', 9.8),
      p: p(),
      reject: reject(),
    }),
  );

/** The figures of a pack that lists of many markets show too. */
export const FIGURES = {
  annualisedVol: nullableNum('Deviation per year; probability points for binaries.', 0.44, FEW_RETURNS),
  sharpe: nullableNum('Mean over deviation, per year.', 1.2, 'sharpeSuppressedReason says why'),
  sortino: nullableNum(
    'Mean over downside deviation, per year.',
    1.8,
    'the asset is a binary, returns do not vary, or none is a loss',
  ),
  var95: nullableNum('Historical value at risk, 5 %.', 0.0071, FEW_RETURNS),
  es95: nullableNum('The same, 5 %.', 0.0103, FEW_RETURNS),
  maxDrawdown: nullableNum('Deepest fall from a peak.', 0.083, NO_HOURS),
  hurst: nullableNum(
    '0.5: no memory; below: reverting; above: persistent.',
    0.52,
    'fewer than about 64 returns vary',
  ),
  autocorr1: nullableNum('Autocorrelation at lag 1.', -0.03, 'returns are fewer than three or do not vary'),
  halfLifeMR: nullableNum('Hours until half of a deviation is gone.', 14.2, 'no reversion was detected'),
};

const returnsBlock = () =>
  s.object('Ratios.', {
    sharpe: FIGURES.sharpe,
    sortino: FIGURES.sortino,
    calmar: nullableNum(
      'Annual log return over the deepest drawdown.',
      3.1,
      'the asset is a binary, or prices never fell',
    ),
    sharpeAdjAC: nullableNum(
      "sharpe corrected for autocorrelation by Lo's factor.",
      1.1,
      'sharpe or autocorr1 is',
    ),
    omega: nullableNum(
      'Gains over losses at threshold 0.',
      1.04,
      'there are no returns, or gains without losses',
    ),
    gainToPain: nullableNum('Sum of gains over sum of losses.', 1.04, 'no return is a loss'),
    annualisedVol: FIGURES.annualisedVol,
    returnMode: s.choice('How returns are taken.', ['log', 'diff']),
    framing: framingField(),
    sharpeSuppressedReason: suppressionField(),
  } satisfies s.Members<StatsPack['returns']>);

const riskBlock = () =>
  s.object('Fractions per hour unless the name says otherwise; losses are positive.', {
    var95: FIGURES.var95,
    var99: nullableNum('The same, 1 %.', 0.0124, FEW_RETURNS),
    es90: nullableNum('Expected shortfall, 10 %.', 0.0082, FEW_RETURNS),
    es95: FIGURES.es95,
    es99: nullableNum('The same, 1 %.', 0.0151, FEW_RETURNS),
    esTailConcentration: nullableNum('es99 over es90.', 1.84, 'es90 is null or no loss'),
    ulcerIndex: nullableNum('Root mean square of the drawdowns.', 0.031, NO_HOURS),
    painIndex: nullableNum('Mean drawdown.', 0.026, NO_HOURS),
    cdar95: nullableNum('Mean of the worst 5 % of the drawdowns.', 0.074, NO_HOURS),
    drawdownAtRisk95: nullableNum('95 % quantile of the drawdowns.', 0.066, NO_HOURS),
    sterling: nullableNum(
      'Annual log return over cdar95.',
      3.4,
      'the asset is a binary, or prices never fell',
    ),
    tailIndex: nullableNum('Hill estimate on 5 % of the sample; about 3 is usual.', 3.2, NO_TAIL),
    tailIndexWide: nullableNum('The same on 10 %.', 2.9, NO_TAIL),
    maxDrawdown: FIGURES.maxDrawdown,
    modifiedVar95: nullableNum(
      'Cornish-Fisher value at risk; 0 outside its domain.',
      0.0069,
      'returns are fewer than four or do not vary',
    ),
  } satisfies s.Members<StatsPack['risk']>);

const structureBlock = () =>
  s.object('Memory and microstructure.', {
    hurst: FIGURES.hurst,
    autocorr1: FIGURES.autocorr1,
    autocorr2: nullableNum('At lag 2.', 0.01, 'returns are fewer than four or do not vary'),
    trendT: nullableNum(
      'Newey-West t of the mean return; beyond 1.96 a drift.',
      0.7,
      'returns are fewer than eight or do not vary',
    ),
    halfLifeMR: FIGURES.halfLifeMR,
    permEntropy: nullableNum('1: order is unpredictable.', 0.997, 'returns are fewer than twelve'),
    permEntropyTieFrac: nullableNum(
      'Share of triples with equal moves.',
      0.02,
      'returns are fewer than twelve',
    ),
    rollSpreadBps: nullableNum(
      "Roll's spread in basis points of the price.",
      0.8,
      'returns are fewer than three, or prices are 0',
    ),
  } satisfies s.Members<StatsPack['structure']>);

const testsBlock = () =>
  s.object('Each null without enough data or variance.', {
    ljungBox: s.nullable(
      ljungBox('Returns uncorrelated; the largest lag within n/5.'),
      'n is too small, or returns do not vary',
    ),
    ljungBoxProfile: s.array('Lags 1, 2, 3, 5 and 10.', ljungBox('One lag.')),
    adf: s.nullable(
      s.object('Level has a unit root.', {
        stat: s.num('Statistic.', -1.9),
        p: p(),
        lag: s.int('Lagged differences.', 2),
        nobs: s.int('Rows of the regression.', 716),
        crit: s.object('Critical values.', {
          '1%': s.num('1 %.', -3.44),
          '5%': s.num('5 %.', -2.87),
          '10%': s.num('10 %.', -2.57),
        }),
        reject: reject(),
      }),
      'bars are fewer than 20, do not vary, or admit no regression',
    ),
    kpss: s.nullable(
      s.object('Level is stationary.', {
        stat: s.num('Statistic.', 1.2),
        p: p(),
        lag: s.int('Lags of the variance.', 16),
        pClipped: s.nullable(
          s.choice('The end of the table at which p is held.', ['upper', 'lower']),
          'p is within the table',
        ),
        reject: reject(),
      }),
      'bars are fewer than 20 or do not vary',
    ),
    runs: s.nullable(
      s.object('Signs are in random order.', {
        z: s.num('Statistic.', 0.4),
        p: p(),
        runs: s.int('Runs of equal sign.', 362),
        nPos: s.int('Gains.', 358),
        nNeg: s.int('Losses.', 361),
        reject: reject(),
      }),
      'fewer than ten returns move, or all go one way',
    ),
    varianceRatio: s.nullable(
      s.object('Returns are uncorrelated.', {
        q: s.int('Hours joined.', 4),
        vr: s.num('1 for a random walk.', 0.98),
        z: nullableNum('Statistic.', -0.3, 'its variance is 0'),
        p: s.nullable(p(), 'its variance is 0'),
        reject: reject(),
      }),
      'returns are fewer than 16 or do not vary',
    ),
    jarqueBera: s.nullable(
      s.object('Returns are normal.', {
        stat: s.num('Statistic.', 812),
        p: p(),
        skew: s.num('Skewness.', -0.2),
        exKurtosis: s.num('Excess kurtosis.', 5.1),
        reject: reject(),
      }),
      'returns are fewer than eight or do not vary',
    ),
  } satisfies s.Members<StatsPack['tests']>);

const horizonBlock = () =>
  s.object('How far a binary market can still move.', {
    daysToResolve: nullableNum('Days until it ends.', 12.5, NO_END),
    barsPerDay: s.num('Bars of a day.', 24),
    perDayMove: nullableNum('Deviation of a day in probability points.', 0.031, FEW_RETURNS),
    perHorizonMove: nullableNum(
      'The same until the end, never more than the outcome itself can move.',
      0.11,
      'perDayMove, the end or the price is not known',
    ),
    terminalVariance: terminalVarianceField(),
    resolvedFrom: s.nullable(s.choice('Which end was used.', ['closeTime', 'endDate']), NO_END),
    available: s.bool('Whether an end is known.', true),
  } satisfies s.Members<NonNullable<StatsPack['horizon']>>);

/** The statistics of one asset over its hourly bars. */
export const statsPackSchema = () =>
  s.object('Over hourly bars of 30 days.', {
    n: s.int('Number of returns.', 720),
    periodsPerYear: s.int('Always 8,760.', 8_760),
    verdict: verdictField(),
    returns: returnsBlock(),
    risk: riskBlock(),
    structure: structureBlock(),
    tests: testsBlock(),
    horizon: s.nullable(horizonBlock(), 'the asset is a perpetual'),
  } satisfies s.Members<StatsPack>);
