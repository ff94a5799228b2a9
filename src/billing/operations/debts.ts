import { isOperationAmount, type MicroUsd, microUsd } from '../../domain/index.ts';
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
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { postTransfer } from './post-transfer.ts';
import { requirePosted } from './repayments.ts';
import { storeTransfer, toTransfer } from './store-transfer.ts';

/** The key of the part of a refund that the balance did not hold. */
const owedKey = ({ scope, idem }: ClawBack) => ({ scope: `${scope}:owed`, idem });

/** Takes back what the balance holds; the rest becomes a debt. Both parts are stored, or none. */
export function clawBack(rows: LedgerRows, request: ClawBack, now: number): ClawBackOutcome {
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
  const taken = rows.findTransfer(request);
  const owed = rows.findTransfer(owedKey(request));
  const earlier = taken ?? owed;
  const state = readAccount(rows, account);
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
  if (split.owed > 0 && rows.readInCirculation() + split.owed > Number.MAX_SAFE_INTEGER) {
    return { status: 'ceiling' };
  }
  if (split.taken > 0) requirePosted(storeTransfer(rows, { ...part, amount: split.taken }, now).status);
  if (split.owed > 0) {
    const src = receivableAccount(owner);
    requirePosted(storeTransfer(rows, { ...part, ...owedKey(request), src, amount: split.owed }, now).status);
  }
  return {
    status: 'posted',
    taken: split.taken,
    owed: split.owed,
    balance: microUsd(state.balance - split.taken),
  };
}

/** Credits an owner with money that arrived. */
export function deposit(rows: LedgerRows, { owner, ...rest }: DepositPosting, now: number): DepositOutcome {
  const posted = postTransfer(rows, { ...rest, dst: ownerAccount(owner) }, now);
  switch (posted.status) {
    case 'posted':
    case 'duplicate': {
      const { status, transfer, balances } = posted;
      return { status, transfer, balance: balances.dst };
    }
    default:
      return posted;
  }
}

/** Ends a debt, or a part of it: the loss is booked against what the owner owes, and no balance changes. */
export function writeOff(rows: LedgerRows, { owner, amount, ref }: WriteOff, now: number): WriteOffOutcome {
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
  const earlier = rows.findTransfer(posting);
  const owed = 0 - readAccount(rows, account).balance;
  const decision = decideWriteOff(
    amount,
    owed,
    earlier === null ? null : earlier.reqHash === requestHash(posting),
  );
  if (decision.status === 'posted') requirePosted(storeTransfer(rows, posting, now).status);
  return decision;
}
