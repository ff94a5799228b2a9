import { CHANGE_KINDS, CHANGELOG } from '../../pages/changelog.ts';
import { Answer } from '../../responses/answer.ts';
import type { Companion } from '../../routing/companion.ts';
import type { Registration } from '../../routing/registration.ts';
import type { TableRow } from '../../routing/route-table.ts';
import {
  array,
  bool,
  choice,
  failures,
  int,
  nullable,
  object,
  okTrue,
  rawAnswer,
  text,
} from '../../schemas/schema.ts';

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
        response: { 200: catalogueSchema, ...failures() },
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
          200: rawAnswer({
            type: 'object',
            description: 'An OpenAPI 3.1.0 document.',
            additionalProperties: true,
          }),
          ...failures(),
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
        response: { 200: changelogSchema, ...failures() },
      },
    },
    async () => ({ ok: true as const, count: CHANGELOG.length, entries: CHANGELOG }),
  );
};

const catalogueSchema = object('All endpoints.', {
  ok: okTrue(),
  count: int('Number of endpoints.', 19),
  catalog: object('Where to read more.', {
    docs: text('A page for people.', '/docs'),
    spec: text('A document for machines.', '/api/openapi.json'),
  }),
  endpoints: array(
    'In the order of the document.',
    object('One endpoint.', {
      path: text('Path with its parameters.', '/api/history/{venue}/{asset}'),
      method: text('HTTP method.', 'GET'),
      server: choice('Which address answers it; the document names both.', ['main', 'bot']),
      summary: text('What it does.', 'Recorded observations of one asset'),
      group: text('Group of the document.', 'history'),
      cacheSeconds: int('Shared-cache seconds; 0: not cached.', 30),
      access: choice('Who may call it while paid gating is on.', [
        'free',
        'pro',
        'enterprise',
        'key',
        'admin',
        'webhook',
      ]),
      feature: nullable(text('What a key must include.', 'history'), 'it needs nothing'),
    }),
  ),
});

const changelogSchema = object('What changed for callers.', {
  ok: okTrue(),
  count: int('Number of entries.', 3),
  entries: array(
    'Newest first.',
    object('One change.', {
      version: text('First version with it.', '1.0.0'),
      date: text('ISO date of that version.', '2026-11-21'),
      kind: choice('Kind of change.', CHANGE_KINDS),
      breaking: bool('Callers must change something.', false),
      summary: text('What changed.', 'History of four venues.'),
      paths: array('Endpoints concerned.', text('Path.', '/api/feed')),
    }),
  ),
});
