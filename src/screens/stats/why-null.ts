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
import { explainNulls, type NullReason, type WhyNull } from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { AssetStats } from './asset-stats.ts';

/** Annualised ratios: binaries have none. */
const YEARLY = new Set([
  'returns.sharpe',
  'returns.sortino',
  'returns.calmar',
  'returns.sharpeAdjAC',
  'risk.sterling',
]);

/** Returns that a figure needs: the minimum of its metric, less one where that counts bars. */
const MIN_RETURNS: Readonly<Record<string, number>> = {
  'returns.sharpe': MIN_DEVIATION_RETURNS,
  'returns.sortino': MIN_DEVIATION_RETURNS,
  'returns.calmar': 1,
  'returns.sharpeAdjAC': 1 + MIN_AUTOCORRELATION_PAIRS,
  'returns.omega': 1,
  'returns.gainToPain': 1,
  'returns.annualisedVol': MIN_DEVIATION_RETURNS,
  'risk.var95': MIN_VAR_RETURNS,
  'risk.var99': MIN_VAR_RETURNS,
  'risk.es90': MIN_SHORTFALL_RETURNS,
  'risk.es95': MIN_SHORTFALL_RETURNS,
  'risk.es99': MIN_SHORTFALL_RETURNS,
  'risk.esTailConcentration': MIN_SHORTFALL_RETURNS,
  'risk.sterling': 1,
  'risk.tailIndex': MIN_EXCEEDANCES / TAIL_SHARE,
  'risk.tailIndexWide': MIN_EXCEEDANCES / WIDE_TAIL_SHARE,
  'risk.modifiedVar95': MIN_MODIFIED_VAR_RETURNS,
  'structure.hurst': MIN_HURST_RETURNS,
  'structure.autocorr1': 1 + MIN_AUTOCORRELATION_PAIRS,
  'structure.autocorr2': 2 + MIN_AUTOCORRELATION_PAIRS,
  'structure.trendT': MIN_TREND_RETURNS,
  'structure.halfLifeMR': MIN_HALF_LIFE_BARS - 1,
  'structure.permEntropy': MIN_ENTROPY_RETURNS,
  'structure.permEntropyTieFrac': MIN_ENTROPY_RETURNS,
  'structure.rollSpreadBps': MIN_ROLL_RETURNS,
  'tests.ljungBox': MIN_RETURNS_PER_LAG * LJUNG_BOX_LAGS[0],
  'tests.adf': MIN_ADF_BARS - 1,
  'tests.kpss': MIN_KPSS_BARS - 1,
  'tests.runs': MIN_RUNS_RETURNS,
  'tests.varianceRatio': MIN_VARIANCE_RATIO_RETURNS,
  'tests.jarqueBera': MIN_JARQUE_BERA_RETURNS,
};

/** Figures that are null only where their denominator is 0, however many returns there are. */
const RATIOS = new Set([
  ...YEARLY,
  'returns.omega',
  'returns.gainToPain',
  'risk.esTailConcentration',
  'risk.modifiedVar95',
  'structure.autocorr1',
  'structure.autocorr2',
  'structure.rollSpreadBps',
  'tests.varianceRatio.z',
  'tests.varianceRatio.p',
]);

/** Figures of returns that need their variance. */
const OF_VARIANCE = new Set([
  'structure.hurst',
  'structure.trendT',
  'structure.halfLifeMR',
  'tests.ljungBox',
  'tests.adf',
  'tests.kpss',
  'tests.varianceRatio',
  'tests.jarqueBera',
]);

/**
 * Why null members of the statistics of an asset are null, where it is known: a test that nothing rejects, as of
 * reversion, needs no reason.
 */
export function explainStatsNulls(
  { stats, benchmark }: AssetStats,
  asset: Pick<ResolvedAsset, 'state' | 'isBeyondLimit'>,
): WhyNull {
  const shown = { stats, ...(benchmark === undefined ? {} : { benchmark }) };
  return explainNulls(shown, (path) => {
    if (path === 'benchmark') return null;
    if (path.startsWith('benchmark.')) return 'zero_denominator';
    const figure = path.slice('stats.'.length);
    return figure === 'horizon' || figure.startsWith('horizon.')
      ? findHorizonReason(figure, stats, asset)
      : findFigureReason(figure, stats);
  });
}

function findFigureReason(figure: string, { n, returns, structure }: StatsPack): NullReason | null {
  if (YEARLY.has(figure) && returns.framing === 'horizon') return 'not_applicable';
  // These need a bar, and the first return comes with the second one.
  const needed = figure.startsWith('risk.') ? 1 : Number.NaN;
  if (n < (MIN_RETURNS[figure] ?? needed)) return 'too_few_bars';
  if (RATIOS.has(figure)) return 'zero_denominator';
  const isFlat = n >= 3 && structure.autocorr1 === null;
  return isFlat && OF_VARIANCE.has(figure) ? 'zero_denominator' : null;
}

function findHorizonReason(
  figure: string,
  { horizon }: StatsPack,
  { state, isBeyondLimit = false }: Pick<ResolvedAsset, 'state' | 'isBeyondLimit'>,
): NullReason | null {
  if (horizon === null) return 'not_applicable';
  const hasMove = horizon.perDayMove !== null;
  if (figure === 'horizon.perDayMove' || (figure === 'horizon.perHorizonMove' && !hasMove)) {
    return 'too_few_bars';
  }
  if (state === null) return isBeyondLimit ? 'beyond_limit' : 'delisted';
  const needsEnd = figure !== 'horizon.terminalVariance' && !horizon.available;
  return needsEnd ? 'no_end' : 'no_price';
}
