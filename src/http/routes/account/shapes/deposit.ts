import {
  CHAIN_SOURCE,
  DEPOSIT_STATES,
  HELD_REASONS,
  UNATTRIBUTED_REASONS,
} from '../../../../billing/deposits/deposit.ts';
import { PROVIDERS } from '../../../../billing/webhooks/payment-providers.ts';
import * as s from '../../../schemas/schema.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';

/** Builds the schema of a deposit of any source. */
export const depositSchema = () =>
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
