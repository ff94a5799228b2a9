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

/** Most accounts are known, and an update costs half of an upsert. */
export function writeAccount(tx: Transaction, id: string, { kind, balance, held, seq }: AccountState): void {
  const { changes } = tx
    .get('UPDATE account SET balance = ?, held = ?, seq = ? WHERE id = ?')
    .run(balance, held, seq, id);
  if (changes !== 0) return;
  tx.get('INSERT INTO account (id, kind, balance, held, seq) VALUES (?, ?, ?, ?, ?)').run(
    id,
    kind,
    balance,
    held,
    seq,
  );
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
