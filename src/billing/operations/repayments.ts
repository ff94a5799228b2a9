import { type MicroUsd, microUsd, NO_MONEY } from '../../domain/index.ts';
import { ownerAccount, receivableAccount } from '../chart.ts';
import { type AccountState, type Debt, decideRepayments } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { storeTransfer } from './store-transfer.ts';

/** What became of an owner's debts. */
export interface Repayment {
  /** Taken from the balance. */
  readonly repaid: number;
  /** Still owed. */
  readonly owed: MicroUsd;
}

const NOTHING_OWED: Repayment = { repaid: 0, owed: NO_MONEY };

/**
 * Repays what an owner owes from what is free, the oldest debt first, each by an entry of its own. Called wherever
 * money of an owner becomes free; most owe nothing, which costs one read.
 */
export function repayDebts(rows: LedgerRows, owner: string, now: number): Repayment {
  const dst = receivableAccount(owner);
  const receivable = rows.findAccount(dst);
  if (receivable === null || receivable.balance === 0) return NOTHING_OWED;
  const src = ownerAccount(owner);
  // A repayment is a transfer and moves the head, so the next repayment of the same debt has another key.
  const { lastTransfer } = rows.readHead();
  let repaid = 0;
  const debts = findOpenDebts(rows, dst, receivable);
  for (const { debt, amount } of decideRepayments(debts, readAccount(rows, src))) {
    const idem = `${lastTransfer}:${debt.transfer}`;
    const { status } = storeTransfer(
      rows,
      { scope: 'receivable.repay', idem, type: 'refund', src, dst, amount, ref: debt.ref },
      now,
    );
    requirePosted(status);
    repaid += amount;
  }
  return { repaid, owed: microUsd(0 - receivable.balance - repaid) };
}

/** Debts that are read at once: most owners who owe have one or two. */
const DEBTS_PER_READ = 16;

/**
 * What is still owed, by the transfers that made each debt, oldest first. Repayments go to the oldest, so what is open
 * is in the newest debts, which are read back to where they make up all that is owed.
 */
function findOpenDebts(rows: LedgerRows, account: string, { balance, seq }: AccountState): Debt[] {
  const debts: Debt[] = [];
  let owed = 0 - balance;
  let before = seq + 1;
  while (owed > 0) {
    const made = rows.listDebts(account, before, DEBTS_PER_READ);
    const last = made.at(-1);
    // An account that owes more than its transfers made is for an audit to find.
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

/** For parts whose facts were read in this transaction: nothing else can come out, and throwing undoes all of them. */
export function requirePosted(status: string): void {
  if (status !== 'posted') throw new Error(`a transfer that the rows allow was ${status}`);
}
