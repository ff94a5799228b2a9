import type { Transaction } from '../../storage/sqlite/procedure.ts';
import type { AccountKind } from '../chart.ts';
import { type AccountState, emptyAccount } from '../posting.ts';

/** The account as it stands; one without transfers stands at zero. */
export function readAccount(tx: Transaction, id: string): AccountState {
  const row = tx.get('SELECT kind, balance, held, seq FROM account WHERE id = ?').get(id) as
    | { kind: AccountKind; balance: number; held: number; seq: number }
    | undefined;
  return row ?? emptyAccount(id);
}

export function writeAccount(tx: Transaction, id: string, { kind, balance, held, seq }: AccountState): void {
  tx.get(
    `INSERT INTO account (id, kind, balance, held, seq) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (id) DO UPDATE SET balance = ?3, held = ?4, seq = ?5`,
  ).run(id, kind, balance, held, seq);
}

/** The sum of all positive balances: what the accounts from which money enters have given. */
export function readInCirculation(tx: Transaction): number {
  const row = tx
    .get(
      `SELECT COALESCE(-SUM(balance), 0) AS total FROM account WHERE kind IN ('asset', 'adjust') AND balance < 0`,
    )
    .get() as { total: number };
  return row.total;
}
