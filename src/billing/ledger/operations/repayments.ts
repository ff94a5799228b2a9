import { type EpochMs, type MicroUsd, microUsd, NO_MONEY } from '../../../domain/index.ts';
import { type AccountState, getOwed } from '../account-state.ts';
import { type AccountId, toOwnerAccount, toReceivableAccount } from '../chart.ts';
import { type Debt, decideRepayments } from '../debt-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { SCOPES } from '../scopes.ts';
import { readAccount } from './accounts.ts';
import { readPages } from './pages.ts';
import { requirePosted, storeTransfer } from './store-transfer.ts';

/** Amount that an owner repaid, and the debt that remains. */
export interface Repayment {
  /** Micro-USD that were debited from the balance. */
  readonly repaid: number;
  readonly owed: MicroUsd;
}

const NOTHING_OWED: Repayment = { repaid: 0, owed: NO_MONEY };

/**
 * Repays an owner's debts from the available balance, the oldest first, each by a transfer of its own. Every operation
 * that makes money of an owner available calls this function; for an owner without debts it costs one read.
 *
 * @param now Wall clock, epoch ms.
 */
export function repayDebts(rows: LedgerRows, owner: string, now: EpochMs): Repayment {
  const dst = toReceivableAccount(owner);
  const receivable = rows.findAccount(dst);
  if (receivable === null || receivable.balance === 0) return NOTHING_OWED;
  const src = toOwnerAccount(owner);
  // The key contains the id of the last transfer. A repayment is a transfer itself, so the next repayment of the same
  // debt gets another key.
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
 * Lists open debts with the transfers that created them, oldest first. Repayments reduce the oldest debts, so the
 * newest ones are open. They are read newest first until they add up to the debt of the owner.
 */
function findOpenDebts(rows: LedgerRows, account: AccountId, receivable: AccountState): Debt[] {
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
  // If the debt exceeds the transfers that created debts, an audit reports the difference.
  return debts;
}
