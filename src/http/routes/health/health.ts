import { Type } from 'typebox';
import type { Clock } from '../../../domain/index.ts';
import type { PulseStats } from '../../../feed/pulses/pulses.ts';
import type { AnomalySources } from '../../../health/anomalies/read-anomalies.ts';
import type { InstallationFindings } from '../../../health/processes/installation-status.ts';
import type { KnownProcess } from '../../../health/processes/process-status.ts';
import type { VenueLeader } from '../../../health/processes/venue-leader.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

/** The processes of an installation, as this process knows them. */
export interface InstallationView {
  readonly role: string;
  /** Returns the process that reads each venue, by venue id; null: not known, or this process reads all. */
  leaders(): Readonly<Record<string, VenueLeader>> | null;
  /** Returns the processes of the installation; null: this process is the whole installation. */
  processes(): readonly KnownProcess[] | null;
  findings(): InstallationFindings | null;
}

export interface HealthOptions extends Pick<AnomalySources, 'feed' | 'shipping'> {
  /** The other processes of the installation. Absent: this process is the whole installation. */
  readonly installation?: InstallationView;
  readonly clock: Clock;
  readonly pulses: () => PulseStats;
}

/** GET /api/health: state of the process and of its installation. */
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
