import {
  MIN_AUTOCORRELATION_PAIRS,
  MIN_DEVIATION_RETURNS,
  MIN_MODIFIED_VAR_RETURNS,
  MIN_ROLL_RETURNS,
  type RiskPoints,
  type RiskReport,
  type Sampling,
} from '../../analytics/index.ts';
import { explainNulls, type NullReason, type NullReasons, type WhyNull } from '../../domain/index.ts';

type ShownReport = RiskReport & {
  readonly sampling: Sampling | null;
  readonly points: RiskPoints | null;
};

interface Facts {
  readonly report: RiskReport;
  readonly isProbability: boolean;
}

/** Explains the members of a risk report that are null. */
export function explainRiskNulls(report: ShownReport, isProbability: boolean): WhyNull {
  return explainNulls(report, RISK_REASONS, { report, isProbability });
}

/** Reason for a figure that needs a minimum number of returns. */
const figure =
  (minReturns: number) =>
  ({ report: { source, metrics } }: Facts): NullReason =>
    source === 'fallback' || metrics.returns < minReturns ? 'too_few_bars' : 'zero_denominator';

/** Reason for an annualised figure, one of `YEARLY_RETURN_METRICS`, which a probability does not have. */
const yearly =
  (minReturns: number) =>
  (facts: Facts): NullReason =>
    facts.isProbability ? 'not_applicable' : figure(minReturns)(facts);

const RISK_REASONS: NullReasons<ShownReport, Facts> = {
  periodsPerYear: 'too_few_bars',
  // This member is null whenever the ratio exists, which needs no explanation.
  sharpeSuppressedReason: null,
  sampling: 'too_few_bars',
  'sampling.stepMs': 'too_few_bars',
  points: 'not_applicable',
  'points.realizedVolPts': figure(MIN_DEVIATION_RETURNS),
  'points.maxDrawdownPts': figure(1),
  'points.modifiedVar95Pts': figure(MIN_MODIFIED_VAR_RETURNS),
  'metrics.meanLogReturn': figure(1),
  'metrics.realizedVol': figure(MIN_DEVIATION_RETURNS),
  'metrics.annualizedVol': figure(MIN_DEVIATION_RETURNS),
  'metrics.annualizedReturn': yearly(1),
  'metrics.sharpe': yearly(MIN_DEVIATION_RETURNS),
  'metrics.sharpeAdjAC': yearly(1 + MIN_AUTOCORRELATION_PAIRS),
  'metrics.ulcerIndex': figure(1),
  'metrics.painIndex': figure(1),
  'metrics.modifiedVar95': figure(MIN_MODIFIED_VAR_RETURNS),
  'metrics.martinRatio': yearly(1),
  'metrics.cdar95': figure(1),
  'metrics.gainToPain': figure(1),
  'metrics.sterlingRatio': yearly(1),
  'metrics.omega': figure(1),
  'metrics.rollSpreadBps': figure(MIN_ROLL_RETURNS),
  'metrics.maxDrawdown': figure(1),
  'metrics.peakPrice': figure(1),
  'metrics.troughPrice': figure(1),
  'metrics.drawdownBars': figure(1),
};
