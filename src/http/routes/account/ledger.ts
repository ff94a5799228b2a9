import { Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { toUsd } from '../../../domain/index.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { depositSchema } from './shapes/deposit.ts';
import { ledgerEntrySchema } from './shapes/ledger-entry.ts';

const MAX_DEPOSITS = 100;

/** GET /api/account/ledger: the entries of an owner, with further facts for the operator. */
export const registerLedger: Registration<AccountRouteOptions> = (app, { ledger, deposits }) => {
  app.get(
    '/api/account/ledger',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getLedger',
        summary: 'Balance, debts, holds, deposits and entries of an owner',
        description:
          'The newest entries, oldest first; `nextCursor` leads to earlier ones. An owner without any money has a balance of 0 and empty lists.',
        tags: ['admin'],
        querystring: s.queryParams({
          owner: s.text('Owner to show.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous answer.', 'WyJlbnRyeSIsOTJd', { maxLength: 64 }),
          ),
        }),
        response: {
          200: ownerLedgerSchema(),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { owner, limit, cursor } }) => {
      // The page is read first, so that the balance is never older than its newest entry.
      const page = await ledger.readEntries(owner, { limit, cursor });
      if (page === null) throw createCursorError();
      const [{ microUsd, heldMicroUsd }, owedMicroUsd, debts, holds, found] = await Promise.all([
        ledger.readBalance(owner),
        ledger.readOwed(owner),
        ledger.listDebts(owner),
        ledger.listHolds(owner),
        deposits.list({ owner, limit: MAX_DEPOSITS }),
      ]);
      return {
        ok: true as const,
        owner,
        balance: { microUsd, usd: toUsd(microUsd), heldMicroUsd, owedMicroUsd },
        debts,
        holds: holds.map(({ id, amount, idem, createdAt }) => ({
          id,
          microUsd: amount,
          ref: idem,
          since: createdAt,
        })),
        deposits: found?.deposits ?? [],
        ledger: page.entries,
        ...toPageEnd(page.nextCursor, { count: page.entries.length, cursor }),
      };
    },
  );
};

const ownerLedgerSchema = () =>
  s.object('Ledger of one owner.', {
    ok: s.okTrue(),
    owner: s.text('Owner of the ledger.', 'owner_1'),
    balance: s.object('Current balance.', {
      microUsd: microUsdField('Balance, including the held part.'),
      usd: s.num('Balance in US dollars.', 25),
      heldMicroUsd: microUsdField('Part of the balance that is reserved for unfilled orders.', 0),
      owedMicroUsd: owedField(),
    }),
    debts: s.array(
      'Open debts, oldest first.',
      s.object('One debt.', {
        id: s.int('Id of the transfer that made the debt.', 17),
        microUsd: microUsdField('Part that is still owed.', 5_000_000),
        reason: s.nullable(
          s.text('Reason of a debit, or the event of a provider.', 'evt_2'),
          'none is known',
        ),
        since: s.epochMsField('When the debt was made.'),
      }),
    ),
    holds: s.array(
      'Pending holds, oldest first.',
      s.object('One hold.', {
        id: s.int('Id of the hold.', 3),
        microUsd: microUsdField('Held amount.', 10_000),
        ref: s.text('Order that the money is held for.', 'ord_8Zk1'),
        since: s.epochMsField('When the hold was placed.'),
      }),
    ),
    deposits: s.array(`Deposits, newest first, at most ${MAX_DEPOSITS}.`, depositSchema()),
    ledger: s.array('Ledger entries, oldest first.', ledgerEntrySchema()),
    ...pageEndFields('WyJlbnRyeSIsOTJd', 'the page of earlier entries'),
  });
