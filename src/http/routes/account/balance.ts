import { Type } from 'typebox';
import { toUsd } from '../../../domain/index.ts';
import { requireKey } from '../../access/key-holder.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { dailyParam, dayField, NO_DAYS } from '../../parameters/daily.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { ledgerEntrySchema } from './shapes/ledger-entry.ts';
import { priceListSchema } from './shapes/price-list.ts';

/** GET /api/account/balance: the prepaid balance and the entries that led to it. */
export const registerBalance: Registration<AccountRouteOptions> = (
  app,
  { ledger, dailyMoney, prices, prepaidBilling },
) => {
  app.get(
    '/api/account/balance',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBalance',
        summary: 'Prepaid balance and ledger of the owner',
        description:
          'Newest ledger entries, oldest first; `nextCursor` leads to earlier ones. Each has the change of the balance and the balance after it.',
        tags: ['account'],
        querystring: s.queryParams({
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous answer.', 'WyJlbnRyeSIsOTJd', { maxLength: 64 }),
          ),
          days: dailyParam(),
        }),
        response: {
          200: balanceSchema(),
          ...s.failures('validation_failed', 'missing_api_key', 'invalid_api_key', 'rate_limited'),
        },
      },
    },
    async (request) => {
      const { owner } = requireKey(request);
      const { limit, cursor, days } = request.query;
      // The page is read first, so that the balance is never older than its newest entry.
      const page = await ledger.readEntries(owner, { limit, cursor });
      if (page === null) throw createCursorError();
      const { microUsd, heldMicroUsd } = await ledger.readBalance(owner);
      const owedMicroUsd = await ledger.readOwed(owner);
      return {
        ok: true as const,
        owner,
        balance: { microUsd, usd: toUsd(microUsd), heldMicroUsd, owedMicroUsd },
        prepaidEnabled: prepaidBilling,
        priceListMicroUsd: prices,
        ledger: page.entries,
        daily: days === undefined ? null : await dailyMoney.readBalances(owner, days),
        ...toPageEnd(page.nextCursor, { count: page.entries.length, cursor }),
      };
    },
  );
};

const balanceSchema = () =>
  s.object('Balance and ledger entries.', {
    ok: s.okTrue(),
    owner: s.text('Owner of the balance.', 'owner_1'),
    balance: s.object('Current balance.', {
      microUsd: microUsdField('Balance, including the held part.'),
      usd: s.num('Balance in US dollars.', 25),
      heldMicroUsd: microUsdField('Part of the balance that is reserved for unfilled orders.', 0),
      owedMicroUsd: owedField(),
    }),
    prepaidEnabled: s.bool('Whether the service charges for use.', true),
    priceListMicroUsd: priceListSchema(),
    ledger: s.array('Ledger entries, oldest first.', ledgerEntrySchema()),
    daily: s.nullable(
      s.array(
        'Balance at the end of each day, oldest first; of the current day, now.',
        s.object('Balance of one day.', {
          day: dayField(),
          microUsd: microUsdField('Balance, including the held part.'),
        }),
      ),
      NO_DAYS,
    ),
    ...pageEndFields('WyJlbnRyeSIsOTJd', 'the page of earlier entries'),
  });
