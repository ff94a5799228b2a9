import { isOperationAmount, type MicroUsd, microUsd, NO_MONEY } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
import { ADJUST_WRITEOFF, ownerAccount, receivableAccount } from '../chart.ts';
import type {
  ClawBack,
  ClawBackOutcome,
  DepositOutcome,
  DepositPosting,
  Posting,
  WriteOff,
  WriteOffOutcome,
} from '../ledger.ts';
import { decideClawBack, decideWriteOff, requestHash } from '../posting.ts';
import { readAccount, readInCirculation } from './accounts.ts';
import { requirePosted } from './repayments.ts';
import { findTransferRow, storeTransfer, toTransfer } from './transfer-rows.ts';
import { postTransfer } from './transfers.ts';

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
  if (!isOperationAmount(amount)) return { status: 'ceiling' };
  const split = decideClawBack(amount, state);
  if (split.owed > 0 && readInCirculation(tx) + split.owed > Number.MAX_SAFE_INTEGER) {
    return { status: 'ceiling' };
  }
  if (split.taken > 0) requirePosted(storeTransfer(tx, { ...part, amount: split.taken }, now).status);
  if (split.owed > 0) {
    const src = receivableAccount(owner);
    requirePosted(storeTransfer(tx, { ...part, ...owedKey(request), src, amount: split.owed }, now).status);
  }
  return {
    status: 'posted',
    taken: split.taken,
    owed: split.owed,
    balance: microUsd(state.balance - split.taken),
  };
}

/** Credits an owner with money that arrived. */
export function deposit(tx: Transaction, { owner, ...rest }: DepositPosting, now: number): DepositOutcome {
  const posted = postTransfer(tx, { ...rest, dst: ownerAccount(owner) }, now);
  switch (posted.status) {
    case 'posted':
    case 'duplicate': {
      const { status, transfer, balances } = posted;
      const repaid = posted.status === 'posted' ? posted.repaid : NO_MONEY;
      return { status, transfer, repaid, balance: balances.dst };
    }
    default:
      return posted;
  }
}

/** Ends a debt, or a part of it: the loss is booked against what the owner owes, and no balance changes. */
export function writeOff(tx: Transaction, { owner, amount, ref }: WriteOff, now: number): WriteOffOutcome {
  const account = receivableAccount(owner);
  const posting: Posting = {
    scope: 'admin.writeoff',
    idem: ref,
    type: 'writeoff',
    src: ADJUST_WRITEOFF,
    dst: account,
    amount,
    ref,
  };
  const earlier = findTransferRow(tx, posting);
  const owed = 0 - readAccount(tx, account).balance;
  const decision = decideWriteOff(
    amount,
    owed,
    earlier === null ? null : earlier.reqHash === requestHash(posting),
  );
  if (decision.status === 'posted') requirePosted(storeTransfer(tx, posting, now).status);
  return decision;
}
