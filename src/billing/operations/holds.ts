import { type EpochMs, epochMs, type MicroUsd } from '../../domain/index.ts';
import { ownerAccount } from '../chart.ts';
import type {
  Capture,
  CaptureOutcome,
  Hold,
  HoldOutcome,
  HoldRequest,
  HoldState,
  IdempotencyKey,
  ReleaseOutcome,
} from '../ledger.ts';
import { decideHold, decideResolve, isWithinHold } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { requireOpen } from './open.ts';
import { repayDebts } from './repayments.ts';
import { storeTransfer, toTransfer } from './store-transfer.ts';

export function placeHold(rows: LedgerRows, request: HoldRequest, now: number): HoldOutcome {
  const account = ownerAccount(request.owner);
  const earlier = rows.findHold(request);
  const decision = decideHold(request, earlier, readAccount(rows, account));
  switch (decision.status) {
    case 'duplicate':
    case 'conflict':
      return { status: decision.status, hold: earlier as Hold };
    case 'insufficient':
    case 'ceiling':
      return decision;
    case 'hold': {
      requireOpen(rows);
      rows.putAccount(account, decision.account);
      const { scope, idem, owner, amount, expiresAt } = request;
      const hold = rows.insertHold({
        ...{ scope, idem, owner, amount, expiresAt, state: 'pending' },
        ...{ createdAt: epochMs(now), resolvedAt: null, transferId: null },
      });
      const { balance, held } = decision.account;
      return {
        status: 'held',
        hold,
        balance: balance as MicroUsd,
        available: (balance - held) as MicroUsd,
      };
    }
  }
}

export function captureHold(rows: LedgerRows, request: Capture, now: number): CaptureOutcome {
  const found = rows.findHold(request.hold);
  if (found === null) return { status: 'unknown_hold' };
  const account = ownerAccount(found.owner);
  const decision = decideResolve(found, readAccount(rows, account));
  if (decision.status !== 'resolve') return decision;
  if (!isWithinHold(request, found)) return { status: 'above_hold', hold: found };
  const taken = rows.findTransfer(request);
  if (taken !== null) return { status: 'conflict', transfer: toTransfer(taken) };

  rows.putAccount(account, decision.account);
  const { scope, idem, type, dst, amount, ref } = request;
  const posted = storeTransfer(rows, { scope, idem, type, src: account, dst, amount, ref }, now);
  // What was held is free now, so only a broken ledger could refuse it; throwing undoes everything.
  if (posted.status !== 'posted') throw new Error(`capture of ${scope} ${idem} was ${posted.status}`);
  const hold = resolveHold(rows, found, 'captured', now, posted.transfer.id);
  const repaid = amount === found.amount ? 0 : repayDebts(rows, found.owner, now).repaid;
  return {
    status: 'captured',
    hold,
    transfer: posted.transfer,
    balance: (posted.balances.src - repaid) as MicroUsd,
  };
}

export function letGo(
  rows: LedgerRows,
  key: IdempotencyKey,
  state: 'released' | 'expired',
  now: number,
): ReleaseOutcome {
  const found = rows.findHold(key);
  if (found === null) return { status: 'unknown_hold' };
  const account = ownerAccount(found.owner);
  const decision = decideResolve(found, readAccount(rows, account));
  if (decision.status !== 'resolve') return decision;
  requireOpen(rows);
  rows.putAccount(account, decision.account);
  const hold = resolveHold(rows, found, state, now, null);
  const { repaid } = repayDebts(rows, found.owner, now);
  const { balance, held } = decision.account;
  return {
    status: 'released',
    hold,
    available: (balance - held - repaid) as MicroUsd,
  };
}

export function extendHold(
  rows: LedgerRows,
  key: IdempotencyKey,
  expiresAt: EpochMs,
): ReleaseOutcome['status'] | 'extended' {
  const found = rows.findHold(key);
  if (found === null) return 'unknown_hold';
  if (found.state !== 'pending') return 'already_resolved';
  requireOpen(rows);
  if (expiresAt > found.expiresAt) rows.updateHold({ ...found, expiresAt });
  return 'extended';
}

function resolveHold(
  rows: LedgerRows,
  pending: Hold,
  state: HoldState,
  now: number,
  transferId: number | null,
): Hold {
  const hold = { ...pending, state, resolvedAt: epochMs(now), transferId };
  rows.updateHold(hold);
  return hold;
}
