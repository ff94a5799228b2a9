import { type AccountState, emptyAccount } from '../account-state.ts';
import type { LedgerRows } from '../rows.ts';

/** The account as the transaction sees it; zero balances when no transfer has touched it. */
export function readAccount(rows: LedgerRows, id: string): AccountState {
  return rows.findAccount(id) ?? emptyAccount(id);
}
