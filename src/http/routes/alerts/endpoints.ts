import type { Alerts } from '../../../alerts/alerts.ts';
import { ENDPOINT_FORMATS } from '../../../alerts/rule.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

/** GET /api/alerts/endpoints: receivers of alerts, without URLs and secrets. */
export const registerAlertEndpoints: Registration<{ readonly alerts: Alerts }> = (app, { alerts }) => {
  app.get(
    '/api/alerts/endpoints',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listAlertEndpoints',
        summary: 'Endpoints that alerts are sent to',
        description: 'Neither URLs nor secrets are shown.',
        tags: ['alerts'],
        response: {
          200: s.object('Endpoints.', {
            ok: s.okTrue(),
            count: s.int('Number of endpoints.', 1),
            endpoints: s.array('Endpoints in the order of the file.', endpointSchema()),
          }),
          ...s.failures('admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async () => {
      const rows = await alerts.store.listEndpoints();
      const endpoints = alerts.config.endpoints.map(({ id, format, secrets }) => {
        const row = rows.find(({ endpoint }) => endpoint === id);
        return {
          id,
          format,
          secrets: secrets.length,
          offSinceMs: row?.offSince ?? null,
          suppressed: row?.suppressed ?? 0,
        };
      });
      return { ok: true as const, count: endpoints.length, endpoints };
    },
  );
};

const endpointSchema = () =>
  s.named(
    'AlertEndpoint',
    s.object('An endpoint.', {
      id: s.text('Id of the endpoint.', 'phone'),
      format: s.choice('Format of the bodies.', ENDPOINT_FORMATS),
      secrets: s.int('Number of secrets that sign: 2 while one replaces the other.', 1),
      offSinceMs: s.nullable(
        s.epochMsField('Time since which nothing is sent, because the endpoint answered 410.'),
        'it is on',
      ),
      suppressed: s.int('Alerts that a limit left out and that are not told yet.', 0),
    }),
  );
