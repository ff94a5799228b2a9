import { Type } from 'typebox';
import { type Clock, formatIsoTime, VENUES } from '../../../domain/index.ts';
import type { PulseStats } from '../../../feed/pulses/pulses.ts';
import { ANOMALY_CODES, type Anomaly } from '../../../health/anomalies/anomaly.ts';
import { type AnomalySources, readAnomalies } from '../../../health/anomalies/read-anomalies.ts';
import type { InstallationFindings } from '../../../health/processes/installation-status.ts';
import type { KnownProcess } from '../../../health/processes/process-status.ts';
import type { VenueLeader } from '../../../health/processes/venue-leader.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { damageSchema } from '../../shapes/damage.ts';

const WARM_UP_MS = 90_000;

/** The processes of an installation, as this process knows them. */
export interface InstallationView {
  readonly role: string;
  /** Returns the process that reads each venue, by venue id; null: not known, or this process reads all. */
  leaders(): Readonly<Record<string, VenueLeader>> | null;
  /** Returns the processes of the installation; null: this process is the whole installation. */
  processes(): readonly KnownProcess[] | null;
  findings(): InstallationFindings | null;
}

export interface HealthOptions extends AnomalySources {
  /** The other processes of the installation. Absent: this process is the whole installation. */
  readonly installation?: InstallationView;
  readonly clock: Clock;
  readonly pulses: () => PulseStats;
}

/** GET /api/health and GET /api/health/anomalies: state of the service, and what is wrong with it. */
export const registerHealth: Registration<HealthOptions> = (app, deps) => {
  const { feed, clock } = deps;
  const startedAt = feed.startedAt;

  app.get(
    '/api/health',
    {
      config: { access: 'free', cacheSeconds: 0 },
      schema: {
        operationId: 'getHealth',
        summary: 'Liveness of the process, and its stream subscribers',
        description:
          'For load balancers: answers as soon as the service listens, even when venues are down. /api/feed/health reports on recording.',
        tags: ['health'],
        response: { 200: healthSchema, ...s.failures() },
      },
    },
    async () => ({
      ok: true as const,
      uptimeMs: Math.max(0, clock() - startedAt),
      pulse: deps.pulses(),
      role: deps.installation?.role ?? 'all',
      leader: deps.installation?.leaders() ?? null,
      outboxRows: deps.shipping?.()?.outboxRows ?? null,
      shipLagMs: deps.shipping?.()?.shipLagMs ?? null,
      processes: deps.installation?.processes()?.map(toProcessBody) ?? null,
    }),
  );

  app.get(
    '/api/health/anomalies',
    {
      config: { access: 'free', cacheSeconds: 5 },
      schema: {
        operationId: 'getAnomalies',
        summary: 'Anomalies in the data and the service',
        description:
          'A warning makes the verdict `degraded`, a critical anomaly makes it `critical`. Page the operator when `alertable` is true: the verdict is critical and the warm-up of 90 s is over.',
        tags: ['health'],
        response: { 200: anomaliesSchema, ...s.failures() },
      },
    },
    async () => {
      const anomalies = await readAnomalies(deps);
      const critical = anomalies.filter(({ severity }) => severity === 'critical').length;
      const warning = anomalies.filter(({ severity }) => severity === 'warning').length;
      const verdict = critical > 0 ? 'critical' : warning > 0 ? 'degraded' : 'ok';
      const now = clock();
      const warming = now - startedAt < WARM_UP_MS;
      return {
        ok: true as const,
        verdict: verdict as 'ok' | 'degraded' | 'critical',
        warming,
        alertable: verdict === 'critical' && !warming,
        scope: { venues: feed.venues },
        counts: { total: anomalies.length, critical, warning },
        anomalies: anomalies as readonly Anomaly[],
        generatedAt: formatIsoTime(now),
      };
    },
  );
};

function toProcessBody({ role, id, version, seenMs }: KnownProcess) {
  return { role, id, version, seenMs };
}

const healthSchema = s.object('State of the process.', {
  ok: s.okTrue(),
  uptimeMs: s.int('Time since the feed started in ms.', 3_600_000),
  pulse: s.object('Subscribers of live streams.', {
    assetsPolling: s.int('Assets with subscribers.', 3),
    totalSubscribers: s.int('Subscriptions to assets; a stream of several assets counts for each.', 12),
    perAsset: Type.Unsafe<PulseStats['perAsset']>({
      type: 'object',
      description: 'Subscribers by asset id.',
      additionalProperties: s.object('One asset.', {
        subscribers: s.int('Open streams of the asset.', 4),
        lastPulseMs: s.nullable(s.epochMsField('Time of the last pulse.'), 'none was sent yet'),
        upstreamCalls: s.int('Calls to the venue since the start.', 120),
      }),
    }),
  }),
  role: s.text('Role of this process; `all` when it is the whole installation.', 'all'),
  leader: s.nullable(
    Type.Unsafe<Readonly<Record<string, VenueLeader>>>({
      type: 'object',
      description: 'Process that reads each venue, by venue id.',
      additionalProperties: s.object('One venue.', {
        url: s.text('Internal address of the process.', 'http://127.0.0.1:8090'),
        since: s.epochMsField('When it took over the venue.'),
        fence: s.int('Fencing number, which grows with each process that takes over.', 4),
      }),
    }),
    'this process reads the venues or knows no process that does',
  ),
  outboxRows: s.nullable(
    s.int('Records that are stored but not yet readable.', 0),
    'the history is a local file or the number is not known',
  ),
  shipLagMs: s.nullable(
    s.int('Age of the oldest of these records in ms.', 0),
    'the history is a local file or the age is not known',
  ),
  processes: s.nullable(
    s.array(
      'Processes of the installation.',
      s.object('One process.', {
        role: s.text('Role of the process.', 'api'),
        id: s.text(
          'Id of the process: role, host, port, and a random part that is new at each start.',
          'api@server-1:8082 3mXq0ZcRb1Kw',
        ),
        version: s.text('Version of the service.', '1.4.0'),
        seenMs: s.int('Time since its last sign of life in ms; above 20,000 it counts as silent.', 2_500),
      }),
    ),
    'this process is the whole installation',
  ),
});

const evidenceSchema = () =>
  s.named(
    'Evidence',
    s.object('The first body of the venue that shows what is wrong.', {
      endpoint: s.text('Route or channel of the message.', 'kalshi markets page'),
      row: s.nullable(
        s.text('Name or position of the row.', 'KXHIGHNY-26JUL19-T80'),
        'no single row is meant',
      ),
      member: s.nullable(
        s.text('Path of the member in our schema.', '/floor_strike'),
        'no single member is meant',
      ),
      value: s.nullable(s.text('Value as JSON, at most 80 characters.', '"100"'), 'the member is missing'),
    }),
  );

const anomaliesSchema = s.object('Anomalies.', {
  ok: s.okTrue(),
  verdict: s.choice('Verdict, by the most severe anomaly.', ['ok', 'degraded', 'critical']),
  warming: s.bool('Whether the process started less than 90 s ago.', false),
  alertable: s.bool('Whether the operator should be paged.', false),
  scope: s.object('Scope of the check.', { venues: s.array('Checked venues.', s.venueField('Venue id.')) }),
  counts: s.object('Numbers of anomalies.', {
    total: s.int('Number of anomalies.', 1),
    critical: s.int('Number of critical anomalies.', 0),
    warning: s.int('Number of warnings.', 1),
  }),
  anomalies: s.array(
    'Anomalies; those of the same code and venue are one entry.',
    Type.Unsafe<Anomaly>(
      s.object('One anomaly.', {
        severity: s.choice('Severity; `info` does not change the verdict.', ['info', 'warning', 'critical']),
        code: s.choice('Code of the anomaly.', ANOMALY_CODES),
        venue: s.nullable(s.choice('Venue concerned.', VENUES), 'the whole service is concerned'),
        message: s.text('Anomaly in one sentence.', 'the snapshot of kalshi is older than 120 s'),
        count: Type.Optional(s.int('Markets, streams or blocks concerned.', 3)),
        at: Type.Optional(evidenceSchema()),
        damage: Type.Optional(damageSchema()),
      }),
    ),
  ),
  generatedAt: s.generatedAtField(),
});
