/**
 * Metrics of price series, order books and order flow: pure functions on typed arrays.
 *
 * A figure that cannot be computed is null. No function reads a clock, a store or a venue.
 */

export * from './anomalies/anomalies.ts';
export * from './arbitrage/arbitrage.ts';
export {
  type ArbitrageGroup,
  type ArbitrageType,
  type BasisLegQuote,
  type BinaryLegQuote,
  findNoAsk,
  type OutcomeLegQuote,
  type PerpLegQuote,
} from './arbitrage/best-orders.ts';
export {
  type DepthNearMid,
  type DistanceUnit,
  depthNearMid,
  type LevelsView,
} from './book/depth-near-mid.ts';
export {
  type OrderSide,
  type SizeUnit,
  type Slippage,
  type SlippageOptions,
  type SlippageTier,
  slippage,
} from './book/slippage.ts';
export * from './bundle/price-block.ts';
export * from './bundle/risk-block.ts';
export * from './bundle/signals.ts';
export { THIN_SLICES, thinSeries } from './bundle/thin-series.ts';
export { BANDS, type Band, findBand } from './calibration/bands.ts';
export { calibrateCells } from './calibration/calibrate-cells.ts';
export {
  type Calibration,
  type CalibrationBand,
  calibrate,
  type ScoredForecast,
} from './calibration/calibration.ts';
export type { ForecastCell, ForecastGroup } from './calibration/cell-sums.ts';
export {
  type ForecastOutcome,
  type ForecastRecord,
  type ForecastSample,
  type MarketHistory,
  sampleForecasts,
} from './calibration/forecast-samples.ts';
export {
  type ClusterCount,
  effectiveOfSums,
  effectiveSamples,
  type ShareInterval,
  wilsonInterval,
} from './calibration/share-interval.ts';
export * from './carry/carry.ts';
export { averageRanks, pearsonMatrix, spearmanMatrix } from './correlation/correlation.ts';
export * from './correlation/correlations.ts';
export {
  gridReadFromMs,
  type PriceGrid,
  priceGrid,
  pricesOnGrid,
  recordedBars,
} from './correlation/price-grid.ts';
export * from './fair-value/fair-value.ts';
export * from './flow/cascades.ts';
export { type Flow, type FlowColumns, type FlowSummary, flow, flowItem } from './flow/flow.ts';
export { FLOW_START, type FlowItem, type FlowState, flowStep } from './flow/flow-step.ts';
export { impactLambda } from './flow/impact-lambda.ts';
export { type SidedBalance, type SidedVolume, sidedBalance } from './flow/sided-balance.ts';
export {
  type FlowWindow,
  STATED_FLOW_OPTIONS,
  type StatedFlow,
  type StatedFlowOptions,
  type StatedTrades,
  statedFlow,
} from './flow/stated-flow.ts';
export { type Direction, type FlowSide, tickDirection, toFlowSide } from './flow/tick-rule.ts';
export { type VolumeBucket, type VolumeProfile, volumeProfile } from './flow/volume-profile.ts';
export { vpin } from './flow/vpin.ts';
export { type AdfTest, adf, adfAtLag, MIN_ADF_BARS, mackinnonP } from './hypothesis-tests/adf.ts';
export { type JarqueBeraTest, jarqueBera, MIN_JARQUE_BERA_RETURNS } from './hypothesis-tests/jarque-bera.ts';
export { type KpssTest, kpss, MIN_KPSS_BARS } from './hypothesis-tests/kpss.ts';
export {
  LJUNG_BOX_LAGS,
  type LjungBoxTest,
  ljungBoxHeadline,
  ljungBoxProfile,
  MIN_RETURNS_PER_LAG,
} from './hypothesis-tests/ljung-box.ts';
export { MIN_RUNS_RETURNS, type RunsTest, runs } from './hypothesis-tests/runs.ts';
export {
  MIN_VARIANCE_RATIO_RETURNS,
  type VarianceRatioTest,
  varianceRatio,
  varianceRatioAt,
} from './hypothesis-tests/variance-ratio.ts';
export { type SeriesVerdict, type VerdictInputs, verdict } from './hypothesis-tests/verdict.ts';
export * from './movers/movers.ts';
export { quantile } from './numerics/quantile.ts';
export * from './numerics/special-functions.ts';
export { lowerTailMean, upperTailMean } from './numerics/tail-mean.ts';
export { type Capture, capture, computeCapture } from './pack/capture.ts';
export { type FlatStats, flatStats } from './pack/flat-stats.ts';
export { computeTerminalVariance, type Horizon, type HorizonInputs, horizon } from './pack/horizon.ts';
export {
  type RiskMetrics,
  type RiskReport,
  type RiskReportOptions,
  riskMetrics,
  riskReport,
} from './pack/risk-metrics.ts';
export { type RiskPoints, riskPoints } from './pack/risk-points.ts';
export type { SharpeSuppression } from './pack/sharpe-suppression.ts';
export * from './pack/stats-pack.ts';
export * from './returns/annualised.ts';
export { calmar } from './returns/calmar.ts';
export { gainToPain } from './returns/gain-to-pain.ts';
export { martinRatio } from './returns/martin-ratio.ts';
export { omega } from './returns/omega.ts';
export { sharpe } from './returns/sharpe.ts';
export { sharpeAdjusted } from './returns/sharpe-adjusted.ts';
export { sortino } from './returns/sortino.ts';
export { sterlingRatio } from './returns/sterling-ratio.ts';
export { conditionalDrawdown } from './risk/conditional-drawdown.ts';
export { drawdownAtRisk } from './risk/drawdown-at-risk.ts';
export { expectedShortfall, MIN_SHORTFALL_RETURNS, tailConcentration } from './risk/expected-shortfall.ts';
export { maxDrawdown } from './risk/max-drawdown.ts';
export { MIN_MODIFIED_VAR_RETURNS, modifiedValueAtRisk } from './risk/modified-value-at-risk.ts';
export { painIndex } from './risk/pain-index.ts';
export { MIN_EXCEEDANCES, TAIL_SHARE, tailIndex, WIDE_TAIL_SHARE } from './risk/tail-index.ts';
export { ulcerIndex } from './risk/ulcer-index.ts';
export { MIN_VAR_RETURNS, valueAtRisk } from './risk/value-at-risk.ts';
export * from './sampling/one-cadence.ts';
export { type PriceBucket, toBuckets } from './series/buckets.ts';
export { medianStep, outageAbove, PACK_PERIODS_PER_YEAR, periodsPerYear } from './series/cadence.ts';
export { type CleanPrices, cleanPrices, type PriceColumns, type ReturnBasis } from './series/clean.ts';
export { MIN_DEVIATION_RETURNS } from './series/moments.ts';
export { computeReturns, logReturn } from './series/returns.ts';
export { MIN_AUTOCORRELATION_PAIRS, prepareSeries, Series, type SeriesOptions } from './series/series.ts';
export type { TradeColumns } from './series/trade-columns.ts';
export {
  halfLife,
  type LevelRegression,
  levelRegression,
  MIN_HALF_LIFE_BARS,
} from './structure/half-life.ts';
export { expectedRescaledRange, hurst, MIN_HURST_RETURNS } from './structure/hurst.ts';
export {
  MIN_ENTROPY_RETURNS,
  type PermutationEntropy,
  permutationEntropy,
} from './structure/permutation-entropy.ts';
export { MIN_ROLL_RETURNS, rollSpreadBps } from './structure/roll-spread.ts';
export { MIN_TREND_RETURNS, trendT } from './structure/trend-t.ts';
