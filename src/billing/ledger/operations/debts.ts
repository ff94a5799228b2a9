import { type EpochMs, isOperationAmount, type MicroUsd, microUsd } from '../../../domain/index.ts';
import { getAvailable } from '../account-state.ts';
import { ADJUST_ADMIN, ADJUST_WRITEOFF, toOwnerAccount, toReceivableAccount } from '../chart.ts';
import { decideClawBack, decideWriteOff } from '../debt-decision.ts';
import type { ClawBack, ClawBackOutcome, Debit, DebitOutcome, WriteOff, WriteOffOutcome } from '../ledger.ts';
import type { IdempotencyKey, Posting } from '../posting.ts';
import { compareRequest, toInsufficient } from '../posting-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { SCOPES, toOwedScope } from '../scopes.ts';
import { readAccount, readOwed } from './accounts.ts';
import { requirePosted, storeTransfer, toTransfer } from './store-transfer.ts';

/**
 * Takes the amount that a provider took back from the free balance; the rest becomes a debt. Both parts are
 * stored, or none.
 *
 * @param now Wall clock, epoch ms.
 */
export function clawBack(rows: LedgerRows, request: ClawBack, now: EpochMs): ClawBackOutcome {
  const posting = toPosting(request);
  const taken = rows.findTransfer(request);
  const earlier = taken ?? rows.findTransfer(toDebtKey(request));
  const account = readAccount(rows, posting.src);

  const decision = decideClawBack(request.amount, {
    keyUse: compareRequest(earlier, posting),
    account,
    inCirculation: earlier === null ? rows.readInCirculation() : 0,
  });

  const balance = microUsd(account.balance);
  switch (decision.status) {
    case 'duplicate':
      return { status: 'duplicate', taken: microUsd(taken?.amount ?? 0), balance };
    case 'conflict':
      return { status: 'conflict', transfer: toTransfer(decision.earlier) };
    case 'ceiling':
      return decision;
    case 'claw_back':
      if (decision.taken > 0) {
        const taken = { ...posting, amount: decision.taken };
        requirePosted(storeTransfer(rows, taken, now), 'a claw-back from a balance');
      }
      if (decision.owed > 0) {
        requirePosted(storeTransfer(rows, toDebtPosting(request, decision.owed), now), 'a new debt');
      }
      return {
        ...decision,
        status: 'posted',
        balance: microUsd(balance - decision.taken),
      };
  }
}

/**
 * Takes money from an owner by the operator's decision. Without leave for a debt, more than the free balance is refused.
 *
 * @param now Wall clock, epoch ms.
 */
export function debit(
  rows: LedgerRows,
  { owner, amount, ref, reason, allowDebt }: Debit,
  now: EpochMs,
): DebitOutcome {
  const request: ClawBack = {
    scope: SCOPES.adminDebit,
    idem: ref,
    type: 'admin_debit',
    owner,
    amount,
    asset: ADJUST_ADMIN,
    ref,
    meta: { reason },
  };
  const account = readAccount(rows, toOwnerAccount(owner));
  const isNew = rows.findTransfer(request) === null && rows.findTransfer(toDebtKey(request)) === null;
  if (isNew && !allowDebt && isOperationAmount(amount) && getAvailable(account) < amount) {
    return toInsufficient(account);
  }
  return clawBack(rows, request, now);
}

/** The part of a claw-back that the balance pays. */
function toPosting({ owner, amount, asset, scope, idem, ref, meta, type = 'refund' }: ClawBack): Posting {
  return {
    scope,
    idem,
    type,
    src: toOwnerAccount(owner),
    dst: asset,
    amount,
    ref,
    request: [type, owner, amount],
    ...(meta === undefined ? {} : { meta }),
  };
}

/** The part of a claw-back that the balance does not pay. */
function toDebtPosting(request: ClawBack, owed: MicroUsd): Posting {
  const src = toReceivableAccount(request.owner);
  return { ...toPosting(request), ...toDebtKey(request), src, amount: owed };
}

/** Key of the debt that a claw-back made. */
export const toDebtKey = ({ scope, idem }: IdempotencyKey): IdempotencyKey => ({
  scope: toOwedScope(scope),
  idem,
});

/**
 * Ends a debt, or a part of it: the loss is recorded against the owner's receivable, and no balance changes.
 *
 * @param now Wall clock, epoch ms.
 */
export function writeOff(rows: LedgerRows, { owner, amount, ref }: WriteOff, now: EpochMs): WriteOffOutcome {
  const dst = toReceivableAccount(owner);
  const key = { scope: SCOPES.adminWriteOff, idem: ref };
  const posting: Posting = { ...key, type: 'writeoff', src: ADJUST_WRITEOFF, dst, amount, ref };
  const owed = readOwed(rows, owner);

  const decision = decideWriteOff(amount, owed, compareRequest(rows.findTransfer(posting), posting));

  if (decision.status === 'posted') requirePosted(storeTransfer(rows, posting, now), 'a write-off');
  return decision;
}
