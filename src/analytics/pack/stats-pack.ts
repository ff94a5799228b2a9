import { HOUR_MS } from '../../domain/index.ts';
import { type AdfTest, adf } from '../hypothesis-tests/adf.ts';
import { type JarqueBeraTest, jarqueBera } from '../hypothesis-tests/jarque-bera.ts';
import { type KpssTest, kpss } from '../hypothesis-tests/kpss.ts';
import { type LjungBoxTest, ljungBoxHeadline, ljungBoxProfile } from '../hypothesis-tests/ljung-box.ts';
import { type RunsTest, runs } from '../hypothesis-tests/runs.ts';
import { type VarianceRatioTest, varianceRatio } from '../hypothesis-tests/variance-ratio.ts';
import { type SeriesVerdict, verdict } from '../hypothesis-tests/verdict.ts';
import { annualizedVolatility, realizedVolatility } from '../returns/annualised.ts';
import { calmar } from '../returns/calmar.ts';
import { gainToPain } from '../returns/gain-to-pain.ts';
import { omega } from '../returns/omega.ts';
import { sharpe } from '../returns/sharpe.ts';
import { sharpeAdjusted } from '../returns/sharpe-adjusted.ts';
import { sortino } from '../returns/sortino.ts';
import { sterlingRatio } from '../returns/sterling-ratio.ts';
import { conditionalDrawdown } from '../risk/conditional-drawdown.ts';
import { drawdownAtRisk } from '../risk/drawdown-at-risk.ts';
import { expectedShortfall, tailConcentration } from '../risk/expected-shortfall.ts';
import { maxDrawdown } from '../risk/max-drawdown.ts';
import { modifiedValueAtRisk } from '../risk/modified-value-at-risk.ts';
import { painIndex } from '../risk/pain-index.ts';
import { TAIL_SHARE, tailIndex, WIDE_TAIL_SHARE } from '../risk/tail-index.ts';
import { ulcerIndex } from '../risk/ulcer-index.ts';
import { valueAtRisk } from '../risk/value-at-risk.ts';
import { PACK_PERIODS_PER_YEAR } from '../series/cadence.ts';
import type { ReturnBasis } from '../series/clean.ts';
import type { Series } from '../series/series.ts';
import { halfLife } from '../structure/half-life.ts';
import { hurst } from '../structure/hurst.ts';
import { permutationEntropy } from '../structure/permutation-entropy.ts';
import { rollSpreadBps } from '../structure/roll-spread.ts';
import { trendT } from '../structure/trend-t.ts';
import { type Horizon, horizon } from './horizon.ts';
import { type SharpeSuppression, sharpeSuppression } from './sharpe-suppression.ts';

/** Framing of the figures. Perpetuals have annual figures; a market that is decided next week has a horizon instead. */
export type Framing = 'annualised' | 'horizon';

export interface ReturnStats {
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  readonly sharpeAdjAC: number | null;
  readonly omega: number | null;
  readonly gainToPain: number | null;
  /** Volatility of a year as a fraction; in the horizon framing, in probability points. */
  readonly annualisedVol: number | null;
  readonly returnMode: ReturnBasis;
  readonly framing: Framing;
  readonly sharpeSuppressedReason: SharpeSuppression | null;
}

/** Risk figures as fractions per bar unless the name says otherwise. Losses are positive. */
export interface RiskStats {
  readonly var95: number | null;
  readonly var99: number | null;
  readonly es90: number | null;
  readonly es95: number | null;
  readonly es99: number | null;
  readonly esTailConcentration: number | null;
  readonly ulcerIndex: number | null;
  readonly painIndex: number | null;
  readonly cdar95: number | null;
  readonly drawdownAtRisk95: number | null;
  readonly sterling: number | null;
  readonly tailIndex: number | null;
  readonly tailIndexWide: number | null;
  readonly maxDrawdown: number | null;
  readonly modifiedVar95: number | null;
}

export interface StructureStats {
  readonly hurst: number | null;
  readonly autocorr1: number | null;
  readonly autocorr2: number | null;
  readonly trendT: number | null;
  /** Half-life of mean reversion in bars. */
  readonly halfLifeMR: number | null;
  readonly permEntropy: number | null;
  readonly permEntropyTieFrac: number | null;
  readonly rollSpreadBps: number | null;
}

export interface TestStats {
  readonly ljungBox: LjungBoxTest | null;
  readonly ljungBoxProfile: readonly LjungBoxTest[];
  readonly adf: AdfTest | null;
  readonly kpss: KpssTest | null;
  readonly runs: RunsTest | null;
  readonly varianceRatio: VarianceRatioTest | null;
  readonly jarqueBera: JarqueBeraTest | null;
}

/** Statistics of one asset over hourly bars. */
export interface StatsPack {
  /** Number of returns. */
  readonly n: number;
  readonly periodsPerYear: number;
  readonly verdict: SeriesVerdict;
  readonly returns: ReturnStats;
  readonly risk: RiskStats;
  readonly structure: StructureStats;
  readonly tests: TestStats;
  /** Horizon of a binary; null for perpetuals. */
  readonly horizon: Horizon | null;
}

/** Known facts about the end of a binary market. */
export interface PackHorizonInputs {
  /** Current probability; null without one. */
  readonly price: number | null;
  readonly nowMs: number;
  readonly closeTime: number | null;
  readonly endDate: number | null;
}

/**
 * Computes the statistics of a series of one-hour bars, annualised with 8760 hours.
 *
 * The framing follows the basis: log returns are annualised, differences have a horizon. In the horizon framing the
 * annualised ratios are null.
 *
 * @param end End of a binary. Without it the horizon has neither end nor price.
 * @param barMs Mean time between bars. It may exceed one hour, because hours without a record have no bar.
 */
export function statsPack(series: Series, end?: PackHorizonInputs, barMs = HOUR_MS): StatsPack {
  const periodsPerYear = (PACK_PERIODS_PER_YEAR * HOUR_MS) / barMs;
  const structure = structureStats(series);
  const tests = testStats(series);
  return {
    n: series.count,
    periodsPerYear,
    verdict: verdict({
      n: series.count,
      isFlat: series.moments.isFlat,
      hurst: structure.hurst,
      varianceRatioZ: tests.varianceRatio?.z ?? null,
      adfP: tests.adf?.p ?? null,
      kpssP: tests.kpss?.p ?? null,
      trendT: structure.trendT,
    }),
    returns: returnStats(series, periodsPerYear),
    risk: riskStats(series, periodsPerYear),
    structure,
    tests,
    horizon: series.basis === 'log' ? null : packHorizon(series, end, barMs),
  };
}

function returnStats(series: Series, periodsPerYear: number): ReturnStats {
  const years = yearlyPeriods(series, periodsPerYear);
  return {
    sharpe: sharpe(series, years),
    sortino: sortino(series, years),
    calmar: calmar(series, years),
    sharpeAdjAC: sharpeAdjusted(series, years),
    omega: omega(series),
    gainToPain: gainToPain(series),
    annualisedVol: annualizedVolatility(series, periodsPerYear),
    returnMode: series.basis,
    framing: series.basis === 'log' ? 'annualised' : 'horizon',
    sharpeSuppressedReason: sharpeSuppression(series, series.basis === 'diff'),
  };
}

/** Finds the number of periods per year; null for a bounded series, which has no annual return. */
function yearlyPeriods({ basis }: Series, periodsPerYear: number): number | null {
  return basis === 'log' ? periodsPerYear : null;
}

function riskStats(series: Series, periodsPerYear: number): RiskStats {
  return {
    var95: valueAtRisk(series, 0.05),
    var99: valueAtRisk(series, 0.01),
    es90: expectedShortfall(series, 0.1),
    es95: expectedShortfall(series, 0.05),
    es99: expectedShortfall(series, 0.01),
    esTailConcentration: tailConcentration(series),
    ulcerIndex: ulcerIndex(series),
    painIndex: painIndex(series),
    cdar95: conditionalDrawdown(series),
    drawdownAtRisk95: drawdownAtRisk(series),
    sterling: sterlingRatio(series, yearlyPeriods(series, periodsPerYear)),
    tailIndex: tailIndex(series, TAIL_SHARE),
    tailIndexWide: tailIndex(series, WIDE_TAIL_SHARE),
    maxDrawdown: maxDrawdown(series),
    modifiedVar95: modifiedValueAtRisk(series),
  };
}

function structureStats(series: Series): StructureStats {
  const entropy = permutationEntropy(series);
  return {
    hurst: hurst(series),
    autocorr1: series.autocorrelation(1),
    autocorr2: series.autocorrelation(2),
    trendT: trendT(series),
    halfLifeMR: halfLife(series),
    permEntropy: entropy?.entropy ?? null,
    permEntropyTieFrac: entropy?.tieFraction ?? null,
    rollSpreadBps: rollSpreadBps(series),
  };
}

function testStats(series: Series): TestStats {
  const profile = ljungBoxProfile(series);
  return {
    ljungBox: ljungBoxHeadline(profile, series.count),
    ljungBoxProfile: profile,
    adf: adf(series),
    kpss: kpss(series),
    runs: runs(series),
    varianceRatio: varianceRatio(series),
    jarqueBera: jarqueBera(series),
  };
}

function packHorizon(series: Series, end: PackHorizonInputs | undefined, barMs: number): Horizon {
  return horizon({
    price: end?.price ?? null,
    nowMs: end?.nowMs ?? 0,
    closeTime: end?.closeTime ?? null,
    endDate: end?.endDate ?? null,
    barMs,
    barDeviation: realizedVolatility(series),
  });
}
