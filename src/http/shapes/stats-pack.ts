import type { StatsPack } from '../../analytics/index.ts';
import * as s from '../schemas/schema.ts';
import {
  FEW_RETURNS,
  FIGURES,
  framingField,
  ljungBox,
  NO_END,
  NO_HOURS,
  NO_TAIL,
  nullableNum,
  p,
  reject,
  resolvedFromField,
  suppressionField,
  terminalVarianceField,
  verdictField,
} from './figure-fields.ts';

const returnsBlock = () =>
  s.object('Return ratios.', {
    sharpe: FIGURES.sharpe,
    sortino: FIGURES.sortino,
    calmar: nullableNum(
      'Calmar ratio: annualised log return divided by the largest drawdown.',
      3.1,
      'the asset is a binary or prices never fell',
    ),
    sharpeAdjAC: nullableNum(
      'Sharpe ratio corrected for the autocorrelation of the returns (Lo, 2002).',
      1.1,
      'sharpe or autocorr1 is null',
    ),
    omega: nullableNum(
      'Omega ratio at threshold 0: sum of the gains divided by the sum of the losses. 1 when every return is 0.',
      1.04,
      'there are no returns, or there are gains but no losses',
    ),
    gainToPain: nullableNum(
      'Sum of the gains divided by the sum of the losses.',
      1.04,
      'no return is a loss',
    ),
    annualisedVol: FIGURES.annualisedVol,
    returnMode: s.choice(
      'Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities.',
      ['log', 'diff'],
    ),
    framing: framingField(),
    sharpeSuppressedReason: suppressionField(),
  } satisfies s.Members<StatsPack['returns']>);

const riskBlock = () =>
  s.object('Risk metrics. Fractions per hour unless stated otherwise; losses are positive.', {
    var95: FIGURES.var95,
    var99: nullableNum('Historical value at risk of one hour at 99 %.', 0.0124, FEW_RETURNS),
    es90: nullableNum(
      'Expected shortfall of one hour: mean loss of the worst 10 % of the hours.',
      0.0082,
      FEW_RETURNS,
    ),
    es95: FIGURES.es95,
    es99: nullableNum(
      'Expected shortfall of one hour: mean loss of the worst 1 % of the hours.',
      0.0151,
      FEW_RETURNS,
    ),
    esTailConcentration: nullableNum(
      'es99 divided by es90. A normal distribution gives 1.52; more means fatter tails.',
      1.84,
      'es90 is null or not positive',
    ),
    ulcerIndex: nullableNum('Ulcer index: root mean square of the drawdowns.', 0.031, NO_HOURS),
    painIndex: nullableNum('Pain index: mean drawdown.', 0.026, NO_HOURS),
    cdar95: nullableNum(
      'Conditional drawdown at risk: mean of the worst 5 % of the drawdowns.',
      0.074,
      NO_HOURS,
    ),
    drawdownAtRisk95: nullableNum('Drawdown at risk: 95 % quantile of the drawdowns.', 0.066, NO_HOURS),
    sterling: nullableNum(
      'Sterling ratio: annualised log return divided by cdar95.',
      3.4,
      'the asset is a binary or prices never fell',
    ),
    tailIndex: nullableNum(
      "Tail exponent by Hill's estimate on the largest 5 % of the moves. About 3 is usual; lower means fatter tails.",
      3.2,
      NO_TAIL,
    ),
    tailIndexWide: nullableNum(
      "Tail exponent by Hill's estimate on the largest 10 % of the moves.",
      2.9,
      NO_TAIL,
    ),
    maxDrawdown: FIGURES.maxDrawdown,
    modifiedVar95: nullableNum(
      'Value at risk of one hour at 95 % by the Cornish-Fisher expansion. 0 can also mean that the tails are too fat for the expansion.',
      0.0069,
      'there are fewer than four returns or they do not vary',
    ),
  } satisfies s.Members<StatsPack['risk']>);

const structureBlock = () =>
  s.object('Memory of the returns, and microstructure.', {
    hurst: FIGURES.hurst,
    autocorr1: FIGURES.autocorr1,
    autocorr2: nullableNum(
      'Autocorrelation of the returns at lag 2.',
      0.01,
      'there are fewer than four returns or they do not vary',
    ),
    trendT: nullableNum(
      'Newey-West t-statistic of the mean return. Beyond 1.96 in size, the drift is significant at 5 %.',
      0.7,
      'there are fewer than eight returns or they do not vary',
    ),
    halfLifeMR: FIGURES.halfLifeMR,
    permEntropy: nullableNum(
      'Permutation entropy of the returns, 0 to 1. At 1 their order is unpredictable.',
      0.997,
      'there are fewer than twelve returns',
    ),
    permEntropyTieFrac: nullableNum(
      'Share of the triples of returns that contain equal values, 0 to 1. Above about 0.2, do not trust permEntropy.',
      0.02,
      'there are fewer than twelve returns',
    ),
    rollSpreadBps: nullableNum(
      "Roll's estimate of the bid-ask spread in basis points of the price. 0 when prices do not bounce between bid and ask.",
      0.8,
      'there are fewer than three returns, or all prices are 0',
    ),
  } satisfies s.Members<StatsPack['structure']>);

const testsBlock = () =>
  s.object('Hypothesis tests. A test is null without enough data or variance.', {
    ljungBox: s.nullable(
      ljungBox(
        'Ljung-Box test; null hypothesis: the returns are uncorrelated. Taken from ljungBoxProfile at the largest lag up to n/5.',
      ),
      'n is too small or the returns do not vary',
    ),
    ljungBoxProfile: s.array(
      'Ljung-Box tests at the lags 1, 2, 3, 5 and 10.',
      ljungBox('Test up to one lag.'),
    ),
    adf: s.nullable(
      s.object('Augmented Dickey-Fuller test; null hypothesis: the price level has a unit root.', {
        stat: s.num('Test statistic.', -1.9),
        p: p(),
        lag: s.int('Number of lagged differences.', 2),
        nobs: s.int('Rows in the regression.', 716),
        crit: s.object('Critical values of the statistic.', {
          '1%': s.num('Critical value at the 1 % level.', -3.44),
          '5%': s.num('Critical value at the 5 % level.', -2.87),
          '10%': s.num('Critical value at the 10 % level.', -2.57),
        }),
        reject: reject(),
      }),
      'there are fewer than 20 bars, they do not vary, or the regression has no unique solution',
    ),
    kpss: s.nullable(
      s.object('KPSS test; null hypothesis: the price level is stationary.', {
        stat: s.num('Test statistic.', 1.2),
        p: p(),
        lag: s.int('Lags of the long-run variance.', 16),
        pClipped: s.nullable(
          s.choice('End of the published p-value table at which p is clipped.', ['upper', 'lower']),
          'p lies within the table',
        ),
        reject: reject(),
      }),
      'there are fewer than 20 bars or they do not vary',
    ),
    runs: s.nullable(
      s.object('Runs test; null hypothesis: the signs of the returns are in random order.', {
        z: s.num('Test statistic.', 0.4),
        p: p(),
        runs: s.int('Runs of equal sign.', 362),
        nPos: s.int('Number of gains.', 358),
        nNeg: s.int('Number of losses.', 361),
        reject: reject(),
      }),
      'fewer than ten returns differ from 0, or all have the same sign',
    ),
    varianceRatio: s.nullable(
      s.object('Variance ratio test; null hypothesis: the returns are uncorrelated.', {
        q: s.int('Hours over which the variance is compared with that of one hour.', 4),
        vr: s.num('Variance ratio; 1 for a random walk.', 0.98),
        z: nullableNum('Test statistic.', -0.3, 'the variance of the statistic is 0'),
        p: s.nullable(p(), 'the variance of the statistic is 0'),
        reject: reject(),
      }),
      'there are fewer than 16 returns or they do not vary',
    ),
    jarqueBera: s.nullable(
      s.object('Jarque-Bera test; null hypothesis: the returns are normally distributed.', {
        stat: s.num('Test statistic.', 812),
        p: p(),
        skew: s.num('Skewness of the returns.', -0.2),
        exKurtosis: s.num('Excess kurtosis of the returns; 0 for a normal distribution.', 5.1),
        reject: reject(),
      }),
      'there are fewer than eight returns or they do not vary',
    ),
  } satisfies s.Members<StatsPack['tests']>);

const horizonBlock = () =>
  s.object('How far the price of a binary market can still move before it resolves.', {
    daysToResolve: nullableNum('Days until the market ends.', 12.5, NO_END),
    barsPerDay: s.num('Bars in a day.', 24),
    perDayMove: nullableNum("Standard deviation of a day's move, 0 to 1.", 0.031, FEW_RETURNS),
    perHorizonMove: nullableNum(
      'Standard deviation of the move until the end, at most the square root of terminalVariance.',
      0.11,
      'perDayMove, daysToResolve or terminalVariance is null',
    ),
    terminalVariance: terminalVarianceField(),
    resolvedFrom: resolvedFromField(),
    available: s.bool('Whether daysToResolve is known.', true),
  } satisfies s.Members<NonNullable<StatsPack['horizon']>>);

/** Builds the schema of the statistics of one asset over its hourly bars. */
export const statsPackSchema = () =>
  s.object(
    'Statistics over the hourly bars of 30 days. Hours without a record have no bar; then an hour is a bar in these figures.',
    {
      n: s.int('Number of returns.', 720),
      periodsPerYear: s.num(
        'Bars in a year of the time that they cover, used to annualise: 8,760 where every hour has one.',
        8_760,
      ),
      verdict: verdictField(),
      returns: returnsBlock(),
      risk: riskBlock(),
      structure: structureBlock(),
      tests: testsBlock(),
      horizon: s.nullable(horizonBlock(), 'the asset is a perpetual'),
    } satisfies s.Members<StatsPack>,
  );
