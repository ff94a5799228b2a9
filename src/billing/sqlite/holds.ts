import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
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
import { readAccount, writeAccount } from './accounts.ts';
import { repayDebts } from './repayments.ts';
import { findTransferRow, storeTransfer, toTransfer } from './transfer-rows.ts';

export const HOLD_COLUMNS = `id, scope, idem, owner, amount, state, created_at AS createdAt, expires_at AS expiresAt,
  resolved_at AS resolvedAt, transfer_id AS transferId`;

export function findHoldRow(tx: Transaction, { scope, idem }: IdempotencyKey): Hold | null {
  const row = tx.get(`SELECT ${HOLD_COLUMNS} FROM hold WHERE scope = ? AND idem = ?`).get(scope, idem);
  return (row as unknown as Hold | undefined) ?? null;
}

export function placeHold(tx: Transaction, request: HoldRequest, now: number): HoldOutcome {
  const account = ownerAccount(request.owner);
  const earlier = findHoldRow(tx, request);
  const decision = decideHold(request, earlier, readAccount(tx, account));
  switch (decision.status) {
    case 'duplicate':
    case 'conflict':
      return { status: decision.status, hold: earlier as Hold };
    case 'insufficient':
    case 'ceiling':
      return decision;
    case 'hold': {
      writeAccount(tx, account, decision.account);
      tx.get(
        `INSERT INTO hold (scope, idem, owner, amount, state, created_at, expires_at)
         VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
      ).run(request.scope, request.idem, request.owner, request.amount, now, request.expiresAt);
      const { balance, held } = decision.account;
      return {
        status: 'held',
        hold: findHoldRow(tx, request) as Hold,
        balance: balance as MicroUsd,
        available: (balance - held) as MicroUsd,
      };
    }
  }
}

export function captureHold(tx: Transaction, request: Capture, now: number): CaptureOutcome {
  const found = findHoldRow(tx, request.hold);
  if (found === null) return { status: 'unknown_hold' };
  const account = ownerAccount(found.owner);
  const decision = decideResolve(found, readAccount(tx, account));
  if (decision.status !== 'resolve') return decision;
  if (!isWithinHold(request, found)) return { status: 'above_hold', hold: found };
  const taken = findTransferRow(tx, request);
  if (taken !== null) return { status: 'conflict', transfer: toTransfer(taken) };

  writeAccount(tx, account, decision.account);
  const { scope, idem, type, dst, amount, ref } = request;
  const posted = storeTransfer(tx, { scope, idem, type, src: account, dst, amount, ref }, now);
  // What was held is free now, so only a broken ledger could refuse it; throwing undoes everything.
  if (posted.status !== 'posted') throw new Error(`capture of ${scope} ${idem} was ${posted.status}`);
  resolveHold(tx, found.id, 'captured', now, posted.transfer.id);
  const repaid = amount === found.amount ? 0 : repayDebts(tx, found.owner, now);
  return {
    status: 'captured',
    hold: findHoldRow(tx, request.hold) as Hold,
    transfer: posted.transfer,
    balance: (posted.balances.src - repaid) as MicroUsd,
  };
}

export function letGo(
  tx: Transaction,
  key: IdempotencyKey,
  state: 'released' | 'expired',
  now: number,
): ReleaseOutcome {
  const found = findHoldRow(tx, key);
  if (found === null) return { status: 'unknown_hold' };
  const account = ownerAccount(found.owner);
  const decision = decideResolve(found, readAccount(tx, account));
  if (decision.status !== 'resolve') return decision;
  writeAccount(tx, account, decision.account);
  resolveHold(tx, found.id, state, now, null);
  const repaid = repayDebts(tx, found.owner, now);
  const { balance, held } = decision.account;
  return {
    status: 'released',
    hold: findHoldRow(tx, key) as Hold,
    available: (balance - held - repaid) as MicroUsd,
  };
}

export function extendHold(
  tx: Transaction,
  key: IdempotencyKey,
  expiresAt: EpochMs,
): ReleaseOutcome['status'] | 'extended' {
  const found = findHoldRow(tx, key);
  if (found === null) return 'unknown_hold';
  if (found.state !== 'pending') return 'already_resolved';
  tx.get('UPDATE hold SET expires_at = MAX(expires_at, ?) WHERE id = ?').run(expiresAt, found.id);
  return 'extended';
}

function resolveHold(
  tx: Transaction,
  id: number,
  state: HoldState,
  now: number,
  transfer: number | null,
): void {
  tx.get('UPDATE hold SET state = ?, resolved_at = ?, transfer_id = ? WHERE id = ?').run(
    state,
    now,
    transfer,
    id,
  );
}
