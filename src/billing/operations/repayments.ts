import { type MicroUsd, microUsd, NO_MONEY } from '../../domain/index.ts';
import { type AccountState, getOwed } from '../account-state.ts';
import { ownerAccount, receivableAccount } from '../chart.ts';
import { type Debt, decideRepayments } from '../debt-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { requirePosted, storeTransfer } from './store-transfer.ts';

/** Amounts that an owner repaid and still owes. */
export interface Repayment {
  /** Taken from the balance, micro-USD. */
  readonly repaid: number;
  readonly owed: MicroUsd;
}

const NOTHING_OWED: Repayment = { repaid: 0, owed: NO_MONEY };

/**
 * Repays what an owner owes from what is free, the oldest debt first, each by its own entry. Every operation that frees
 * money of an owner calls it; for an owner without debts it costs one read.
 *
 * @param now Wall clock, epoch ms.
 */
export function repayDebts(rows: LedgerRows, owner: string, now: number): Repayment {
  const dst = receivableAccount(owner);
  const receivable = rows.findAccount(dst);
  if (receivable === null || receivable.balance === 0) return NOTHING_OWED;
  const src = ownerAccount(owner);
  // The key has the id of the last transfer. A repayment is a transfer itself, so the next repayment of the same debt has
  // another key.
  const { lastTransfer } = rows.readHead();
  let repaid = 0;
  const debts = findOpenDebts(rows, dst, receivable);
  for (const { debt, amount } of decideRepayments(debts, readAccount(rows, src))) {
    const idem = `${lastTransfer}:${debt.transfer}`;
    const posting = {
      scope: 'receivable.repay',
      idem,
      type: 'refund',
      src,
      dst,
      amount,
      ref: debt.ref,
    } as const;
    requirePosted(storeTransfer(rows, posting, now, null), 'the repayment of a debt');
    repaid += amount;
  }
  return { repaid, owed: microUsd(getOwed(receivable) - repaid) };
}

/** Debts read at first: most owners who owe have one or two. Each further read takes more, so that many cost few reads. */
export const DEBTS_PER_READ = 16;
const NEXT_READ = 8;

/**
 * Lists open debts with the transfers that made them, oldest first. Repayments go to the oldest, so what is open
 * is in the newest debts, which are read back to where they make up all that is owed.
 */
function findOpenDebts(rows: LedgerRows, account: string, receivable: AccountState): Debt[] {
  const debts: Debt[] = [];
  let owed: number = getOwed(receivable);
  let before = receivable.seq + 1;
  for (let limit = DEBTS_PER_READ; owed > 0; limit *= NEXT_READ) {
    const made = rows.listDebts(account, before, limit);
    const last = made.at(-1);
    // The account owes more than its transfers made: an audit reports it.
    if (last === undefined) break;
    for (const { transfer, ref, amount } of made) {
      const open = Math.min(amount, owed);
      if (open > 0) debts.unshift({ transfer, ref, open });
      owed -= open;
    }
    before = last.seq;
  }
  return debts;
}
