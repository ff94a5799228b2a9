import type { HealthVerdict } from './feed-verdict.ts';
import type { ProbeStatus } from './upstream-probe.ts';

export interface ProbeSummary {
  readonly healthy: number;
  readonly degraded: number;
  readonly errored: number;
  readonly total: number;
  /** Average latency in ms. null without a probe. */
  readonly avgLatencyMs: number | null;
  readonly maxLatencyMs: number | null;
  readonly verdict: HealthVerdict;
}

/** Summarises probes: DOWN when every probe failed, OK when every probe is healthy, otherwise WARN. */
export function summariseProbes(
  probes: readonly { readonly status: ProbeStatus; readonly latencyMs: number }[],
): ProbeSummary {
  const total = probes.length;
  const count = (status: ProbeStatus) => probes.filter((probe) => probe.status === status).length;
  const [healthy, degraded, errored] = [count('healthy'), count('degraded'), count('errored')];
  const latencies = probes.map(({ latencyMs }) => latencyMs);
  const sum = latencies.reduce((all, latency) => all + latency, 0);
  return {
    healthy,
    degraded,
    errored,
    total,
    avgLatencyMs: total === 0 ? null : Math.round((sum / total) * 100) / 100,
    maxLatencyMs: total === 0 ? null : Math.max(...latencies),
    verdict: healthy === total ? 'OK' : errored === total ? 'DOWN' : 'WARN',
  };
}
