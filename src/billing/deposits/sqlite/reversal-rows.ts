import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { ReversalEffect } from '../reversal.ts';
import type { ReversalPart } from '../reversal-decision.ts';
import type { DepositRow } from './rows.ts';

/** What one event adds to a reversal, as the table has it. */
export interface ReversalRow {
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly eventId: string;
  readonly idem: string;
  readonly paymentId: string | null;
  readonly owner: string | null;
  readonly deposit: string | null;
  readonly amount: number;
  /** null: pending. */
  readonly moved: number | null;
  /** What of it came out of the review. */
  readonly fromReview: number;
}

const REVERSAL_COLUMNS = `effect, object_id AS objectId, event_id AS eventId, idem, payment_id AS paymentId, owner, deposit,
  amount, moved, from_review AS fromReview`;

/** The rows of one refund, dispute or reinstatement, oldest first. */
export function readReversalRows(
  tx: Transaction,
  scope: string,
  effect: ReversalEffect,
  objectId: string,
): ReversalRow[] {
  return tx
    .get(
      `SELECT ${REVERSAL_COLUMNS} FROM deposit_reversal WHERE scope = ? AND effect = ? AND object_id = ?
       ORDER BY created_at, event_id`,
    )
    .all(scope, effect, objectId) as unknown as ReversalRow[];
}

/** The rows that wait for the deposit of a payment, oldest first; reinstatements after what they undo. */
export function readPendingRows(tx: Transaction, scope: string, paymentId: string): ReversalRow[] {
  return tx
    .get(
      `SELECT ${REVERSAL_COLUMNS} FROM deposit_reversal WHERE scope = ? AND payment_id = ? AND moved IS NULL
       ORDER BY effect = 'reinstatement', created_at, event_id`,
    )
    .all(scope, paymentId) as unknown as ReversalRow[];
}

/** All that is known of the payment of a deposit that waits; not what an older version took from its owner instead. */
export function readPartsInReview(
  tx: Transaction,
  scope: string,
  { id, paymentId }: DepositRow,
): readonly ReversalPart[] {
  return tx
    .get(
      `SELECT effect, object_id AS objectId, amount FROM deposit_reversal
       WHERE scope = ?1 AND (deposit = ?2 OR payment_id = ?3 AND moved IS NULL)`,
    )
    .all(scope, id, paymentId) as unknown as ReversalPart[];
}

/** Adds up one column; a pending row has moved nothing. */
export function sumRows(rows: readonly ReversalRow[], member: 'amount' | 'moved' | 'fromReview'): number {
  return rows.reduce((sum, row) => sum + (row[member] ?? 0), 0);
}

/** Stores a row as pending. */
export function insertReversal(tx: Transaction, scope: string, row: ReversalRow, now: number): void {
  tx.get(
    `INSERT INTO deposit_reversal (scope, effect, object_id, event_id, idem, payment_id, owner, deposit, amount, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    scope,
    row.effect,
    row.objectId,
    row.eventId,
    row.idem,
    row.paymentId,
    row.owner,
    row.deposit,
    row.amount,
    now,
  );
}

/** Stores what became of a pending row, and the deposit that it was found to belong to. */
export function storeSettled(
  tx: Transaction,
  scope: string,
  { effect, objectId, eventId, owner }: ReversalRow,
  { moved, fromReview, deposit }: { moved: number; fromReview: number; deposit: DepositRow | null },
): void {
  tx.get(
    `UPDATE deposit_reversal SET moved = ?, from_review = ?, deposit = ?, owner = ?
     WHERE scope = ? AND effect = ? AND object_id = ? AND event_id = ?`,
  ).run(moved, fromReview, deposit?.id ?? null, deposit?.owner ?? owner, scope, effect, objectId, eventId);
}
