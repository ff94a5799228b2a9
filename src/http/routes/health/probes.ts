import { type Clock, formatIsoTime, VENUES, type VenueId } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { summariseProbes } from '../../../health/probe-summary.ts';
import { PROBE_REASONS, type ProbeStatus, type UpstreamResult } from '../../../health/upstream-probe.ts';
import { getProfile } from '../../../venues/registry.ts';
import type { ApiServer, Registration } from '../../routing/registration.ts';
import type { TableRow } from '../../routing/route-table.ts';
import * as s from '../../schemas/schema.ts';

const SLOW_MS = 1_000;
const AT_ONCE = 4;

export interface ProbeOptions {
  readonly feed: Feed;
  /** Probes every upstream of every recorded venue. */
  readonly probeUpstreams: () => Promise<readonly UpstreamResult[]>;
  readonly clock: Clock;
}

/** GET /api/health/endpoints (calls the handlers in process) and GET /api/health/upstream (over the network). */
export const registerProbes: Registration<ProbeOptions> = (app, deps, { table }) => {
  const { feed, clock } = deps;

  app.get(
    '/api/health/endpoints',
    {
      config: { access: 'free', cacheSeconds: 30, probe: false },
      schema: {
        operationId: 'getEndpointHealth',
        summary: 'Probes of every endpoint',
        description:
          'Calls every endpoint within the process. Degraded: slower than 1 s, a 4xx answer, or a verdict of DOWN. Results are kept for 30 s.',
        tags: ['health'],
        response: { 200: endpointsSchema, ...s.failures() },
      },
    },
    async () => {
      const sample = pickSample(deps);
      const rows = table.api.filter(({ method, facts }) => method === 'GET' && isProbed(facts));
      const probes: EndpointResult[] = [];
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const some = rows.slice(from, from + AT_ONCE);
        probes.push(...(await Promise.all(some.map((row) => probeEndpoint(app, row, sample, clock)))));
      }
      const summary = summariseProbes(
        probes.map(({ status, sampleLatencyMs }) => ({ status, latencyMs: sampleLatencyMs })),
      );
      return { ok: true as const, generatedAt: formatIsoTime(clock()), summary, probes };
    },
  );

  app.get(
    '/api/health/upstream',
    {
      config: { access: 'free', cacheSeconds: 30, probe: false },
      schema: {
        operationId: 'getUpstreamHealth',
        summary: 'Probes of every upstream of every venue',
        description: 'Calls every upstream over the network with a limit of 5 s. Results are kept for 30 s.',
        tags: ['health'],
        response: { 200: upstreamSchema, ...s.failures() },
      },
    },
    async () => {
      const probes = await deps.probeUpstreams();
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        scope: { venues: feed.venues },
        summary: summariseProbes(probes),
        probes,
      };
    },
  );
};

function isProbed({ probe, direct, hidden }: TableRow['facts']): boolean {
  return probe !== false && direct !== true && hidden !== true;
}

interface EndpointResult {
  readonly endpoint: string;
  readonly sampleUrl: string;
  readonly status: ProbeStatus;
  readonly statusCode: number;
  readonly sampleLatencyMs: number;
  readonly lastChecked: string;
  readonly error: string | null;
}

async function probeEndpoint(
  app: ApiServer,
  row: TableRow,
  sample: Sample,
  clock: ProbeOptions['clock'],
): Promise<EndpointResult> {
  const sampleUrl = buildSampleUrl(row, sample);
  const started = performance.now();
  const response = await app.inject({
    method: 'GET',
    url: sampleUrl,
    headers: { 'x-request-id': 'endpoint-probe' },
  });
  const sampleLatencyMs = Math.round((performance.now() - started) * 100) / 100;
  const { statusCode } = response;
  const error = statusCode < 400 ? null : String((response.json() as { error?: unknown }).error);
  const isFault = statusCode >= 500 && !EXPECTED_FAULTS.includes(error ?? '');
  const status = isFault
    ? 'errored'
    : statusCode >= 400 || sampleLatencyMs > SLOW_MS
      ? 'degraded'
      : 'healthy';
  return {
    endpoint: row.path,
    sampleUrl,
    status,
    statusCode,
    sampleLatencyMs,
    lastChecked: formatIsoTime(clock()),
    error,
  };
}

/** Error codes with which an endpoint works as intended: it reports a fault of something else. */
const EXPECTED_FAULTS = ['feed_down', 'snapshotter_down', 'upstream_unavailable'];

interface Sample {
  readonly venue: VenueId;
  readonly asset: string;
}

/** Picks a listed asset for the probes, so that probes see the same responses as callers. */
function pickSample({ feed }: ProbeOptions): Sample {
  for (const venue of feed.venues) {
    const market = feed.snapshot(venue)?.markets[0];
    if (market !== undefined) return { venue, asset: market.ref.asset };
  }
  const venue = feed.venues[0] ?? VENUES[0];
  return { venue, asset: getProfile(venue).exampleAsset };
}

/**
 * Builds the URL of a probe. Path parameters come from the sample. Query parameters that are required, or named for
 * probes, come from the examples of the schema.
 */
function buildSampleUrl({ url, schema, facts }: TableRow, sample: Sample): string {
  const pathname = url.replace(':venue', sample.venue).replace(':asset', encodeURIComponent(sample.asset));
  const { properties = {}, required = [] } = (schema.querystring ?? {}) as {
    properties?: Record<string, { examples?: unknown[]; default?: unknown }>;
    required?: string[];
  };
  const alsoSent = typeof facts.probe === 'object' ? facts.probe : [];
  const query = [...required, ...alsoSent]
    .filter((name) => properties[name]?.default === undefined)
    .map((name) => `${name}=${encodeURIComponent(String(properties[name]?.examples?.[0]))}`);
  return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
}

const statusField = () => s.choice('Result of the probe.', ['healthy', 'degraded', 'errored']);

const summarySchema = s.named(
  'ProbeSummary',
  s.object('Totals over all probes.', {
    healthy: s.int('Number of healthy probes.', 14),
    degraded: s.int('Number of degraded probes.', 1),
    errored: s.int('Number of failed probes.', 0),
    total: s.int('Number of probes.', 15),
    avgLatencyMs: s.nullable(s.num('Mean latency in ms.', 3.2), 'there are no probes'),
    maxLatencyMs: s.nullable(s.num('Highest latency in ms.', 21.5), 'there are no probes'),
    verdict: s.choice('`OK`: all healthy; `DOWN`: all failed; `WARN`: anything in between.', [
      'OK',
      'WARN',
      'DOWN',
    ]),
  }),
);

const endpointsSchema = s.object('Probes of every endpoint.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  summary: summarySchema,
  probes: s.array(
    'One probe per endpoint.',
    s.object('One endpoint.', {
      endpoint: s.text('Path with its parameters.', '/api/book/{asset}'),
      sampleUrl: s.text('Path that was called.', '/api/book/hl-BTC'),
      status: statusField(),
      statusCode: s.int('HTTP status.', 200),
      sampleLatencyMs: s.num('Response time in ms.', 2.4),
      lastChecked: s.text('Time of the probe, ISO 8601.', '2026-11-21T12:00:00.000Z'),
      error: s.nullable(s.text('Error code of the answer.', 'upstream_unavailable'), 'the call succeeded'),
    }),
  ),
});

const upstreamSchema = s.object('Probes of every upstream.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  scope: s.object('Scope of the probes.', { venues: s.array('Probed venues.', s.venueField('Venue id.')) }),
  summary: summarySchema,
  probes: s.array(
    'One probe per upstream.',
    s.object('One upstream.', {
      upstream: s.text('Name of the upstream.', 'polymarket-clob'),
      probedUrl: s.text('Scheme and host of the upstream.', 'https://clob.polymarket.com'),
      method: s.text('HTTP method.', 'GET'),
      status: statusField(),
      statusCode: s.nullable(s.int('HTTP status.', 200), 'there was no answer'),
      latencyMs: s.num('Response time in ms.', 84),
      lastChecked: s.text('Time of the probe, ISO 8601.', '2026-11-21T12:00:00.000Z'),
      error: s.nullable(s.text('Error in one sentence.', 'no answer within 5000 ms'), 'there was no error'),
      reason: s.nullable(s.choice('Reason why the upstream is not healthy.', PROBE_REASONS), 'it is healthy'),
    }),
  ),
});
