import type { StatsPack } from '../../analytics/index.ts';
import { explainNulls, type NullReason, type WhyNull } from '../../domain/index.ts';
import type { AssetStats } from './asset-stats.ts';

/** Ratios that speak of a year: binaries have none. */
const YEARLY = new Set([
  'returns.sharpe',
  'returns.sortino',
  'returns.calmar',
  'returns.sharpeAdjAC',
  'risk.sterling',
]);

/** Returns that a figure needs. */
const MIN_RETURNS: Readonly<Record<string, number>> = {
  'returns.sharpe': 2,
  'returns.sortino': 2,
  'returns.calmar': 1,
  'returns.sharpeAdjAC': 3,
  'returns.omega': 1,
  'returns.gainToPain': 1,
  'returns.annualisedVol': 2,
  'risk.var95': 2,
  'risk.var99': 2,
  'risk.es90': 2,
  'risk.es95': 2,
  'risk.es99': 2,
  'risk.esTailConcentration': 2,
  'risk.sterling': 1,
  'risk.tailIndex': 200,
  'risk.tailIndexWide': 100,
  'risk.modifiedVar95': 4,
  'structure.hurst': 64,
  'structure.autocorr1': 3,
  'structure.autocorr2': 4,
  'structure.trendT': 8,
  'structure.halfLifeMR': 19,
  'structure.permEntropy': 12,
  'structure.permEntropyTieFrac': 12,
  'structure.rollSpreadBps': 3,
  'tests.ljungBox': 5,
  'tests.adf': 19,
  'tests.kpss': 19,
  'tests.runs': 10,
  'tests.varianceRatio': 16,
  'tests.jarqueBera': 8,
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
export function explainStatsNulls({ stats, benchmark }: AssetStats, isListed: boolean): WhyNull {
  const shown = { stats, ...(benchmark === undefined ? {} : { benchmark }) };
  return explainNulls(shown, (path) => {
    if (path === 'benchmark') return null;
    if (path.startsWith('benchmark.')) return 'zero_denominator';
    const figure = path.slice('stats.'.length);
    return figure === 'horizon' || figure.startsWith('horizon.')
      ? findHorizonReason(figure, stats, isListed)
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

function findHorizonReason(figure: string, { horizon }: StatsPack, isListed: boolean): NullReason | null {
  if (horizon === null) return 'not_applicable';
  const hasMove = horizon.perDayMove !== null;
  if (figure === 'horizon.perDayMove' || (figure === 'horizon.perHorizonMove' && !hasMove)) {
    return 'too_few_bars';
  }
  if (!isListed) return 'delisted';
  const needsEnd = figure !== 'horizon.terminalVariance' && !horizon.available;
  return needsEnd ? 'no_end' : 'no_price';
}
