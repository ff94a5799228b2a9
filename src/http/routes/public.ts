import { registerDocsPage } from '../pages/docs-page.ts';
import { registerGuides } from '../pages/guides.ts';
import { type LlmsOptions, registerLlms } from '../pages/llms.ts';
import { bindRoutes, type RouteSet } from '../routing/registration.ts';
import { type AlertOptions, registerAlerts } from './alerts/stale.ts';
import { type AssetStatsOptions, registerAssetStats } from './analytics/asset-stats.ts';
import { type CarryOptions, registerCarry } from './analytics/carry.ts';
import { registerCascades } from './analytics/cascades.ts';
import { registerFlow } from './analytics/flow.ts';
import type { RecordAnalysisOptions } from './analytics/record-analysis.ts';
import { type RiskOptions, registerRisk } from './analytics/risk.ts';
import { registerSlippage, type SlippageOptions } from './analytics/slippage.ts';
import { registerVolumeProfile } from './analytics/volprofile.ts';
import { type AssetOptions, registerAsset } from './assets/asset.ts';
import { type BookOptions, registerBook } from './assets/book.ts';
import { type ResolutionsOptions, registerResolutions } from './assets/resolutions.ts';
import { registerCatalogue } from './catalogue/catalogue.ts';
import { type McpOptions, registerMcp } from './catalogue/mcp.ts';
import { type FeedOptions, registerFeed } from './feed/feed.ts';
import { type FeedHealthOptions, registerFeedHealth } from './health/feed-health.ts';
import { type GapsOptions, registerGaps } from './health/gaps.ts';
import { type HealthOptions, registerHealth } from './health/health.ts';
import { registerMetrics } from './health/metrics.ts';
import type { MetricsOptions } from './health/metrics-registry.ts';
import { type ProbeOptions, registerProbes } from './health/probes.ts';
import { type HistoryOptions, registerHistory } from './history/history.ts';
import { registerRecordedSeries } from './history/recorded-series.ts';
import { type BatchOptions, registerM2mBatch } from './m2m/batch.ts';
import { type BundleOptions, registerM2mBundle } from './m2m/bundle.ts';
import { type QuoteOptions, registerM2mQuote } from './m2m/quote.ts';
import { registerM2mStreamSignal, type SignalStreamOptions } from './m2m/stream-signal.ts';
import { type IndexOptions, registerM2mIndex } from './m2m/tracked-index.ts';
import { type ArbSimOptions, registerArbSim } from './screens/arb-sim.ts';
import { type CorrelationsOptions, registerCorrelations } from './screens/correlations.ts';
import { type LinksOptions, registerLinkExplanation, registerLinks } from './screens/links.ts';
import { type MoversOptions, registerMovers } from './screens/movers.ts';
import { registerStats, type StatsOptions } from './screens/stats.ts';
import { type AssetStreamOptions, registerAssetStream } from './streams/asset-stream.ts';
import { type FlowStreamOptions, registerAssetStreamFlow } from './streams/asset-stream-flow.ts';

/*
 * The routes of the public server, in sets that need the same things. Every route file has one line here; the order
 * within a set is the order of the catalogue.
 */

/** The records, newest states and books of single assets, and what follows from them. */
export type AssetRouteOptions = HistoryOptions &
  AssetOptions &
  ResolutionsOptions &
  BookOptions &
  RiskOptions &
  SlippageOptions &
  RecordAnalysisOptions &
  CarryOptions &
  FeedOptions &
  CorrelationsOptions;

export const assetRoutes = (options: AssetRouteOptions): RouteSet =>
  jsonSet(options, [
    registerRecordedSeries,
    registerHistory,
    registerAsset,
    registerResolutions,
    registerBook,
    registerRisk,
    registerSlippage,
    registerCascades,
    registerFlow,
    registerVolumeProfile,
    registerCarry,
    registerFeed,
    registerCorrelations,
  ]);

/** Answers over many markets, made by work in the background. */
export type ScreenRouteOptions = AssetStatsOptions &
  StatsOptions &
  MoversOptions &
  ArbSimOptions &
  LinksOptions;

export const screenRoutes = (options: ScreenRouteOptions): RouteSet =>
  jsonSet(options, [
    registerAssetStats,
    registerStats,
    registerMovers,
    registerArbSim,
    registerLinks,
    registerLinkExplanation,
  ]);

/** For programs. */
export type M2mRouteOptions = IndexOptions & BatchOptions & BundleOptions & QuoteOptions;

export const m2mRoutes = (options: M2mRouteOptions): RouteSet =>
  jsonSet(options, [registerM2mIndex, registerM2mBatch, registerM2mBundle, registerM2mQuote]);

/** Live streams. */
export type StreamRouteOptions = SignalStreamOptions & AssetStreamOptions & FlowStreamOptions;

export const streamRoutes = (options: StreamRouteOptions): RouteSet =>
  jsonSet(options, [registerM2mStreamSignal, registerAssetStream, registerAssetStreamFlow]);

/** How the service does, and what there is to call. */
export type ServiceRouteOptions = HealthOptions &
  FeedHealthOptions &
  GapsOptions &
  ProbeOptions &
  AlertOptions &
  LlmsOptions;

export const serviceRoutes = (options: ServiceRouteOptions): RouteSet =>
  jsonSet(options, [
    registerHealth,
    registerFeedHealth,
    registerGaps,
    registerProbes,
    registerAlerts,
    registerCatalogue,
    registerDocsPage,
    registerGuides,
    registerLlms,
  ]);

/** `/metrics`, where the operator wants it. */
export type MetricsRouteOptions = MetricsOptions;

export const metricsRoutes = (options: MetricsRouteOptions): RouteSet => jsonSet(options, [registerMetrics]);

/** `/mcp`, where the operator wants it. */
export const mcpRoutes = (options: McpOptions): RouteSet => jsonSet(options, [registerMcp]);

function jsonSet<Options>(
  options: Options,
  registrations: Parameters<typeof bindRoutes<Options>>[1],
): RouteSet {
  return { bodies: 'json', routes: bindRoutes(options, registrations) };
}
