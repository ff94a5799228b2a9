import { bool, int, listOf, nullable, num, objectOf, oneOf } from './schema.ts';

export const framingField = () =>
  oneOf('annualised for perpetuals; horizon for markets that are decided soon.', ['annualised', 'horizon']);

export const suppressionField = () =>
  nullable(
    oneOf('Why sharpe is null; null when it is not.', [
      'bounded-probability',
      'insufficient-data',
      'zero-variance',
    ]),
  );

export const verdictField = () =>
  oneOf('What the tests say together.', [
    'random-walk',
    'mean-reverting',
    'trending',
    'flat',
    'insufficient-data',
  ]);

const p = () => num('Probability under the null hypothesis.', 0.31);
const reject = () => bool('p < 0.05.', false);
const ratioOf = (description: string, example: number) => nullable(num(description, example));

const ljungBox = (description: string) =>
  objectOf(description, {
    lag: int('Lags joined.', 10),
    stat: num('Statistic.', 9.8),
    p: p(),
    reject: reject(),
  });

const returnsBlock = () =>
  objectOf('Ratios. Those that speak of a year are null for binaries.', {
    sharpe: ratioOf('Mean over deviation, per year.', 1.2),
    sortino: ratioOf('Mean over downside deviation, per year.', 1.8),
    calmar: ratioOf('Annual log return over the deepest drawdown.', 3.1),
    sharpeAdjAC: ratioOf("sharpe corrected for autocorrelation by Lo's factor.", 1.1),
    omega: ratioOf('Gains over losses at threshold 0.', 1.04),
    gainToPain: ratioOf('Sum of gains over sum of losses.', 1.04),
    annualisedVol: ratioOf('Deviation per year; probability points for binaries.', 0.44),
    returnMode: oneOf('How returns are taken.', ['log', 'diff']),
    framing: framingField(),
    sharpeSuppressedReason: suppressionField(),
  });

const riskBlock = () =>
  objectOf('Fractions per hour unless the name says otherwise; losses are positive.', {
    var95: ratioOf('Historical value at risk, 5 %.', 0.0071),
    var99: ratioOf('The same, 1 %.', 0.0124),
    es90: ratioOf('Expected shortfall, 10 %.', 0.0082),
    es95: ratioOf('The same, 5 %.', 0.0103),
    es99: ratioOf('The same, 1 %.', 0.0151),
    esTailConcentration: ratioOf('es99 over es90.', 1.84),
    ulcerIndex: ratioOf('Root mean square of the drawdowns.', 0.031),
    painIndex: ratioOf('Mean drawdown.', 0.026),
    cdar95: ratioOf('Mean of the worst 5 % of the drawdowns.', 0.074),
    drawdownAtRisk95: ratioOf('95 % quantile of the drawdowns.', 0.066),
    sterling: ratioOf('Annual log return over cdar95.', 3.4),
    tailIndex: ratioOf('Hill estimate on 5 % of the sample; about 3 is usual.', 3.2),
    tailIndexWide: ratioOf('The same on 10 %.', 2.9),
    maxDrawdown: ratioOf('Deepest fall from a peak.', 0.083),
    modifiedVar95: ratioOf('Cornish-Fisher value at risk; 0 outside its domain.', 0.0069),
  });

const structureBlock = () =>
  objectOf('Memory and microstructure.', {
    hurst: ratioOf('0.5: no memory; below: reverting; above: persistent.', 0.52),
    autocorr1: ratioOf('Autocorrelation at lag 1.', -0.03),
    autocorr2: ratioOf('At lag 2.', 0.01),
    trendT: ratioOf('Newey-West t of the mean return; beyond 1.96 a drift.', 0.7),
    halfLifeMR: ratioOf('Hours; null where no reversion was detected.', 14.2),
    permEntropy: ratioOf('1: order is unpredictable.', 0.997),
    permEntropyTieFrac: ratioOf('Share of triples with equal moves.', 0.02),
    rollSpreadBps: ratioOf("Roll's spread in basis points of the price.", 0.8),
  });

const testsBlock = () =>
  objectOf('Each null without enough data or variance.', {
    ljungBox: nullable(ljungBox('Returns uncorrelated; the largest lag within n/5.')),
    ljungBoxProfile: listOf('Lags 1, 2, 3, 5 and 10.', ljungBox('One lag.')),
    adf: nullable(
      objectOf('Level has a unit root.', {
        stat: num('Statistic.', -1.9),
        p: p(),
        lag: int('Lagged differences.', 2),
        nobs: int('Rows of the regression.', 716),
        crit: objectOf('Critical values.', {
          '1%': num('1 %.', -3.44),
          '5%': num('5 %.', -2.87),
          '10%': num('10 %.', -2.57),
        }),
        reject: reject(),
      }),
    ),
    kpss: nullable(
      objectOf('Level is stationary.', {
        stat: num('Statistic.', 1.2),
        p: p(),
        lag: int('Lags of the variance.', 16),
        pClipped: nullable(oneOf('The end of the table at which p is held.', ['upper', 'lower'])),
        reject: reject(),
      }),
    ),
    runs: nullable(
      objectOf('Signs are in random order.', {
        z: num('Statistic.', 0.4),
        p: p(),
        runs: int('Runs of equal sign.', 362),
        nPos: int('Gains.', 358),
        nNeg: int('Losses.', 361),
        reject: reject(),
      }),
    ),
    varianceRatio: nullable(
      objectOf('Returns are uncorrelated.', {
        q: int('Hours joined.', 4),
        vr: num('1 for a random walk.', 0.98),
        z: ratioOf('Statistic; null where its variance is 0.', -0.3),
        p: nullable(p()),
        reject: reject(),
      }),
    ),
    jarqueBera: nullable(
      objectOf('Returns are normal.', {
        stat: num('Statistic.', 812),
        p: p(),
        skew: num('Skewness.', -0.2),
        exKurtosis: num('Excess kurtosis.', 5.1),
        reject: reject(),
      }),
    ),
  });

const horizonBlock = () =>
  objectOf('How far a binary market can still move.', {
    daysToResolve: ratioOf('Days until it ends.', 12.5),
    barsPerDay: num('Bars of a day.', 24),
    perDayMove: ratioOf('Deviation of a day in probability points.', 0.031),
    perHorizonMove: ratioOf('The same until the end, never more than the outcome itself can move.', 0.11),
    terminalVariance: ratioOf('p (1 - p).', 0.2436),
    resolvedFrom: nullable(oneOf('Which end was used.', ['closeTime', 'endDate'])),
    available: bool('Whether an end is known.', true),
  });

/** The statistics of one asset over its hourly bars. */
export const statsPackSchema = () =>
  objectOf('Over hourly bars of 30 days.', {
    n: int('Number of returns.', 720),
    periodsPerYear: int('Always 8,760.', 8_760),
    verdict: verdictField(),
    returns: returnsBlock(),
    risk: riskBlock(),
    structure: structureBlock(),
    tests: testsBlock(),
    horizon: nullable(horizonBlock()),
  });
