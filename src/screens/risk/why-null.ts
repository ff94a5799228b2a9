import {
  MIN_AUTOCORRELATION_PAIRS,
  MIN_DEVIATION_RETURNS,
  MIN_MODIFIED_VAR_RETURNS,
  MIN_ROLL_RETURNS,
  type RiskMetrics,
  type RiskReport,
  type Sampling,
  YEARLY_RETURN_METRICS,
} from '../../analytics/index.ts';
import { explainNulls, type WhyNull } from '../../domain/index.ts';

/** Returns that a figure needs where one is not enough. */
const MIN_RETURNS: Partial<Record<keyof RiskMetrics, number>> = {
  realizedVol: MIN_DEVIATION_RETURNS,
  annualizedVol: MIN_DEVIATION_RETURNS,
  sharpe: MIN_DEVIATION_RETURNS,
  sharpeAdjAC: 1 + MIN_AUTOCORRELATION_PAIRS,
  rollSpreadBps: MIN_ROLL_RETURNS,
  modifiedVar95: MIN_MODIFIED_VAR_RETURNS,
};

const OF_A_YEAR: ReadonlySet<string> = new Set(YEARLY_RETURN_METRICS);

/** Why each null member of a risk report is null. */
export function explainRiskNulls(
  report: RiskReport & { readonly sampling: Sampling | null },
  isProbability: boolean,
): WhyNull {
  const { source, metrics } = report;
  return explainNulls({ ...report }, (path) => {
    // Null where there is a ratio.
    if (path === 'sharpeSuppressedReason') return null;
    const [block, member] = path.split('.') as [string, keyof RiskMetrics | undefined];
    if (member !== undefined && isProbability && OF_A_YEAR.has(member)) return 'not_applicable';
    if (block !== 'metrics' || member === undefined || source === 'fallback') return 'too_few_bars';
    return metrics.returns < (MIN_RETURNS[member] ?? 1) ? 'too_few_bars' : 'zero_denominator';
  });
}
