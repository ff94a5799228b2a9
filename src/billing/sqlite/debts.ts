import { type MicroUsd, microUsd } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
import { ownerAccount, receivableAccount } from '../chart.ts';
import type { ClawBack, ClawBackOutcome, DepositOutcome, DepositPosting, Posting } from '../ledger.ts';
import { type Debt, decideClawBack, decideRepayments, requestHash } from '../posting.ts';
import { readAccount, readInCirculation } from './accounts.ts';
import { findTransferRow, postTransfer, toTransfer } from './transfers.ts';

/** The key of the part of a refund that the balance did not hold. */
const owedKey = ({ scope, idem }: ClawBack) => ({ scope: `${scope}:owed`, idem });

/** Takes back what the balance holds; the rest becomes a debt. Both parts are stored, or none. */
export function clawBack(tx: Transaction, request: ClawBack, now: number): ClawBackOutcome {
  const { owner, amount, asset, scope, idem, ref, meta } = request;
  const account = ownerAccount(owner);
  const part: Posting = {
    scope,
    idem,
    type: 'refund',
    src: account,
    dst: asset,
    amount,
    ref,
    request: ['refund', owner, amount],
    ...(meta === undefined ? {} : { meta }),
  };
  const taken = findTransferRow(tx, request);
  const owed = findTransferRow(tx, owedKey(request));
  const earlier = taken ?? owed;
  const state = readAccount(tx, account);
  if (earlier !== null) {
    if (earlier.reqHash !== requestHash(part)) return { status: 'conflict', transfer: toTransfer(earlier) };
    return {
      status: 'duplicate',
      taken: (taken?.amount ?? 0) as MicroUsd,
      balance: microUsd(state.balance),
    };
  }
  const split = decideClawBack(amount, state);
  if (split.owed > 0 && readInCirculation(tx) + split.owed > Number.MAX_SAFE_INTEGER) {
    return { status: 'ceiling' };
  }
  if (split.taken > 0) requirePosted(postTransfer(tx, { ...part, amount: split.taken }, now).status);
  if (split.owed > 0) {
    const src = receivableAccount(owner);
    requirePosted(postTransfer(tx, { ...part, ...owedKey(request), src, amount: split.owed }, now).status);
  }
  return {
    status: 'posted',
    taken: split.taken,
    owed: split.owed,
    balance: microUsd(state.balance - split.taken),
  };
}

/** Credits an owner; what the owner owes is repaid at once, the oldest debt first, each by an entry of its own. */
export function deposit(tx: Transaction, request: DepositPosting, now: number): DepositOutcome {
  const { owner, ...rest } = request;
  const account = ownerAccount(owner);
  const posted = postTransfer(tx, { ...rest, dst: account }, now);
  if (posted.status === 'duplicate') {
    return {
      status: 'duplicate',
      transfer: posted.transfer,
      repaid: microUsd(0),
      balance: posted.balances.dst,
    };
  }
  if (posted.status !== 'posted') return posted;

  const debts = openDebts(tx, owner);
  let repaid = 0;
  for (const { debt, amount } of decideRepayments(debts, readAccount(tx, account))) {
    const repayment = postTransfer(
      tx,
      {
        scope: 'receivable.repay',
        idem: `${posted.transfer.id}:${debt.transfer}`,
        type: 'refund',
        src: account,
        dst: receivableAccount(owner),
        amount,
        ref: debt.ref,
      },
      now,
    );
    requirePosted(repayment.status);
    repaid += amount;
  }
  const { balance } = readAccount(tx, account);
  return {
    status: 'posted',
    transfer: posted.transfer,
    repaid: microUsd(repaid),
    balance: microUsd(balance),
  };
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

function requirePosted(status: string): void {
  // The facts were read in this transaction, so nothing else can come out; throwing undoes all parts.
  if (status !== 'posted') throw new Error(`a part of a refund was ${status}`);
}
