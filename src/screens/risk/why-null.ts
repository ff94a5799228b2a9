import {
  type RiskMetrics,
  type RiskReport,
  type Sampling,
  YEARLY_RETURN_METRICS,
} from '../../analytics/index.ts';
import { explainNulls, type WhyNull } from '../../domain/index.ts';

/** Returns that a figure needs where one is not enough. */
const MIN_RETURNS: Partial<Record<keyof RiskMetrics, number>> = {
  realizedVol: 2,
  annualizedVol: 2,
  sharpe: 2,
  sharpeAdjAC: 3,
  rollSpreadBps: 3,
  modifiedVar95: 4,
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
