import { Type } from 'typebox';
import { type Clock, formatIsoTime, VENUES } from '../../../domain/index.ts';
import { ANOMALY_CODES, type Anomaly } from '../../../health/anomalies/anomaly.ts';
import { type AnomalySources, readAnomalies } from '../../../health/anomalies/read-anomalies.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { damageSchema } from '../../shapes/damage.ts';

const WARM_UP_MS = 90_000;

export interface AnomaliesOptions extends AnomalySources {
  readonly clock: Clock;
}

/** GET /api/health/anomalies: what is wrong with the service and its data. */
export const registerAnomalies: Registration<AnomaliesOptions> = (app, deps) => {
  const { feed, clock } = deps;
  const startedAt = feed.startedAt;

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
