import { Type } from 'typebox';
import { DEPOSIT_STATES } from '../../../billing/deposits/deposit.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { depositSchema } from './shapes/deposit.ts';

/** GET /api/account/deposits: deposits of every source. */
export const registerDepositList: Registration<AccountRouteOptions> = (app, { deposits }) => {
  app.get(
    '/api/account/deposits',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listDeposits',
        summary: 'Deposits of every source, newest first',
        description:
          'Deposits in state `held` or `unattributed` are in review: `POST /api/account/credit` with `ref: "release:<id>"` pays one out, `POST /api/account/deposits` marks it as returned.',
        tags: ['admin'],
        querystring: s.queryParams({
          state: Type.Optional(s.choice('Only deposits in this state.', DEPOSIT_STATES)),
          owner: Type.Optional(
            s.sharedParam(
              'OnlyOwner',
              s.text('Only this owner.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
            ),
          ),
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', 'WyJkZXBvc2l0Iiw5Ml0', { maxLength: 64 }),
          ),
        }),
        response: {
          200: s.object('Page of deposits.', {
            ok: s.okTrue(),
            count: s.int('Deposits on the page.', 1),
            deposits: s.array('Newest first.', depositSchema()),
            ...pageEndFields('WyJkZXBvc2l0Iiw5Ml0'),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query }) => {
      const page = await deposits.list(query);
      if (page === null) throw createCursorError();
      const { deposits: found, nextCursor } = page;
      const end = toPageEnd(nextCursor, { count: found.length, cursor: query.cursor });
      return { ok: true as const, count: found.length, deposits: found, ...end };
    },
  );
};
