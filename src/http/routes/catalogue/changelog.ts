import { CHANGE_KINDS, listChanges } from '../../pages/changelog.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

const HOUR_S = 3_600;

/** GET /api/changelog: the changes of the API. */
export const registerChangelog: Registration = (app) => {
  app.get(
    '/api/changelog',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getChangelog',
        summary: 'What changed for callers, newest first',
        description: 'One entry per change, with its version and the affected paths.',
        tags: ['catalogue'],
        response: { 200: changelogSchema, ...s.failures() },
      },
    },
    async () => ({ ok: true as const, count: listChanges().length, entries: listChanges() }),
  );
};

const changelogSchema = s.object('What changed for callers.', {
  ok: s.okTrue(),
  count: s.int('Number of entries.', 3),
  entries: s.array(
    'Changes, newest first.',
    s.object('One change.', {
      version: s.text('First version with the change.', '1.0.0'),
      date: s.text('ISO date of that version.', '2026-11-21'),
      kind: s.choice('Kind of change.', CHANGE_KINDS),
      breaking: s.bool('Whether callers must change something.', false),
      summary: s.text('Description of the change.', 'History of four venues.'),
      paths: s.array('Affected endpoints.', s.text('Path of the endpoint.', '/api/feed')),
    }),
  ),
});
