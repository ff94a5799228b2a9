import { Type } from 'typebox';
import { describeAction } from '../../access/key-holder.ts';
import { reasonMember } from '../../parameters/key-members.ts';
import { requireInReview } from '../../responses/deposit-refusals.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { depositSchema } from './shapes/deposit.ts';

/** POST /api/account/deposits: the operator's decisions about deposits. */
export const registerDepositDecision: Registration<AccountRouteOptions> = (app, { operator }) => {
  app.post(
    '/api/account/deposits',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
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
