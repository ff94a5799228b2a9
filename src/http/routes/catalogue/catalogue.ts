import type { Companion } from '../../routing/companion.ts';
import type { Registration } from '../../routing/registration.ts';
import type { TableRow } from '../../routing/route-table.ts';
import * as s from '../../schemas/schema.ts';

const HOUR_S = 3_600;

/** GET /api: the catalogue of endpoints. */
export const registerCatalogue: Registration = (app, _options, { table, companion }) => {
  app.get(
    '/api',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getCatalogue',
        summary: 'All endpoints',
        description:
          'Lists every method and path in the order of the OpenAPI document. `server` says which of the two servers answers it.',
        tags: ['catalogue'],
        response: { 200: catalogueSchema, ...s.failures() },
      },
    },
    async () => {
      const shown = (rows: readonly TableRow[], server: 'main' | Companion['name']) =>
        rows.map(({ path, method, facts, schema }) => ({
          path,
          method,
          server,
          summary: schema.summary ?? '',
          group: schema.tags?.[0] ?? '',
          cacheSeconds: facts.cacheSeconds,
          access: facts.access,
          feature: facts.feature ?? null,
        }));
      const others = companion === null ? [] : shown(companion.rows(), companion.name);
      const endpoints = [...shown(table.api, 'main'), ...others];
      const catalog = { docs: '/docs', spec: '/api/openapi.json' };
      return { ok: true as const, count: endpoints.length, catalog, endpoints };
    },
  );
};

const catalogueSchema = s.object('All endpoints.', {
  ok: s.okTrue(),
  count: s.int('Number of endpoints.', 19),
  catalog: s.object('Further documentation.', {
    docs: s.text('Path of the documentation page.', '/docs'),
    spec: s.text('Path of the OpenAPI document.', '/api/openapi.json'),
  }),
  endpoints: s.array(
    'Endpoints, in the order of the OpenAPI document.',
    s.object('One endpoint.', {
      path: s.text('Path with its parameters.', '/api/history/{venue}/{asset}'),
      method: s.text('HTTP method.', 'GET'),
      server: s.choice('Server that answers the endpoint; the OpenAPI document has both addresses.', [
        'main',
        'bot',
      ]),
      summary: s.text('Purpose of the endpoint.', 'Recorded observations of one asset'),
      group: s.text('Tag of the endpoint in the OpenAPI document.', 'history'),
      cacheSeconds: s.int('Seconds for which shared caches may keep the answer; 0: not cached.', 30),
      access: s.choice('Access class while paid gating is on.', [
        'free',
        'pro',
        'enterprise',
        'key',
        'admin',
        'webhook',
      ]),
      feature: s.nullable(s.text('Feature that the key must include.', 'history'), 'none is required'),
    }),
  ),
});
