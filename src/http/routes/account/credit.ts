import type { AdminAction } from '../../../accounts/admin-actions.ts';
import { readCreditRef } from '../../../billing/credit-ref.ts';
import type { DepositRelease } from '../../../billing/deposits/review-decision.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import type { MicroUsd } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { amountMembers, refuseCeiling, requireAmount } from '../../parameters/amounts.ts';
import { requireInReview } from '../../responses/deposit-refusals.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/credit: the operator credits an owner, releases a deposit in review, or writes off a debt. */
export const registerCredit: Registration<AccountRouteOptions> = (app, { operator, ledger }) => {
  app.post(
    '/api/account/credit',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'creditOwner',
        summary: 'Credits an owner',
        description:
          '`ref` is the idempotency key, kept forever: repeating a credit changes nothing (`applied: false`), and another owner or amount with the same `ref` is 400 `ref_conflict`. `release:<deposit id>` pays out a deposit in review. `writeoff:<reason>` forgives a debt, at most what the owner owes, and changes no balance. Other spellings of either, and spaces around `ref`, are 400.',
        tags: ['admin'],
        body: strictBody({
          owner: s.text('Owner to credit.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
          ...amountMembers(),
          ref: s.text('Idempotency key of the credit.', 'invoice-2026-114', {
            pattern: '^[\\x20-\\x7e]{1,128}$',
          }),
        }),
        response: {
          200: s.object('Result of the credit.', {
            ok: s.okTrue(),
            owner: s.text('Credited owner.', 'owner_1'),
            applied: s.bool('Whether this call applied the credit; false when it was applied before.', true),
            microUsd: microUsdField('Amount of the credit.'),
            balanceMicroUsd: microUsdField('Balance after the credit and the repayment of debts.'),
            owedMicroUsd: owedField(),
          }),
          ...s.failures(
            'validation_failed',
            'ref_conflict',
            'admin_unauthorized',
            'deposit_not_found',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { owner, ref } = request.body;
      const amount = requireAmount(request.body);
      const by = describeAction(request, 'credit', owner, `${amount} ref ${ref}`);
      const read = readCreditRef(ref);
      if (read.kind === 'misspelt') throw refuseParameter('ref', `ref must be ${read.allowed}`);
      if (read.kind === 'release') return release({ id: read.id, owner, amount }, by);
      if (read.kind === 'writeoff') {
        return writeOff(
          owner,
          amount,
          ref,
          describeAction(request, 'credit.writeoff', owner, `${amount} ${read.reason}`),
        );
      }

      const outcome = await requireStore(() => operator.credit({ owner, amount, ref }, by));
      switch (outcome.status) {
        case 'posted':
          return {
            ok: true as const,
            owner,
            applied: true,
            microUsd: amount,
            balanceMicroUsd: outcome.balances.dst,
            owedMicroUsd: outcome.owed,
          };
        case 'duplicate':
          return answer(owner, false, amount);
        case 'conflict':
          throw createConflict();
        case 'ceiling':
          throw refuseCeiling();
        case 'insufficient':
          throw new Error('a credit lacked money although its source account has no floor');
      }
    },
  );

  async function release(request: DepositRelease, by: Omit<AdminAction, 'at'>) {
    const outcome = requireInReview(await requireStore(() => operator.releaseDeposit(request, by)));
    if (outcome.status === 'conflict') throw createConflict();
    return answer(request.owner, outcome.status === 'released', outcome.amount);
  }

  async function writeOff(owner: string, amount: MicroUsd, ref: string, by: Omit<AdminAction, 'at'>) {
    const outcome = await requireStore(() => operator.writeOff({ owner, amount, ref }, by));
    switch (outcome.status) {
      case 'conflict':
        throw createConflict();
      case 'above_debt':
        throw refuseParameter('usd', `${owner} owes ${outcome.owed} micro-USD: a write-off is at most that`);
      default:
        return answer(owner, outcome.status === 'posted', amount);
    }
  }

  async function answer(owner: string, applied: boolean, microUsd: number) {
    const [balance, owed] = await Promise.all([ledger.readBalance(owner), ledger.readOwed(owner)]);
    return {
      ok: true as const,
      owner,
      applied,
      microUsd,
      balanceMicroUsd: balance.microUsd,
      owedMicroUsd: owed,
    };
  }
};

function createConflict(): ApiError {
  return new ApiError('ref_conflict', 'ref was used before with another owner or amount');
}
