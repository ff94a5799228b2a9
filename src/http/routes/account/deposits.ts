import { Type } from 'typebox';
import { DEPOSIT_STATES } from '../../../billing/deposits/deposit.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { describeAction } from '../../access/key-holder.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit, reasonMember } from '../../parameters/key-members.ts';
import { requireInReview } from '../../responses/deposit-refusals.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { depositSchema } from './shapes/deposit.ts';

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;

/** GET and POST /api/account/deposits: deposits, and the operator's decisions about those in review. */
export const registerDeposits: Registration<AccountRouteOptions> = (app, { deposits, operator }) => {
  app.get(
    '/api/account/deposits',
    {
      config,
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

  app.post(
    '/api/account/deposits',
    {
      config,
      schema: {
        operationId: 'returnDeposit',
        summary: 'Marks a deposit in review as returned, or takes a paid-out one back',
        description:
          '`return` removes a deposit in review from the books; `reverse` takes one that was paid out from its owner, as a refund does: the balance pays, and the rest is a debt. No money is moved at the provider or on the chain: send it back there yourself. Repeating the call changes nothing.',
        tags: ['admin'],
        body: strictBody({
          id: s.text('Id of the deposit.', 'dep_8e1f0a5b2c3d4e5f60718293', { minLength: 1, maxLength: 64 }),
          action: s.choice('Action to record.', ['return', 'reverse']),
          reason: Type.Optional(reasonMember()),
        }),
        response: {
          200: s.object('Deposit after the call.', {
            ok: s.okTrue(),
            applied: Type.Optional(
              s.bool(
                'Of `reverse`: whether this call took the deposit back; false when it was before.',
                true,
              ),
            ),
            deposit: depositSchema(),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'deposit_not_found',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { id, action, reason } = request.body;
      if (action === 'reverse') {
        if (reason === undefined) throw refuseParameter('reason', 'reverse needs a reason: send reason');
        const by = describeAction(request, 'deposits.reverse', id, reason);
        const outcome = await requireStore(() => operator.reverseDeposit(id, by));
        if (outcome.status === 'deposit_not_found') {
          throw new ApiError('deposit_not_found', 'no deposit with this id was paid out');
        }
        return { ok: true as const, applied: outcome.status === 'reversed', deposit: outcome.deposit };
      }
      const by = describeAction(request, 'deposits.return', id, reason ?? null);
      const { deposit } = requireInReview(await requireStore(() => operator.returnDeposit(id, by)));
      return { ok: true as const, deposit };
    },
  );
};
