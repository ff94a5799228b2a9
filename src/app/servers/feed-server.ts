import { readDiskSpace } from '../../health/disk-space.ts';
import type { InstallationStatus } from '../../health/processes/installation-status.ts';
import type { ReadinessOptions } from '../../http/routes/health/readiness.ts';
import { metricsRoutes, readinessRoutes } from '../../http/routes/public.ts';
import { buildServer } from '../../http/server/server.ts';
import type { NewestState } from '../feed/newest-state.ts';
import type { Foundation } from '../foundation.ts';
import { watchShipping } from '../stores/shipping-watch.ts';
import { type ServerAddresses, toServerSettings } from './server-addresses.ts';

export interface FeedServerOptions extends Foundation, NewestState {
  readonly readiness: ReadinessOptions;
  readonly listening: ServerAddresses;
  readonly installationStatus: InstallationStatus;
}

/**
 * Opens the server at the main port of a process without the main API: liveness, readiness and metrics.
 *
 * @param lifecycle Receives the stop of the server.
 */
export async function openFeedServer(
  options: FeedServerOptions,
  lifecycle: AsyncDisposableStack,
): Promise<{ listen(): Promise<string> }> {
  const { config, log, now, redis, readiness, listening, installationStatus } = options;
  const server = await buildServer({
    sets: [
      readinessRoutes(readiness),
      ...(config.server.metrics
        ? [
            metricsRoutes({
              ...options,
              pulses: () => options.pulses.stats(),
              // Where the file system does not report its space there is no figure.
              readDiskSpace: () => readDiskSpace(config.dataDir).catch(() => null),
              ...(redis === null ? {} : { isRedisUp: () => redis.isUp }),
              installation: { findings: () => installationStatus.findings() },
              ...watchShipping(options, lifecycle),
              moneyMetrics: null,
            }),
          ]
        : []),
    ],
    settings: toServerSettings(config),
    gate: null,
    absence: 'this process reads the venues; the API is answered by other processes',
    log,
    now,
  });
  return { listen: listening.adopt('main', server, lifecycle) };
}
