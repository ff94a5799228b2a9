import { formatIsoTime } from '../domain/index.ts';
import type { UpstreamProbe, VenueAdapter } from '../venues/venue-adapter.ts';

export type ProbeStatus = 'healthy' | 'degraded' | 'errored';
export const PROBE_REASONS = ['slow', 'down', 'blocked', 'rate_limited'] as const;
export type ProbeReason = (typeof PROBE_REASONS)[number];

export interface UpstreamResult {
  readonly upstream: string;
  /** Address that was probed: scheme and host only, because a path may contain a secret. */
  readonly probedUrl: string;
  readonly method: string;
  readonly status: ProbeStatus;
  readonly statusCode: number | null;
  readonly latencyMs: number;
  readonly lastChecked: string;
  readonly error: string | null;
  readonly reason: ProbeReason | null;
}

const TIMEOUT_MS = 5_000;
const SLOW_MS = 2_000;

/** Probes every upstream of the given venues. Never throws. */
export async function probeUpstreams(
  adapters: Iterable<Pick<VenueAdapter, 'probes'>>,
  now: () => number,
): Promise<readonly UpstreamResult[]> {
  const probes = [...adapters].flatMap((adapter) => adapter.probes);
  return Promise.all(probes.map((probe) => probeUpstream(probe, now)));
}

/** Probes one upstream over the network and returns the outcome. Never throws. */
export async function probeUpstream(probe: UpstreamProbe, now: () => number): Promise<UpstreamResult> {
  const started = performance.now();
  const result = (status: ProbeStatus, details: Partial<UpstreamResult>): UpstreamResult => ({
    upstream: probe.upstream,
    probedUrl: new URL(probe.url).origin,
    method: probe.method,
    status,
    statusCode: null,
    latencyMs: Math.round(performance.now() - started),
    lastChecked: formatIsoTime(now()),
    error: null,
    reason: null,
    ...details,
  });
  try {
    const response = await fetch(probe.url, {
      method: probe.method,
      headers: probe.headers,
      body: probe.body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const statusCode = response.status;
    await response.body?.cancel();
    if (statusCode === 403 || statusCode === 451) {
      return result('errored', { statusCode, reason: 'blocked', error: `refused with HTTP ${statusCode}` });
    }
    if (statusCode === 429) {
      return result('degraded', { statusCode, reason: 'rate_limited', error: 'asked to wait with HTTP 429' });
    }
    if (!response.ok) return result('errored', { statusCode, reason: 'down', error: `HTTP ${statusCode}` });
    const isSlow = performance.now() - started > SLOW_MS;
    return isSlow ? result('degraded', { statusCode, reason: 'slow' }) : result('healthy', { statusCode });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    const said = isTimeout ? `no answer within ${TIMEOUT_MS} ms` : `no connection (${getErrorCode(error)})`;
    return result('errored', { reason: 'down', error: said });
  }
}

/** Returns the code of a network error, because its message may contain the whole URL. */
function getErrorCode(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause;
  return typeof cause?.code === 'string' ? cause.code : 'failed';
}
