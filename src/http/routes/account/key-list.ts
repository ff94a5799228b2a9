import { Type } from 'typebox';
import { listLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { keyRecordSchema, toKeyBody } from './shapes/key-record.ts';

/** GET /api/account/keys: lists the issued keys. */
export const registerKeyList: Registration<AccountRouteOptions> = (app, { keys }) => {
  app.get(
    '/api/account/keys',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listKeys',
        summary: 'List issued keys, newest first',
        description: 'Returns hashes; the keys themselves are not stored.',
        tags: ['admin'],
        querystring: s.queryParams({
          owner: Type.Optional(s.text('Only this owner.', 'owner_1', { maxLength: 128 })),
          limit: listLimit(),
        }),
        response: {
          200: s.object('Issued keys.', {
            ok: s.okTrue(),
            count: s.int('Keys in this answer.', 1),
            keys: s.array('Newest first.', keyRecordSchema()),
            ...listEndFields(),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { owner, limit } }) => {
      const { keys: found, truncated } = await keys.list({ owner, limit });
      const end = toListEnd(found.length, truncated);
      return { ok: true as const, count: found.length, keys: found.map(toKeyBody), ...end };
    },
  );
};
