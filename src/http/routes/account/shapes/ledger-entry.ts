import { ENTRY_TYPES } from '../../../../billing/ledger/posting.ts';
import * as s from '../../../schemas/schema.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';

/** Builds the schema of one change of an owner's balance. */
export const ledgerEntrySchema = () =>
  s.named(
    'LedgerEntry',
    s.object('One ledger entry.', {
      id: s.int('Id of the entry; later entries have higher ids.', 17),
      ts: s.epochMsField('Time of the entry.'),
      type: s.choice('Type of the entry.', ENTRY_TYPES),
      microUsd: microUsdField('Change of the balance; negative for a debit.'),
      balanceAfter: microUsdField('Balance after the entry.'),
      ref: s.nullable(s.text('Reference of the payment or charge.', 'evt_1'), 'there is none'),
    }),
  );
