import type { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Clock } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { PulseStats } from '../../feed/pulses/pulses.ts';
import type { TapeStatusReader } from '../../feed/tape-status.ts';
import type { SilenceStats } from '../../feed/watchdog/silence.ts';
import type { DiskSpace } from '../../health/disk-space.ts';
import type { InstallationFindings } from '../../health/processes/installation-status.ts';
import type { ResolutionTrackerStats } from '../../recording/resolution-tracker.ts';
import type { ReferenceReader } from '../../references/recording/report.ts';
import type { SettledAnomalyCounts } from '../../settled/anomalies.ts';
import type { ServerState } from '../routing/registration.ts';
import { addDiskMetrics } from './disk-metrics.ts';
import { addFeedMetrics } from './feed-metrics.ts';
import { Gauges } from './gauges.ts';
import { addHistoryMetrics, type HistoryMetricsOptions } from './history-metrics.ts';
import { addReferenceMetrics } from './reference-metrics.ts';
import { addSilenceMetrics } from './silence-metrics.ts';
import { addTapeMetrics } from './tape-metrics.ts';

export interface MetricsOptions extends HistoryMetricsOptions {
  readonly feed: Feed;
  readonly clock: Clock;
  readonly pulses: () => PulseStats;
  readonly silences: () => SilenceStats;
  readonly references: ReferenceReader;
  readonly tapeStatus: TapeStatusReader;
  /** Space on the disk of the data directory, of several processes the scarcest; null: it cannot be read. */
  readonly readDiskSpace: () => Promise<DiskSpace | null>;
  readonly resolutions: () => ResolutionTrackerStats;
  /** Returns the anomalies of settled markets since the start, by code. Absent: another process finds them. */
  readonly settledAnomalies?: () => SettledAnomalyCounts;
  /** Whether the Redis server that counts for all processes answers. Absent: this process counts alone. */
  readonly isRedisUp?: () => boolean;
  /**
   * Findings about the other processes of the installation. Absent, or null: this process is the whole installation.
   */
  readonly installation?: { findings(): InstallationFindings | null };
  /** Returns counters of following another process's feed. Absent: the feed runs in this process. */
  readonly following?: () => FollowingStats;
}

/** Counters of a process that follows the feed of another one. */
export interface FollowingStats {
  /** Number of entries that were not valid frames. */
  readonly skippedFrames: number;
  /** Number of frames from a feed that has been replaced. */
  readonly outdatedFrames: number;
  /** Number of calls to the feed's internal port that were not signed with the token. */
  readonly forgedCalls: number;
}

/** Objects from which the gauges read their values. */
export interface MetricsSources extends MetricsOptions, Pick<ServerState, 'cache' | 'hub'> {
  /** Delay of the event loop since the last scrape. */
  readonly delay: ReturnType<typeof monitorEventLoopDelay>;
  /** Sleep time of the event-loop monitor, which is part of the measured delay. */
  readonly delayResolutionMs: number;
}

/** Builds every gauge of the service. Values are read when the metrics are collected. */
export function buildMetricsRegistry(sources: MetricsSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'crosstape_' });
  const gauges = new Gauges(registry);
  addSharedMetrics(gauges, sources);
  addFeedMetrics(gauges, sources.feed, sources.clock);
  addSilenceMetrics(gauges, sources.silences);
  addReferenceMetrics(gauges, sources.references);
  addTapeMetrics(gauges, sources.tapeStatus);
  addResolutionMetrics(gauges, sources.resolutions);
  if (sources.settledAnomalies !== undefined) addSettledMetrics(gauges, sources.settledAnomalies);
  addHistoryMetrics(gauges, sources);
  addDiskMetrics(gauges, sources.readDiskSpace);
  addCacheMetrics(gauges, sources);
  addStreamMetrics(gauges, sources);
  addLoopMetrics(gauges, sources);
  return registry;
}

/** Adds gauges of state that this process shares with others. They are absent if this process is the whole service. */
function addSharedMetrics(gauges: Gauges, { isRedisUp, installation, following }: MetricsOptions): void {
  if (isRedisUp !== undefined) {
    gauges.add(
      'redis_up',
      '1 while Redis answers; 0: it does not, and each process applies limits on its own.',
      () => Number(isRedisUp()),
    );
  }
  if (installation !== undefined && installation.findings() !== null) {
    gauges.add(
      'processes_silent',
      'Processes that stopped reporting without a shutdown.',
      () => installation.findings()?.silent.length ?? 0,
    );
    gauges.add('links_differ', '1 when processes use different link or vocabulary files.', () =>
      Number(installation.findings()?.linksDiffer ?? false),
    );
  }
  if (following !== undefined) {
    gauges.add(
      'frames_skipped_total',
      'Entries between processes that were not valid frames.',
      () => following().skippedFrames,
    );
    gauges.add(
      'frames_outdated_total',
      'Frames from a feed process that has been replaced.',
      () => following().outdatedFrames,
    );
    gauges.add(
      'internal_calls_forged_total',
      'Calls to the internal port of the feed without a valid signature.',
      () => following().forgedCalls,
    );
  }
}

function addResolutionMetrics(gauges: Gauges, resolutions: () => ResolutionTrackerStats): void {
  gauges.add('settlements_waiting', 'Markets whose resolution is awaited.', () => resolutions().waiting);
  gauges.add(
    'settlements_recorded_total',
    'Resolutions stored since the start.',
    () => resolutions().recorded,
  );
}

function addSettledMetrics(gauges: Gauges, counts: () => SettledAnomalyCounts): void {
  gauges.add(
    'settled_contradicted_total',
    'Results of venues that the recorded values contradict.',
    () => counts().settled_contradicted,
  );
  gauges.add(
    'settled_value_differs_total',
    'Markets whose recorded strike or value is not what the venue stated.',
    () => counts().settled_value_differs,
  );
  gauges.add(
    'settling_terms_differ_total',
    'Markets whose terms contradict each other, or are not those of their kind.',
    () => counts().settling_terms_differ,
  );
}

function addCacheMetrics(gauges: Gauges, { cache }: MetricsSources): void {
  gauges.add('http_cache_hits_total', 'Answers written from the cache.', () => cache.counters().hits);
  gauges.add('http_cache_misses_total', 'Answers that were computed.', () => cache.counters().misses);
  gauges.add('http_cache_shared_total', 'Callers that shared a computation.', () => cache.counters().shared);
  gauges.add('http_cache_bytes', 'Bytes of cached answers.', () => cache.counters().bytes);
}

function addStreamMetrics(gauges: Gauges, { hub, pulses }: MetricsSources): void {
  gauges.add('live_streams_open', 'Open live streams.', () => hub.stats().open);
  gauges.add('live_streams_opened_total', 'Live streams opened.', () => hub.stats().opened);
  gauges.add('live_streams_refused_total', 'Live streams rejected by a limit.', () => hub.stats().refused);
  gauges.add(
    'live_streams_dropped_total',
    'Live streams closed because the reader was too slow.',
    () => hub.stats().dropped,
  );
  gauges.add(
    'pulse_subscribers',
    'Subscriptions of live streams to assets; a stream of several assets counts for each.',
    () => pulses().totalSubscribers,
  );
}

function addLoopMetrics(gauges: Gauges, { delay, delayResolutionMs }: MetricsSources): void {
  const addDelay = (name: string, help: string, readNs: () => number) =>
    gauges.add(
      `event_loop_delay_${name}_seconds`,
      help,
      () => Math.max(0, readNs() - delayResolutionMs * 1e6) / 1e9,
    );
  addDelay('p50', 'Event loop delay since the last scrape, p50.', () => delay.percentile(50));
  addDelay('p99', 'Event loop delay since the last scrape, p99.', () => delay.percentile(99));
  addDelay('max', 'Event loop delay since the last scrape, maximum.', () => {
    const { max } = delay;
    // The gauges are collected in the order of their registration, so the last of the three resets the histogram.
    delay.reset();
    return max;
  });
}
