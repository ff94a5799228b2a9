import type { MicroUsd } from '../../../domain/index.ts';
import { type AccountState, createEmptyAccount, getOwed } from '../account-state.ts';
import { type AccountId, toReceivableAccount } from '../chart.ts';
import type { LedgerRows } from '../rows.ts';

/** Reads an account within the transaction; zero balances if no transfer has touched it. */
export function readAccount(rows: LedgerRows, id: AccountId): AccountState {
  return rows.findAccount(id) ?? createEmptyAccount(id);
}

/** Reads the debt of an owner within the transaction; 0: none. */
export function readOwed(rows: LedgerRows, owner: string): MicroUsd {
  return getOwed(readAccount(rows, toReceivableAccount(owner)));
}
