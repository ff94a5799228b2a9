import {
  LJUNG_BOX_LAGS,
  MIN_ADF_BARS,
  MIN_AUTOCORRELATION_PAIRS,
  MIN_DEVIATION_RETURNS,
  MIN_ENTROPY_RETURNS,
  MIN_EXCEEDANCES,
  MIN_HALF_LIFE_BARS,
  MIN_HURST_RETURNS,
  MIN_JARQUE_BERA_RETURNS,
  MIN_KPSS_BARS,
  MIN_MODIFIED_VAR_RETURNS,
  MIN_RETURNS_PER_LAG,
  MIN_ROLL_RETURNS,
  MIN_RUNS_RETURNS,
  MIN_SHORTFALL_RETURNS,
  MIN_TREND_RETURNS,
  MIN_VAR_RETURNS,
  MIN_VARIANCE_RATIO_RETURNS,
  type StatsPack,
  TAIL_SHARE,
  WIDE_TAIL_SHARE,
} from '../../analytics/index.ts';
import { explainNulls, type NullReason, type NullReasons, type WhyNull } from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { AssetStats } from './asset-stats.ts';

type ShownStats = Pick<AssetStats, 'stats' | 'benchmark'>;

interface Facts {
  readonly stats: StatsPack;
  readonly asset: Pick<ResolvedAsset, 'state' | 'isBeyondLimit'>;
}

/**
 * Explains the members of an asset's statistics that are null, where the reason is known. A statistical test that
 * rejects nothing, such as the test of mean reversion, needs no reason.
 */
export function explainStatsNulls({ stats, benchmark }: AssetStats, asset: Facts['asset']): WhyNull {
  const shown: ShownStats = { stats, ...(benchmark === undefined ? {} : { benchmark }) };
  return explainNulls(shown, STATS_REASONS, { stats, asset });
}

/**
 * Reason for a figure that exists as soon as there are enough returns. The minimum is that of the metric, minus one for
 * metrics that count bars.
 */
const figure =
  (minReturns: number) =>
  ({ stats }: Facts): NullReason | null =>
    stats.n < minReturns ? 'too_few_bars' : null;

/** Reason for a ratio, which is null only when its denominator is 0 or there are too few returns. */
const ratio =
  (minReturns: number) =>
  (facts: Facts): NullReason =>
    facts.stats.n < minReturns ? 'too_few_bars' : 'zero_denominator';

/** Reason for an annualised ratio, which binaries do not have. */
const yearly =
  (minReturns: number) =>
  (facts: Facts): NullReason =>
    facts.stats.returns.framing === 'horizon' ? 'not_applicable' : ratio(minReturns)(facts);

/** Reason for a figure of returns that needs their variance. */
const ofVariance =
  (minReturns: number) =>
  ({ stats }: Facts): NullReason | null => {
    if (stats.n < minReturns) return 'too_few_bars';
    return stats.n >= 3 && stats.structure.autocorr1 === null ? 'zero_denominator' : null;
  };

const move = ({ stats, asset }: Facts): NullReason =>
  stats.horizon?.perDayMove === null ? 'too_few_bars' : end({ stats, asset });

function end({ stats, asset: { state, isBeyondLimit = false } }: Facts): NullReason {
  if (state === null) return isBeyondLimit ? 'beyond_limit' : 'delisted';
  return stats.horizon?.available === true ? 'no_price' : 'no_end';
}

function variance({ asset: { state, isBeyondLimit = false } }: Facts): NullReason {
  if (state === null) return isBeyondLimit ? 'beyond_limit' : 'delisted';
  return 'no_price';
}

const STATS_REASONS: NullReasons<ShownStats, Facts> = {
  'stats.returns.sharpe': yearly(MIN_DEVIATION_RETURNS),
  'stats.returns.sortino': yearly(MIN_DEVIATION_RETURNS),
  'stats.returns.calmar': yearly(1),
  'stats.returns.sharpeAdjAC': yearly(1 + MIN_AUTOCORRELATION_PAIRS),
  'stats.returns.omega': ratio(1),
  'stats.returns.gainToPain': ratio(1),
  'stats.returns.annualisedVol': figure(MIN_DEVIATION_RETURNS),
  // This member is null whenever the ratio exists, which needs no explanation.
  'stats.returns.sharpeSuppressedReason': null,
  'stats.risk.var95': figure(MIN_VAR_RETURNS),
  'stats.risk.var99': figure(MIN_VAR_RETURNS),
  'stats.risk.es90': figure(MIN_SHORTFALL_RETURNS),
  'stats.risk.es95': figure(MIN_SHORTFALL_RETURNS),
  'stats.risk.es99': figure(MIN_SHORTFALL_RETURNS),
  'stats.risk.esTailConcentration': ratio(MIN_SHORTFALL_RETURNS),
  // Figures without a minimum need one bar, and the first return needs two.
  'stats.risk.ulcerIndex': figure(1),
  'stats.risk.painIndex': figure(1),
  'stats.risk.cdar95': figure(1),
  'stats.risk.drawdownAtRisk95': figure(1),
  'stats.risk.maxDrawdown': figure(1),
  'stats.risk.sterling': yearly(1),
  'stats.risk.tailIndex': figure(MIN_EXCEEDANCES / TAIL_SHARE),
  'stats.risk.tailIndexWide': figure(MIN_EXCEEDANCES / WIDE_TAIL_SHARE),
  'stats.risk.modifiedVar95': ratio(MIN_MODIFIED_VAR_RETURNS),
  'stats.structure.hurst': ofVariance(MIN_HURST_RETURNS),
  'stats.structure.autocorr1': ratio(1 + MIN_AUTOCORRELATION_PAIRS),
  'stats.structure.autocorr2': ratio(2 + MIN_AUTOCORRELATION_PAIRS),
  'stats.structure.trendT': ofVariance(MIN_TREND_RETURNS),
  'stats.structure.halfLifeMR': ofVariance(MIN_HALF_LIFE_BARS - 1),
  'stats.structure.permEntropy': figure(MIN_ENTROPY_RETURNS),
  'stats.structure.permEntropyTieFrac': figure(MIN_ENTROPY_RETURNS),
  'stats.structure.rollSpreadBps': ratio(MIN_ROLL_RETURNS),
  'stats.tests.ljungBox': ofVariance(MIN_RETURNS_PER_LAG * LJUNG_BOX_LAGS[0]),
  'stats.tests.adf': ofVariance(MIN_ADF_BARS - 1),
  'stats.tests.kpss': ofVariance(MIN_KPSS_BARS - 1),
  'stats.tests.kpss.pClipped': null,
  'stats.tests.runs': figure(MIN_RUNS_RETURNS),
  'stats.tests.varianceRatio': ofVariance(MIN_VARIANCE_RATIO_RETURNS),
  'stats.tests.varianceRatio.z': 'zero_denominator',
  'stats.tests.varianceRatio.p': 'zero_denominator',
  'stats.tests.jarqueBera': ofVariance(MIN_JARQUE_BERA_RETURNS),
  'stats.horizon': 'not_applicable',
  'stats.horizon.daysToResolve': end,
  'stats.horizon.resolvedFrom': end,
  'stats.horizon.perDayMove': 'too_few_bars',
  'stats.horizon.perHorizonMove': move,
  'stats.horizon.terminalVariance': variance,
  benchmark: null,
  'benchmark.up': 'zero_denominator',
  'benchmark.down': 'zero_denominator',
  'benchmark.captureSpread': 'zero_denominator',
};
