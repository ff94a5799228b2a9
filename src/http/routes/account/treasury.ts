import { microToUsd } from '../../../domain/index.ts';
import type { Registration } from '../../routing/registration.ts';
import { microUsdField } from '../../schemas/money-fields.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

const MAX_DEBTORS = 1_000;

/** GET /api/account/treasury: what is owed to customers, and by them. */
export const registerTreasury: Registration<AccountRouteOptions> = (app, { ledger }) => {
  app.get(
    '/api/account/treasury',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getTreasury',
        summary: 'All prepaid balances together, and what waits beside them',
        description:
          'What the service owes its callers, in micro-USD, from the ledger at this moment. For the operator.',
        tags: ['admin'],
        response: {
          200: s.object('The prepaid liability.', {
            ok: s.okTrue(),
            float: s.object('What customers hold.', {
              totalMicroUsd: microUsdField('Sum of all balances.'),
              totalUsd: s.num('The same in US dollars.', 25),
              accounts: s.int('Owners with a balance of any height.', 3),
              nonZeroAccounts: s.int('Of them, those with more than nothing.', 2),
            }),
            review: s.object('Deposits that wait for a decision.', {
              heldMicroUsd: microUsdField('Above a limit.', 0),
              unattributedMicroUsd: microUsdField('Without a known owner.', 0),
            }),
            receivableMicroUsd: microUsdField('What owners owe after refunds and disputes.', 0),
            debtors: s.array(
              `Who owes it, the largest debt first, at most ${MAX_DEBTORS}.`,
              s.object('An owner who owes.', {
                owner: s.text('Who owes.', 'owner_1'),
                owedMicroUsd: microUsdField('How much.', 5_000_000),
                balanceMicroUsd: microUsdField(
                  'What is on the balance; as long as a debt is open, all of it is held.',
                  0,
                ),
              }),
            ),
          }),
          ...s.failures('admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async () => {
      const [float, debtors] = await Promise.all([ledger.float(), ledger.debtors(MAX_DEBTORS)]);
      return {
        ok: true as const,
        float: {
          totalMicroUsd: float.totalMicroUsd,
          totalUsd: microToUsd(float.totalMicroUsd),
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
