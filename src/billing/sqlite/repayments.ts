import { type MicroUsd, microUsd } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
import { ownerAccount, receivableAccount } from '../chart.ts';
import { type Debt, decideRepayments } from '../posting.ts';
import { readAccount } from './accounts.ts';
import { storeTransfer } from './transfer-rows.ts';

/**
 * Repays what an owner owes from what is free, the oldest debt first, each by an entry of its own. Called wherever
 * money of an owner becomes free.
 *
 * @returns How much was repaid.
 */
export function repayDebts(tx: Transaction, owner: string, now: number): MicroUsd {
  const debts = openDebts(tx, owner);
  if (debts.length === 0) return microUsd(0);
  const account = ownerAccount(owner);
  // Between two repayments of one debt there is always another transfer, no matter what freed the money.
  const { last } = tx.get('SELECT MAX(id) AS last FROM transfer').get() as { last: number };
  let repaid = 0;
  for (const { debt, amount } of decideRepayments(debts, readAccount(tx, account))) {
    const { status } = storeTransfer(
      tx,
      {
        scope: 'receivable.repay',
        idem: `${last}:${debt.transfer}`,
        type: 'refund',
        src: account,
        dst: receivableAccount(owner),
        amount,
        ref: debt.ref,
      },
      now,
    );
    requirePosted(status);
    repaid += amount;
  }
  return microUsd(repaid);
}

/** What the owner still owes, by the transfers that made each debt, oldest first. Repayments go to the oldest. */
function openDebts(tx: Transaction, owner: string): Debt[] {
  const account = receivableAccount(owner);
  if (readAccount(tx, account).balance === 0) return [];
  const made = tx
    .get('SELECT id AS "transfer", ref, amount AS "open" FROM transfer WHERE src = ? ORDER BY src_seq')
    .all(account) as unknown as Debt[];
  const { total } = tx
    .get('SELECT COALESCE(SUM(amount), 0) AS total FROM transfer WHERE dst = ?')
    .get(account) as { total: number };
  let repaid = total;
  const debts: Debt[] = [];
  for (const debt of made) {
    const covered = Math.min(repaid, debt.open);
    repaid -= covered;
    if (covered < debt.open) debts.push({ ...debt, open: debt.open - covered });
  }
  return debts;
}

/** For parts whose facts were read in this transaction: nothing else can come out, and throwing undoes all of them. */
export function requirePosted(status: string): void {
  if (status !== 'posted') throw new Error(`a part of a refund was ${status}`);
}
