import type { HttpDeps } from '../dependencies.ts';
import type { ApiServer, Registration, ServerParts } from '../registration.ts';
import { registerAlerts } from './alerts.ts';
import { registerArbSim } from './arb-sim.ts';
import { registerAsset } from './asset.ts';
import { registerAssetStats } from './asset-stats.ts';
import { registerAssetStream } from './asset-stream.ts';
import { registerAssetStreamFlow } from './asset-stream-flow.ts';
import { registerBook } from './book.ts';
import { registerCarry } from './carry.ts';
import { registerCascades } from './cascades.ts';
import { registerCatalogue } from './catalogue.ts';
import { registerCorrelations } from './correlations.ts';
import { registerDocsPage } from './docs-page.ts';
import { registerFeed } from './feed.ts';
import { registerFeedHealth } from './feed-health.ts';
import { registerFlow } from './flow.ts';
import { registerHealth } from './health.ts';
import { registerHistory } from './history.ts';
import { registerLinks } from './links.ts';
import { registerLlms } from './llms.ts';
import { registerM2mBatch } from './m2m-batch.ts';
import { registerM2mBundle } from './m2m-bundle.ts';
import { registerM2mIndex } from './m2m-index.ts';
import { registerM2mQuote } from './m2m-quote.ts';
import { registerM2mStreamSignal } from './m2m-stream-signal.ts';
import { registerMcp } from './mcp.ts';
import { registerMetrics } from './metrics.ts';
import { registerMovers } from './movers.ts';
import { registerProbes } from './probes.ts';
import { registerResolutions } from './resolutions.ts';
import { registerRisk } from './risk.ts';
import { registerSlippage } from './slippage.ts';
import { registerStats } from './stats.ts';
import { registerVolumeProfile } from './volprofile.ts';

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
