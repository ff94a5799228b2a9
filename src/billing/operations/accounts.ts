import { type AccountState, emptyAccount } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';

/** The account as it stands; one without transfers stands at zero. */
export function readAccount(rows: LedgerRows, id: string): AccountState {
  return rows.findAccount(id) ?? emptyAccount(id);
}
