import { registerDocsPage } from '../pages/docs-page.ts';
import { registerGuides } from '../pages/guides.ts';
import { registerLlms } from '../pages/llms.ts';
import { defineRoutes } from '../routing/registration.ts';
import { registerAlerts } from './alerts/stale.ts';
import { registerAssetStats } from './analytics/asset-stats.ts';
import { registerCarry } from './analytics/carry.ts';
import { registerCascades } from './analytics/cascades.ts';
import { registerFlow } from './analytics/flow.ts';
import { registerFunding } from './analytics/funding.ts';
import { registerFundingDays } from './analytics/funding-days.ts';
import { registerRisk } from './analytics/risk.ts';
import { registerSlippage } from './analytics/slippage.ts';
import { registerVolumeProfile } from './analytics/volprofile.ts';
import { registerAsset } from './assets/asset.ts';
import { registerBook } from './assets/book.ts';
import { registerResolutions } from './assets/resolutions.ts';
import { registerSearch } from './assets/search.ts';
import { registerCalibration } from './calibration/calibration.ts';
import { registerCalibrationSamples } from './calibration/samples.ts';
import { registerCatalogue } from './catalogue/catalogue.ts';
import { registerChangelog } from './catalogue/changelog.ts';
import { registerMcp } from './catalogue/mcp.ts';
import { registerOpenApi } from './catalogue/openapi.ts';
import { registerClients } from './clients.ts';
import { registerExportFiles } from './export/export-files.ts';
import { registerExportManifest } from './export/export-manifest.ts';
import { registerFeed } from './feed/feed.ts';
import { registerAnomalies } from './health/anomalies.ts';
import { registerDrift } from './health/drift.ts';
import { registerFeedHealth } from './health/feed-health.ts';
import { registerGaps } from './health/gaps.ts';
import { registerHealth } from './health/health.ts';
import { registerMetrics } from './health/metrics.ts';
import { registerProbes } from './health/probes.ts';
import { registerReadiness } from './health/readiness.ts';
import { registerSnapshotterHealth } from './health/snapshotter.ts';
import { registerAggregate } from './history/aggregate.ts';
import { registerBackfill } from './history/backfill.ts';
import { registerForward } from './history/forward.ts';
import { registerHistory } from './history/history.ts';
import { registerMergedHistory } from './history/merged.ts';
import { registerRecordedSeries } from './history/recorded-series.ts';
import { registerM2mBatch } from './m2m/batch.ts';
import { registerM2mBundle } from './m2m/bundle.ts';
import { registerM2mQuote } from './m2m/quote.ts';
import { registerM2mStreamSignal } from './m2m/stream-signal.ts';
import { registerM2mIndex } from './m2m/tracked-index.ts';
import { registerReferences } from './references/references.ts';
import { registerArbSim } from './screens/arb-sim.ts';
import { registerCorrelations } from './screens/correlations.ts';
import { registerLinkExplanation } from './screens/link-explanation.ts';
import { registerLinks } from './screens/links.ts';
import { registerMovers } from './screens/movers.ts';
import { registerSparklines } from './screens/sparklines.ts';
import { registerStats } from './screens/stats.ts';
import { registerEvidence } from './settled/evidence.ts';
import { registerSettledHeads } from './settled/heads.ts';
import { registerSettledMarket } from './settled/market.ts';
import { registerSettled } from './settled/settled.ts';
import { registerSettledSummary } from './settled/summary.ts';
import { registerAssetStream } from './streams/asset-stream.ts';
import { registerAssetStreamFlow } from './streams/asset-stream-flow.ts';
import { registerManyAssetsStream } from './streams/many-assets-stream.ts';
import { registerBookAt } from './tape/book-at.ts';
import { registerBookChanges } from './tape/book-changes.ts';
import { registerBookDepth } from './tape/book-depth.ts';
import { registerBookHistory } from './tape/book-history.ts';
import { registerBookSlippage } from './tape/book-slippage.ts';
import { registerTrades } from './tape/trades.ts';

/*
 * The routes of the public server, in sets that need similar things. Every route file has one line here; the order
 * within a set is the order of the catalogue, and the dependencies of a set follow from its routes.
 */

/** Endpoints for the records, newest states and books of single assets, and for figures derived from them. */
export const assetRoutes = defineRoutes('json', [
  registerRecordedSeries,
  registerHistory,
  registerAggregate,
  registerForward,
  registerMergedHistory,
  registerAsset,
  registerSearch,
  registerResolutions,
  registerBook,
  registerBookAt,
  registerBookHistory,
  registerBookChanges,
  registerBookDepth,
  registerBookSlippage,
  registerTrades,
  registerRisk,
  registerSlippage,
  registerCascades,
  registerFlow,
  registerVolumeProfile,
  registerCarry,
  registerFunding,
  registerFundingDays,
  registerFeed,
  registerSparklines,
  registerCorrelations,
  registerCalibration,
  registerCalibrationSamples,
  registerSettledHeads,
  registerEvidence,
  registerReferences,
  registerSettled,
  registerSettledSummary,
  registerSettledMarket,
]);

/** Endpoints for figures over many markets, which are computed in the background. */
export const screenRoutes = defineRoutes('json', [
  registerBackfill,
  registerAssetStats,
  registerStats,
  registerMovers,
  registerArbSim,
  registerLinks,
  registerLinkExplanation,
]);

/** Endpoints for programs, below `/api/m2m`: index, bundles and quotes. */
export const m2mRoutes = defineRoutes('json', [
  registerM2mIndex,
  registerM2mBatch,
  registerM2mBundle,
  registerM2mQuote,
]);

/** Endpoints of live streams. */
export const streamRoutes = defineRoutes('json', [
  registerM2mStreamSignal,
  registerAssetStream,
  registerAssetStreamFlow,
  registerManyAssetsStream,
]);

/** Endpoints that serve all records as files. */
export const treeRoutes = defineRoutes('json', [registerExportManifest, registerExportFiles]);

/** Endpoints about the service itself: its health, its anomalies and its endpoints. */
export const serviceRoutes = defineRoutes('json', [
  registerHealth,
  registerAnomalies,
  registerFeedHealth,
  registerSnapshotterHealth,
  registerDrift,
  registerGaps,
  registerProbes,
  registerAlerts,
  registerCatalogue,
  registerOpenApi,
  registerChangelog,
  registerDocsPage,
  registerGuides,
  registerLlms,
  registerClients,
]);

/** Endpoints for proxies and supervisors, on every server. */
export const readinessRoutes = defineRoutes('json', [registerReadiness]);

/** `/metrics`, if the operator has enabled it. */
export const metricsRoutes = defineRoutes('json', [registerMetrics]);

/** `/mcp`, if the operator has enabled it. */
export const mcpRoutes = defineRoutes('json', [registerMcp]);
