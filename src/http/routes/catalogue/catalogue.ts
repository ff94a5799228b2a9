import { CHANGE_KINDS, CHANGELOG } from '../../pages/changelog.ts';
import { Answer } from '../../responses/answer.ts';
import type { Companion } from '../../routing/companion.ts';
import type { Registration } from '../../routing/registration.ts';
import type { TableRow } from '../../routing/route-table.ts';
import * as s from '../../schemas/schema.ts';

const HOUR_S = 3_600;

/** GET /api, /api/openapi.json and /api/changelog. */
export const registerCatalogue: Registration = (app, _options, { table, companion }) => {
  app.get(
    '/api',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getCatalogue',
        summary: 'All endpoints',
        description:
          'One row per method and path, in the order of the document, those of the bot API with the address that answers them.',
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

  let document: string | null = null;
  app.get(
    '/api/openapi.json',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getOpenApi',
        summary: 'This document',
        description: 'OpenAPI 3.1.0, made from the routes. The one answer without `ok`.',
        tags: ['catalogue'],
        response: {
          200: s.rawAnswer({
            type: 'object',
            description: 'An OpenAPI 3.1.0 document.',
            additionalProperties: true,
          }),
          ...s.failures(),
        },
      },
    },
    async () => {
      document ??= JSON.stringify(await app.described.document());
      return new Answer(document);
    },
  );

  app.get(
    '/api/changelog',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getChangelog',
        summary: 'What changed for callers, newest first',
        description: 'One entry per change, with the version that brought it and the paths concerned.',
        tags: ['catalogue'],
        response: { 200: changelogSchema, ...s.failures() },
      },
    },
    async () => ({ ok: true as const, count: CHANGELOG.length, entries: CHANGELOG }),
  );
};

const catalogueSchema = s.object('All endpoints.', {
  ok: s.okTrue(),
  count: s.int('Number of endpoints.', 19),
  catalog: s.object('Where to read more.', {
    docs: s.text('A page for people.', '/docs'),
    spec: s.text('A document for machines.', '/api/openapi.json'),
  }),
  endpoints: s.array(
    'In the order of the document.',
    s.object('One endpoint.', {
      path: s.text('Path with its parameters.', '/api/history/{venue}/{asset}'),
      method: s.text('HTTP method.', 'GET'),
      server: s.choice('Server that answers it; the document names both.', ['main', 'bot']),
      summary: s.text('Purpose of the endpoint.', 'Recorded observations of one asset'),
      group: s.text('Group of the document.', 'history'),
      cacheSeconds: s.int('Shared-cache seconds; 0: not cached.', 30),
      access: s.choice('Access class while paid gating is on.', [
        'free',
        'pro',
        'enterprise',
        'key',
        'admin',
        'webhook',
      ]),
      feature: s.nullable(s.text('Feature that the key must include.', 'history'), 'none is needed'),
    }),
  ),
});

const changelogSchema = s.object('What changed for callers.', {
  ok: s.okTrue(),
  count: s.int('Number of entries.', 3),
  entries: s.array(
    'Newest first.',
    s.object('One change.', {
      version: s.text('First version with it.', '1.0.0'),
      date: s.text('ISO date of that version.', '2026-11-21'),
      kind: s.choice('Kind of change.', CHANGE_KINDS),
      breaking: s.bool('Callers must change something.', false),
      summary: s.text('What changed.', 'History of four venues.'),
      paths: s.array('Endpoints concerned.', s.text('Path.', '/api/feed')),
    }),
  ),
});
