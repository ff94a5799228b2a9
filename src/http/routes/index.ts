import { registerDocsPage } from '../pages/docs-page.ts';
import { registerLlms } from '../pages/llms.ts';
import type { ApiServer, Registration, ServerParts } from '../routing/registration.ts';
import type { HttpDeps } from '../server/dependencies.ts';
import { registerAlerts } from './alerts/stale.ts';
import { registerAssetStats } from './analytics/asset-stats.ts';
import { registerCarry } from './analytics/carry.ts';
import { registerCascades } from './analytics/cascades.ts';
import { registerFlow } from './analytics/flow.ts';
import { registerRisk } from './analytics/risk.ts';
import { registerSlippage } from './analytics/slippage.ts';
import { registerVolumeProfile } from './analytics/volprofile.ts';
import { registerAsset } from './assets/asset.ts';
import { registerBook } from './assets/book.ts';
import { registerResolutions } from './assets/resolutions.ts';
import { registerCatalogue } from './catalogue/catalogue.ts';
import { registerMcp } from './catalogue/mcp.ts';
import { registerFeed } from './feed/feed.ts';
import { registerFeedHealth } from './health/feed-health.ts';
import { registerHealth } from './health/health.ts';
import { registerMetrics } from './health/metrics.ts';
import { registerProbes } from './health/probes.ts';
import { registerHistory } from './history/history.ts';
import { registerM2mBatch } from './m2m/batch.ts';
import { registerM2mBundle } from './m2m/bundle.ts';
import { registerM2mQuote } from './m2m/quote.ts';
import { registerM2mStreamSignal } from './m2m/stream-signal.ts';
import { registerM2mIndex } from './m2m/tracked-index.ts';
import { registerArbSim } from './screens/arb-sim.ts';
import { registerCorrelations } from './screens/correlations.ts';
import { registerLinks } from './screens/links.ts';
import { registerMovers } from './screens/movers.ts';
import { registerStats } from './screens/stats.ts';
import { registerAssetStream } from './streams/asset-stream.ts';
import { registerAssetStreamFlow } from './streams/asset-stream-flow.ts';

/** Every route file has one line here; the order is the order of the catalogue. */
const REGISTRATIONS: readonly Registration[] = [
  registerHistory,
  registerAsset,
  registerResolutions,
  registerBook,
  registerAssetStats,
  registerRisk,
  registerSlippage,
  registerCascades,
  registerFlow,
  registerVolumeProfile,
  registerCarry,
  registerFeed,
  registerStats,
  registerMovers,
  registerCorrelations,
  registerArbSim,
  registerLinks,
  registerM2mIndex,
  registerM2mBatch,
  registerM2mBundle,
  registerM2mQuote,
  registerM2mStreamSignal,
  registerAssetStream,
  registerAssetStreamFlow,
  registerHealth,
  registerFeedHealth,
  registerProbes,
  registerAlerts,
  registerCatalogue,
  registerMetrics,
  registerDocsPage,
  registerLlms,
  registerMcp,
];

export async function registerRoutes(app: ApiServer, deps: HttpDeps, parts: ServerParts): Promise<void> {
  for (const register of REGISTRATIONS) await register(app, deps, parts);
}
