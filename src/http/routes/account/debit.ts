import { Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { describeAction } from '../../access/key-holder.ts';
import { amountMembers, refuseCeiling, requireAmount } from '../../parameters/amounts.ts';
import { reasonMember } from '../../parameters/key-members.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/debit: the operator debits an owner. */
export const registerDebit: Registration<AccountRouteOptions> = (app, { operator, ledger }) => {
  app.post(
    '/api/account/debit',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'debitOwner',
        summary: 'Debits an owner',
        description:
          'The other side of a credit. `ref` is its idempotency key, kept forever and apart from those of credits. More than the free balance is 402, unless `allowDebt` lets the rest become a debt.',
        tags: ['admin'],
        body: strictBody({
          owner: s.text('Owner to debit.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
          ...amountMembers(),
          ref: s.text('Idempotency key of the debit.', 'mistyped-114', { pattern: '^[\\x20-\\x7e]{1,128}$' }),
          reason: reasonMember(),
          allowDebt: Type.Optional(
            Type.Boolean({
              description: 'Whether the part above the free balance becomes a debt.',
              default: false,
              examples: [true],
            }),
          ),
        }),
        response: {
          200: s.object('Result of the debit.', {
            ok: s.okTrue(),
            owner: s.text('Debited owner.', 'owner_1'),
            applied: s.bool('Whether this call applied the debit; false when it was applied before.', true),
            microUsd: microUsdField('Amount of the debit.'),
            balanceMicroUsd: microUsdField('Balance after the debit.', 0),
            owedMicroUsd: owedField(),
          }),
          ...s.failures(
            'validation_failed',
            'ref_conflict',
            'admin_unauthorized',
            'insufficient_balance',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { owner, ref, reason, allowDebt = false } = request.body;
      const amount = requireAmount(request.body);
      const by = describeAction(request, 'debit', owner, `${amount} ref ${ref}: ${reason}`);
      const outcome = await requireStore(() => operator.debit({ owner, amount, ref, reason, allowDebt }, by));
      switch (outcome.status) {
        case 'conflict':
          throw new ApiError('ref_conflict', 'ref was used before with another owner or amount');
        case 'ceiling':
          throw refuseCeiling();
        case 'insufficient':
          throw new ApiError(
            'insufficient_balance',
            `${owner} has ${outcome.available} micro-USD that are free: debit less, or allow a debt`,
            { extra: { balanceMicroUsd: outcome.balance } },
          );
        default: {
          const [balance, owed] = await Promise.all([ledger.readBalance(owner), ledger.readOwed(owner)]);
          return {
            ok: true as const,
            owner,
            applied: outcome.status === 'posted',
            microUsd: amount,
            balanceMicroUsd: balance.microUsd,
            owedMicroUsd: owed,
          };
        }
      }
    },
  );
};
