import * as s from '../schemas/schema.ts';

export const framingField = () =>
  s.choice('`annualised` for perpetuals, `horizon` for binaries.', ['annualised', 'horizon']);

export const suppressionReason = () =>
  s.named(
    'SharpeSuppression',
    s.choice('Reason why sharpe is null.', ['bounded-probability', 'insufficient-data', 'zero-variance']),
  );

export const suppressionField = () =>
  s.named('SharpeSuppressionOrNull', s.nullable(suppressionReason(), 'sharpe is not null'));

export const verdictField = () =>
  s.named(
    'SeriesVerdict',
    s.choice('Verdict that the statistical tests reach together.', [
      'random-walk',
      'mean-reverting',
      'trending',
      'flat',
      'insufficient-data',
    ]),
  );

/** Builds the schema of the variance of a binary at its end, where the price is 0 or 1. */
export const terminalVarianceField = () =>
  s.named(
    'TerminalVariance',
    s.nullable(
      s.num('Variance of the outcome at the current price p: p (1 - p).', 0.2436),
      'the market has no price',
    ),
  );

export const resolvedFromField = () =>
  s.named(
    'ResolvedFrom',
    s.nullable(
      s.choice(
        'End that is used: of trading (`closeTime`), or the time at which the question is due (`endDate`).',
        ['closeTime', 'endDate'],
      ),
      NO_END,
    ),
  );

export const p = () =>
  s.named(
    'PValue',
    s.num('p-value: the probability of a statistic at least this extreme under the null hypothesis.', 0.31),
  );
export const reject = () =>
  s.named('IsRejected', s.bool('Whether the null hypothesis is rejected at the 5 % level.', false));
export const FEW_RETURNS = 'there are fewer than two returns';
export const NO_HOURS = 'no hour has a record';
export const NO_TAIL = 'the tail has fewer than ten returns, or they are all equal';
export const NO_END = 'the venue states no end';
export const nullableNum = (description: string, example: number, when: string) =>
  s.nullable(s.num(description, example), when);

export const ljungBox = (description: string) =>
  s.named(
    'LjungBox',
    s.object(description, {
      lag: s.int('Lags that are tested together.', 10),
      stat: s.num('Test statistic.', 9.8),
      p: p(),
      reject: reject(),
    }),
  );

/** Builds the schema of a figure that several responses contain. */
const figure = (name: string, description: string, example: number, when: string) =>
  s.named(name, nullableNum(description, example, when));

/** Schemas of the figures of an asset's statistics that lists of many markets contain too. */
export const FIGURES = {
  annualisedVol: figure(
    'AnnualisedVol',
    'Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for binaries.',
    0.44,
    FEW_RETURNS,
  ),
  sharpe: figure(
    'SharpeRatio',
    'Annualised Sharpe ratio without a risk-free rate.',
    1.2,
    'sharpeSuppressedReason gives a reason',
  ),
  sortino: figure(
    'SortinoRatio',
    'Annualised Sortino ratio: mean return divided by the downside deviation.',
    1.8,
    'the asset is a binary, the returns do not vary, or no return is a loss',
  ),
  var95: figure(
    'ValueAtRisk95',
    'Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign reversed.',
    0.0071,
    FEW_RETURNS,
  ),
  es95: figure(
    'ExpectedShortfall95',
    'Expected shortfall of one hour: mean loss of the worst 5 % of the hours.',
    0.0103,
    FEW_RETURNS,
  ),
  maxDrawdown: figure('MaxDrawdown', 'Largest fall from a running peak.', 0.083, NO_HOURS),
  hurst: figure(
    'HurstExponent',
    'Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending.',
    0.52,
    'there are too few returns (about 64 are needed) or they do not vary',
  ),
  autocorr1: figure(
    'Autocorrelation1',
    'Autocorrelation of the returns at lag 1.',
    -0.03,
    'there are fewer than three returns or they do not vary',
  ),
  halfLifeMR: figure(
    'HalfLife',
    'Half-life of mean reversion in hours.',
    14.2,
    'no mean reversion was detected',
  ),
};
