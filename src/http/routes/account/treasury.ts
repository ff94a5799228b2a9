import { toUsd } from '../../../domain/index.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

const MAX_DEBTORS = 1_000;

/** GET /api/account/treasury: the service's liability to customers, and their debts. */
export const registerTreasury: Registration<AccountRouteOptions> = (app, { ledger }) => {
  app.get(
    '/api/account/treasury',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getTreasury',
        summary: 'Total of the prepaid balances, and of the deposits in review',
        description: 'For the operator: the prepaid liability, computed from the ledger.',
        tags: ['admin'],
        response: {
          200: s.object('Prepaid liability.', {
            ok: s.okTrue(),
            float: s.object('Total of customer balances.', {
              totalMicroUsd: microUsdField('Sum of all balances.'),
              totalUsd: s.num('Sum of all balances in US dollars.', 25),
              accounts: s.int('Owners with an account, also those with a balance of 0.', 3),
              nonZeroAccounts: s.int('Owners with a balance above 0.', 2),
            }),
            review: s.object('Deposits that wait for a review.', {
              heldMicroUsd: microUsdField('Deposits held because they exceed a limit.', 0),
              unattributedMicroUsd: microUsdField('Deposits without a known owner.', 0),
            }),
            receivableMicroUsd: microUsdField('Sum of all debts left by refunds and disputes.', 0),
            debtors: s.array(
              `Owners with debts, the largest first, at most ${MAX_DEBTORS}.`,
              s.object('One owner with a debt.', {
                owner: s.text('Owner of the debt.', 'owner_1'),
                owedMicroUsd: microUsdField('Amount owed.', 5_000_000),
                balanceMicroUsd: microUsdField('Balance of the owner, frozen while the debt is open.', 0),
              }),
            ),
          }),
          ...s.failures('admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async () => {
      const [float, debtors] = await Promise.all([ledger.readFloat(), ledger.listDebtors(MAX_DEBTORS)]);
      return {
        ok: true as const,
        float: {
          totalMicroUsd: float.totalMicroUsd,
          totalUsd: toUsd(float.totalMicroUsd),
          accounts: float.accounts,
          nonZeroAccounts: float.nonZeroAccounts,
        },
        review: {
          heldMicroUsd: float.heldForReviewMicroUsd,
          unattributedMicroUsd: float.unattributedMicroUsd,
        },
        receivableMicroUsd: float.receivableMicroUsd,
        debtors: debtors.map(({ owner, owedMicroUsd, microUsd }) => ({
          owner,
          owedMicroUsd,
          balanceMicroUsd: microUsd,
        })),
      };
    },
  );
};
