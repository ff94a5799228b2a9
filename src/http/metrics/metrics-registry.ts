import type { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VENUES } from '../../domain/index.ts';
import type { Feed, PollerHealth } from '../../feed/feed.ts';
import type { PulseStats } from '../../feed/pulses/pulses.ts';
import type { SilenceStats } from '../../feed/watchdog/silence.ts';
import type { InstallationFindings } from '../../health/processes/installation-status.ts';
import type { ResolutionTrackerStats } from '../../recording/resolution-tracker.ts';
import type { ServerState } from '../routing/registration.ts';
import { addHistoryMetrics, type HistoryMetricsOptions } from './history-metrics.ts';
import { addSilenceMetrics } from './silence-metrics.ts';

export interface MetricsOptions extends HistoryMetricsOptions {
  readonly feed: Feed;
  readonly pulses: () => PulseStats;
  readonly silences: () => SilenceStats;
  readonly resolutions: () => ResolutionTrackerStats;
  /** Whether the server answers that counts for all processes. Absent: this process counts alone. */
  readonly isRedisUp?: () => boolean;
  /** Status of the installation. Absent, or null: this process is all of it. */
  readonly installation?: { findings(): InstallationFindings | null };
  /** Counters of following another process's feed. Absent: the feed runs in this process. */
  readonly following?: () => FollowingStats;
}

/** Counters of a process that follows the feed of another one. */
export interface FollowingStats {
  /** Entries that were no frames of pulses. */
  readonly skippedFrames: number;
  /** Frames of a feed that has been replaced. */
  readonly outdatedFrames: number;
  /** Calls at the internal port of the feed that were not signed with the token. */
  readonly forgedCalls: number;
}

/** The sources of the gauges. */
export interface MetricsSources extends MetricsOptions, Pick<ServerState, 'cache' | 'hub'> {
  /** The event loop's, since the last scrape. */
  readonly delay: ReturnType<typeof monitorEventLoopDelay>;
  /** Sleep of the event-loop monitor, which counts as delay. */
  readonly delayResolutionMs: number;
}

/** Builds every gauge of the service. Nothing is read before the registry is asked for its metrics. */
export function buildMetricsRegistry(sources: MetricsSources): Registry {
  const { cache, hub, delay, delayResolutionMs, ...deps } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'crosstape_' });

  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `crosstape_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  const perVenue = (name: string, help: string, read: (health: PollerHealth) => number | null) =>
    new Gauge({
      name: `crosstape_${name}`,
      help,
      labelNames: ['venue'],
      registers: [registry],
      collect() {
        this.reset();
        for (const venue of VENUES.filter((known) => deps.feed.venues.includes(known))) {
          const value = read(deps.feed.health(venue));
          if (value !== null) this.set({ venue }, value);
        }
      },
    });

  const { isRedisUp } = deps;
  if (isRedisUp !== undefined) {
    gauge(
      'redis_up',
      '1 while Redis answers; 0: it does not, and each process applies limits on its own.',
      () => Number(isRedisUp()),
    );
  }
  const { installation } = deps;
  if (installation !== undefined && installation.findings() !== null) {
    gauge(
      'processes_silent',
      'Processes that stopped reporting without a shutdown.',
      () => installation.findings()?.silent.length ?? 0,
    );
    gauge('links_differ', '1 when processes use different link or vocabulary files.', () =>
      Number(installation.findings()?.linksDiffer ?? false),
    );
  }
  perVenue('feed_age_seconds', 'Age of the newest snapshot of the venue.', ({ ageMs }) =>
    ageMs === null ? null : ageMs / 1_000,
  );
  perVenue('feed_polls_ok_total', 'Successful polls of the venue.', ({ okCount }) => okCount);
  perVenue('feed_polls_failed_total', 'Failed polls of the venue.', ({ failCount }) => failCount);
  perVenue('upstream_requests_total', 'Requests to the venue.', ({ wire }) => wire.requests);
  perVenue('upstream_failures_total', 'Requests to the venue that failed.', ({ wire }) => wire.failures);
  perVenue(
    'upstream_schema_failures_total',
    'Responses and stream messages rejected because of an unexpected shape.',
    ({ wire }) => wire.schemaFailures,
  );
  perVenue(
    'upstream_refused_values_total',
    'Values rejected because they are no valid probability.',
    ({ refusedValues }) => refusedValues,
  );
  perVenue('upstream_blocked', '1 while the venue answers with HTTP 403 or 451.', ({ wire }) =>
    wire.blocked ? 1 : 0,
  );
  perVenue(
    'upstream_budget_used_ratio',
    "Share of the venue's published limit that is in use, 0 to 1.",
    ({ wire }) => wire.budgetUsedFrac,
  );
  perVenue('stream_connections_open', 'Open stream connections.', ({ stream }) => stream?.connected ?? null);
  perVenue(
    'stream_reconnects_total',
    'Stream reconnections since the start.',
    ({ stream }) => stream?.reconnects ?? null,
  );
  new Gauge({
    name: 'crosstape_feed_markets',
    help: 'Markets in the newest snapshot: listed, and of these without a price (empty_book).',
    labelNames: ['venue', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const venue of deps.feed.venues) {
        const snapshot = deps.feed.snapshot(venue);
        if (snapshot === null) continue;
        this.set({ venue, state: 'listed' }, snapshot.markets.length);
        this.set({ venue, state: 'empty_book' }, snapshot.emptyBooks);
      }
    },
  });

  const { following } = deps;
  if (following !== undefined) {
    gauge(
      'frames_skipped_total',
      'Entries between processes that were not valid frames.',
      () => following().skippedFrames,
    );
    gauge(
      'frames_outdated_total',
      'Frames from a feed process that has been replaced.',
      () => following().outdatedFrames,
    );
    gauge(
      'internal_calls_forged_total',
      'Calls to the internal port of the feed without a valid signature.',
      () => following().forgedCalls,
    );
  }
  addSilenceMetrics(registry, deps.silences);
  gauge('settlements_waiting', 'Markets whose resolution is awaited.', () => deps.resolutions().waiting);
  gauge(
    'settlements_recorded_total',
    'Resolutions stored since the start.',
    () => deps.resolutions().recorded,
  );

  addHistoryMetrics(registry, deps);
  gauge('http_cache_hits_total', 'Answers written from the cache.', () => cache.counters().hits);
  gauge('http_cache_misses_total', 'Answers that were computed.', () => cache.counters().misses);
  gauge('http_cache_shared_total', 'Callers that shared a computation.', () => cache.counters().shared);
  gauge('http_cache_bytes', 'Bytes of cached answers.', () => cache.counters().bytes);
  gauge('live_streams_open', 'Open live streams.', () => hub.stats().open);
  gauge('live_streams_opened_total', 'Live streams opened.', () => hub.stats().opened);
  gauge('live_streams_refused_total', 'Live streams rejected by a limit.', () => hub.stats().refused);
  gauge(
    'live_streams_dropped_total',
    'Live streams closed because the reader was too slow.',
    () => hub.stats().dropped,
  );
  const loopDelay = (name: string, help: string, readNs: () => number) =>
    gauge(
      `event_loop_delay_${name}_seconds`,
      help,
      () => Math.max(0, readNs() - delayResolutionMs * 1e6) / 1e9,
    );
  loopDelay('p50', 'Event loop delay since the last scrape, p50.', () => delay.percentile(50));
  loopDelay('p99', 'Event loop delay since the last scrape, p99.', () => delay.percentile(99));
  loopDelay('max', 'Event loop delay since the last scrape, maximum.', () => {
    const { max } = delay;
    // The gauges are read in the order of their registration: this one is the last of the three.
    delay.reset();
    return max;
  });
  gauge(
    'pulse_subscribers',
    'Subscriptions of live streams to assets; a stream of several assets counts for each.',
    () => deps.pulses().totalSubscribers,
  );
  return registry;
}
