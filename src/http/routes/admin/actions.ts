import { Type } from 'typebox';
import { COMMAND_LINE, findActionOwner } from '../../../accounts/admin-actions.ts';
import type { Operator } from '../../../accounts/operator.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';

const CURSOR_EXAMPLE = 'WyJhY3Rpb24iLDkyXQ';

/** GET /api/admin/actions: the log of the operator's actions. */
export const registerActions: Registration<{ readonly operator: Operator }> = (app, { operator }) => {
  app.get(
    '/api/admin/actions',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listActions',
        summary: 'Actions of the operator, newest first',
        description: 'Each change that was made with the admin token or a command, stored together with it.',
        tags: ['admin'],
        querystring: s.queryParams({
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', CURSOR_EXAMPLE, { maxLength: 64 }),
          ),
        }),
        response: {
          200: s.object('Page of actions.', {
            ok: s.okTrue(),
            count: s.int('Actions on the page.', 1),
            actions: s.array('Newest first.', actionSchema()),
            ...pageEndFields(CURSOR_EXAMPLE),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query }) => {
      const page = await operator.listActions(query);
      if (page === null) throw createCursorError();
      const actions = page.actions.map(({ id, at, action, target, address, detail }) => ({
        id,
        at,
        action,
        target,
        detail,
        owner: findActionOwner({ action, target }),
        address: address === COMMAND_LINE ? null : address,
      }));
      return {
        ok: true as const,
        count: actions.length,
        actions,
        ...toPageEnd(page.nextCursor, { count: actions.length, cursor: query.cursor }),
      };
    },
  );
};

const actionSchema = () =>
  s.object('One action.', {
    id: s.int('Number of the action; later actions have higher ones.', 92),
    at: s.epochMsField('Time of the action.'),
    action: s.text('Kind of the action.', 'credit'),
    owner: s.nullable(s.text('Owner whom the action concerned.', 'owner_1'), 'it concerned no owner alone'),
    target: s.nullable(
      s.text('Subject of the action: an owner, a key, a deposit.', 'owner_1'),
      'it has none',
    ),
    address: s.nullable(
      s.text('Address of the caller.', '203.0.113.9'),
      'a command changed the data directory itself',
    ),
    detail: s.nullable(
      s.text('Amounts, reasons and the outcome.', '25000000 ref invoice-1 posted'),
      'there is none',
    ),
  });
