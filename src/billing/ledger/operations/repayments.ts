import { type EpochMs, type MicroUsd, microUsd, NO_MONEY } from '../../../domain/index.ts';
import { type AccountState, getOwed } from '../account-state.ts';
import { toOwnerAccount, toReceivableAccount } from '../chart.ts';
import { type Debt, decideRepayments } from '../debt-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { SCOPES } from '../scopes.ts';
import { readAccount } from './accounts.ts';
import { readPages } from './pages.ts';
import { requirePosted, storeTransfer } from './store-transfer.ts';

/** Amounts that an owner repaid and still owes. */
export interface Repayment {
  /** Micro-USD that were taken from the balance. */
  readonly repaid: number;
  readonly owed: MicroUsd;
}

const NOTHING_OWED: Repayment = { repaid: 0, owed: NO_MONEY };

/**
 * Repays an owner's debts from the free balance, the oldest first, each by its own entry. Every operation that frees
 * money of an owner calls it; for an owner without debts it costs one read.
 *
 * @param now Wall clock, epoch ms.
 */
export function repayDebts(rows: LedgerRows, owner: string, now: EpochMs): Repayment {
  const dst = toReceivableAccount(owner);
  const receivable = rows.findAccount(dst);
  if (receivable === null || receivable.balance === 0) return NOTHING_OWED;
  const src = toOwnerAccount(owner);
  // The key has the id of the last transfer. A repayment is a transfer itself, so the next repayment of the same debt has
  // another key.
  const { lastTransfer } = rows.readHead();
  let repaid = 0;
  const debts = findOpenDebts(rows, dst, receivable);
  for (const { debt, amount } of decideRepayments(debts, readAccount(rows, src))) {
    const idem = `${lastTransfer}:${debt.transfer}`;
    const posting = {
      scope: SCOPES.receivableRepay,
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

/**
 * Lists open debts with the transfers that made them, oldest first. Repayments go to the oldest, so what is open
 * is in the newest debts, which are read back to where they make up all that is owed.
 */
function findOpenDebts(rows: LedgerRows, account: string, receivable: AccountState): Debt[] {
  const debts: Debt[] = [];
  let owed: number = getOwed(receivable);
  readPages(
    receivable.seq + 1,
    (before, limit) => rows.listDebts(account, before, limit),
    ({ transfer, ref, amount }) => {
      const open = Math.min(amount, owed);
      debts.unshift({ transfer, ref, open });
      owed -= open;
      return owed > 0;
    },
  );
  // When the account owes more than its transfers made, an audit reports it.
  return debts;
}
