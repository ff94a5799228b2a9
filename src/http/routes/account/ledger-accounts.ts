import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** GET /api/account/accounts: the accounts of the ledger that do not belong to an owner. */
export const registerLedgerAccounts: Registration<AccountRouteOptions> = (app, { ledger }) => {
  app.get(
    '/api/account/accounts',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listAccounts',
        summary: 'Accounts of the ledger that are no owner’s',
        description:
          'Money that arrived (`asset:`, negative), was earned (`revenue:`), is in review (`review:`), was credited or debited by hand (`adjust:`), and all debts (`receivable`). With the balances of the owners they add up to 0.',
        tags: ['admin'],
        response: {
          200: s.object('Accounts by name.', {
            ok: s.okTrue(),
            accounts: s.array(
              'By name.',
              s.object('One account.', {
                account: s.text('Name of the account.', 'asset:stripe'),
                balanceMicroUsd: microUsdField('Balance of the account.', -25_000_000),
              }),
            ),
            ownersMicroUsd: microUsdField('Sum of the balances of all owners.'),
          }),
          ...s.failures('admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async () => {
      const accounts = await ledger.listAccounts();
      const others = accounts.reduce((sum, { balanceMicroUsd }) => sum + balanceMicroUsd, 0);
      // Every transfer is balanced, so the owners' sum is the negative sum of all other accounts. Reading both sums
      // could see two states.
      return { ok: true as const, accounts, ownersMicroUsd: 0 - others };
    },
  );
};
