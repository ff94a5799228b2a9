import { Type } from 'typebox';
import { ENTRY_TYPES } from '../../../billing/ledger.ts';
import { microToUsd } from '../../../domain/index.ts';
import { requireKey } from '../../access/key-holder.ts';
import { refusedCursor } from '../../parameters/cursors.ts';
import type { Registration } from '../../routing/registration.ts';
import { microUsdField, owedField } from '../../schemas/money-fields.ts';
import * as s from '../../schemas/schema.ts';
import { priceListSchema } from '../../shapes/price-list.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** GET /api/account/balance: the prepaid balance and how it came about. */
export const registerBalance: Registration<AccountRouteOptions> = (
  app,
  { ledger, prices, prepaidBilling },
) => {
  app.get(
    '/api/account/balance',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBalance',
        summary: 'Prepaid balance and ledger of the owner',
        description:
          'The newest entries, oldest first; `cursor` leads to the page before. Each entry says by how much the balance changed and what it was then.',
        tags: ['account'],
        querystring: s.queryParams({
          limit: s.int('Most entries of the page.', 100, { default: 100, minimum: 1, maximum: 1_000 }),
          cursor: Type.Optional(
            s.text('nextCursor of the page after the wanted one.', 'WyJlbnRyeSIsOTJd', { maxLength: 64 }),
          ),
        }),
        response: {
          200: balanceSchema(),
          ...s.failures('validation_failed', 'missing_api_key', 'invalid_api_key', 'rate_limited'),
        },
      },
    },
    async (request) => {
      const { owner } = requireKey(request);
      const { limit, cursor } = request.query;
      // The page first: the balance is then never older than its newest entry.
      const page = await ledger.entries(owner, { limit, cursor });
      if (page === null) throw refusedCursor();
      const { microUsd, heldMicroUsd } = await ledger.balance(owner);
      const owedMicroUsd = await ledger.owed(owner);
      return {
        ok: true as const,
        owner,
        balance: { microUsd, usd: microToUsd(microUsd), heldMicroUsd, owedMicroUsd },
        prepaidEnabled: prepaidBilling,
        priceListMicroUsd: prices,
        ledger: page.entries,
        truncated: page.truncated,
        nextCursor: page.nextCursor,
      };
    },
  );
};

const balanceSchema = () =>
  s.object('Balance and ledger.', {
    ok: s.okTrue(),
    owner: s.text('Owner of the balance.', 'owner_1'),
    balance: s.object('The balance now.', {
      microUsd: microUsdField('Whole balance.'),
      usd: s.num('The same in US dollars.', 25),
      heldMicroUsd: microUsdField('Held for orders that are not filled yet; part of microUsd.', 0),
      owedMicroUsd: owedField(),
    }),
    prepaidEnabled: s.bool('Whether use is charged.', true),
    priceListMicroUsd: priceListSchema(),
    ledger: s.array(
      'Entries, oldest first.',
      s.object('One change of the balance.', {
        id: s.int('Ascends with time.', 17),
        ts: s.epochMsField('When it was stored.'),
        type: s.choice('Type of the entry.', ENTRY_TYPES),
        microUsd: microUsdField('Change of the balance; negative: a debit.'),
        balanceAfter: microUsdField('Balance after the entry.'),
        ref: s.nullable(s.text('Reference of the entry.', 'evt_1'), 'the entry has none'),
      }),
    ),
    truncated: s.bool('Older entries exist.', false),
    nextCursor: s.nextCursorField('WyJlbnRyeSIsOTJd', 'the page before'),
  });
