import { type EpochMs, epochMs, microUsd } from '../../../domain/index.ts';
import { getAvailable } from '../account-state.ts';
import { toOwnerAccount } from '../chart.ts';
import { decideCapture, decideHold, decideHoldRelease } from '../hold-decision.ts';
import type {
  Capture,
  CaptureOutcome,
  Hold,
  HoldOutcome,
  HoldReleaseOutcome,
  HoldRequest,
  HoldState,
} from '../ledger.ts';
import type { IdempotencyKey } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { requireOpen } from './open.ts';
import { repayDebts } from './repayments.ts';
import { requirePosted, storeTransfer, toTransfer } from './store-transfer.ts';

/** Places a hold on money of an owner. @param now Wall clock, epoch ms. */
export function placeHold(rows: LedgerRows, request: HoldRequest, now: EpochMs): HoldOutcome {
  const account = toOwnerAccount(request.owner);

  const decision = decideHold(request, rows.findHold(request), readAccount(rows, account));

  if (decision.status !== 'hold') return decision;
  requireOpen(rows);
  rows.putAccount(account, decision.account);
  const { scope, idem, owner, amount, expiresAt } = request;
  const hold = rows.insertHold({
    scope,
    idem,
    owner,
    amount,
    expiresAt,
    state: 'pending',
    createdAt: epochMs(now),
    resolvedAt: null,
    transferId: null,
  });
  const { account: left } = decision;
  return { status: 'held', hold, balance: microUsd(left.balance), available: getAvailable(left) };
}

/**
 * Captures a pending hold: charges at most its amount and makes the rest available. @param now Wall clock, epoch ms.
 */
export function captureHold(rows: LedgerRows, request: Capture, now: EpochMs): CaptureOutcome {
  const hold = rows.findHold(request.hold);
  if (hold === null) return { status: 'unknown_hold' };
  const src = toOwnerAccount(hold.owner);

  const decision = decideCapture(request, {
    hold,
    account: readAccount(rows, src),
    earlier: rows.findTransfer(request),
  });

  if (decision.status === 'conflict') return { status: 'conflict', transfer: toTransfer(decision.earlier) };
  if (decision.status !== 'capture') return decision;
  rows.putAccount(src, decision.account);
  const { scope, idem, type, dst, amount, ref } = request;
  const posted = requirePosted(
    storeTransfer(rows, { scope, idem, type, src, dst, amount, ref }, now),
    'a capture',
  );
  const captured = resolveHold(rows, hold, { state: 'captured', now, transferId: posted.transfer.id });
  const repaid = amount === hold.amount ? 0 : repayDebts(rows, hold.owner, now).repaid;
  return {
    status: 'captured',
    hold: captured,
    transfer: posted.transfer,
    balance: microUsd(posted.balances.src - repaid),
  };
}

/** Releases a pending hold. The money becomes available and repays debts. @param now Wall clock, epoch ms. */
export function releaseHold(rows: LedgerRows, key: IdempotencyKey, now: EpochMs): HoldReleaseOutcome {
  const hold = rows.findHold(key);
  if (hold === null) return { status: 'unknown_hold' };
  const account = toOwnerAccount(hold.owner);

  const decision = decideHoldRelease(hold, readAccount(rows, account));

  if (decision.status !== 'release') return decision;
  requireOpen(rows);
  rows.putAccount(account, decision.account);
  const released = resolveHold(rows, hold, { state: 'released', now, transferId: null });
  const { repaid } = repayDebts(rows, hold.owner, now);
  const available = microUsd(getAvailable(decision.account) - repaid);
  return { status: 'released', hold: released, available };
}

/** Extends the expiry of a pending hold; an earlier time changes nothing. */
export function extendHold(
  rows: LedgerRows,
  key: IdempotencyKey,
  expiresAt: EpochMs,
): 'unknown_hold' | 'already_resolved' | 'extended' {
  const hold = rows.findHold(key);
  if (hold === null) return 'unknown_hold';
  if (hold.state !== 'pending') return 'already_resolved';
  requireOpen(rows);
  if (expiresAt > hold.expiresAt) rows.updateHold({ ...hold, expiresAt });
  return 'extended';
}

function resolveHold(
  rows: LedgerRows,
  pending: Hold,
  {
    state,
    now,
    transferId,
  }: { readonly state: HoldState; readonly now: EpochMs; readonly transferId: number | null },
): Hold {
  const hold = { ...pending, state, resolvedAt: epochMs(now), transferId };
  rows.updateHold(hold);
  return hold;
}
