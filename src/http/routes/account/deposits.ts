import { Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/chart.ts';
import {
  CHAIN_SOURCE,
  DEPOSIT_STATES,
  HELD_REASONS,
  UNATTRIBUTED_REASONS,
} from '../../../billing/deposits/deposit.ts';
import { PROVIDERS } from '../../../billing/webhooks/payment-providers.ts';
import { describeAction } from '../../access/key-holder.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { requireInReview } from '../../responses/deposit-refusals.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

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
            s.text('Only this owner.', 'owner_1', {
              pattern: OWNER_PATTERN,
              maxLength: 128,
            }),
          ),
          limit: s.int('Maximum number of deposits.', 100, { default: 100, minimum: 1, maximum: 1_000 }),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', 'WyJkZXBvc2l0Iiw5Ml0', { maxLength: 64 }),
          ),
        }),
        response: {
          200: s.object('Page of deposits.', {
            ok: s.okTrue(),
            count: s.int('Deposits on the page.', 1),
            deposits: s.array('Newest first.', depositSchema()),
            nextCursor: s.nextCursorField('WyJkZXBvc2l0Iiw5Ml0'),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async (request) => {
      const page = await deposits.list(request.query);
      if (page === null) throw createCursorError();
      return { ok: true as const, count: page.deposits.length, ...page };
    },
  );

  app.post(
    '/api/account/deposits',
    {
      config,
      schema: {
        operationId: 'returnDeposit',
        summary: 'Marks a deposit in review as returned',
        description:
          'Removes the deposit from the books. No money is moved at the provider or on the chain: send it back there yourself. Repeating the call changes nothing.',
        tags: ['admin'],
        body: strictBody({
          id: s.text('Id of the deposit.', 'dep_8e1f0a5b2c3d4e5f60718293', { minLength: 1, maxLength: 64 }),
          action: s.choice('Action to record.', ['return']),
        }),
        response: {
          200: s.object('Deposit after the call.', { ok: s.okTrue(), deposit: depositSchema() }),
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
      const { id } = request.body;
      const by = describeAction(request, 'deposits.return', id);
      const { deposit } = requireInReview(await requireStore(() => operator.returnDeposit(id, by)));
      return { ok: true as const, deposit };
    },
  );
};

const depositSchema = () =>
  s.named(
    'Deposit',
    s.object('One deposit.', {
      id: s.text(
        'Id of the deposit; a credit with `ref` `release:<id>` pays it out.',
        'dep_8e1f0a5b2c3d4e5f60718293',
      ),
      state: s.choice('State of the deposit.', DEPOSIT_STATES),
      reason: s.nullable(
        s.choice('Reason why the deposit is or was in review.', [...HELD_REASONS, ...UNATTRIBUTED_REASONS]),
        'it was never in review',
      ),
      source: s.choice('Payment provider, or the chain watcher, that reported the deposit.', [
        ...PROVIDERS,
        CHAIN_SOURCE,
      ]),
      owner: s.nullable(s.text('Owner to whom the deposit belongs.', 'owner_1'), 'the owner is not known'),
      currency: s.text('Currency of the deposit, as its source states it.', 'USD'),
      amount: s.text('Amount in the currency, as exact decimal text.', '25.00'),
      microUsd: s.nullable(
        microUsdField('Value of the deposit; during review, less refunds.'),
        'the value is unknown and the deposit can only be returned',
      ),
      refundedMicroUsd: microUsdField(
        'Amount that was sent back during review by refunds, disputes or a return.',
        0,
      ),
      returnableMicroUsd: microUsdField('Amount that can be released or returned now; 0 outside review.', 0),
      eventId: s.nullable(s.text("Provider's id of the event.", 'evt_1'), 'it came over a chain'),
      chain: s.nullable(s.text('Name of the chain.', 'base'), 'a provider received it'),
      token: s.nullable(s.text('Symbol of the token.', 'USDC'), 'a provider received it'),
      from: s.nullable(
        s.text('Address of the sender on the chain.', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'),
        'a provider received it or the sender is not known',
      ),
      txHash: s.nullable(
        s.text('Hash of the transaction.', '0x3a1b2c3d4e5f6a7b8c9d'),
        'a provider received it',
      ),
      logIndex: s.nullable(
        s.int('Index of the transfer within its transaction.', 7),
        'there is no such index',
      ),
      createdAt: s.epochMsField('When the deposit was recorded.'),
      resolvedAt: s.nullable(
        s.epochMsField('When the deposit was released or returned.'),
        'neither has happened',
      ),
    }),
  );
