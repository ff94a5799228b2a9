import type { AccountId } from '../../src/billing/ledger/chart.ts';
import type { LedgerRows } from '../../src/billing/ledger/rows.ts';
import { prepareLedgerRows } from '../../src/billing/ledger/sql/rows.ts';
import { microUsd } from '../../src/domain/index.ts';
import { operation } from '../../src/storage/operation.ts';
import { bindOperations } from '../../src/storage/procedure.ts';

/** Changes a balance without a transfer, as nothing of the service does. */
export const alterBalance = operation(
  'test.alterBalance',
  (rows: LedgerRows, { account: id, by }: { readonly account: AccountId; readonly by: number }): null => {
    const account = rows.findAccount(id);
    if (account === null) throw new Error(`${id} has no transfers`);
    rows.putAccount(id, { ...account, balance: microUsd(account.balance + by) });
    return null;
  },
);

export const procedures = bindOperations(import.meta.url, [alterBalance], prepareLedgerRows);
