import { type EpochMs, type MicroUsd, microUsd, NO_MONEY } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { AccountId } from '../../chart.ts';
import type { Deposit, DepositSource, DepositState, ReviewReason } from '../deposit.ts';

/** A deposit as the table has it. */
export interface DepositRow {
  readonly seq: number;
  readonly id: string;
  readonly state: DepositState;
  readonly reason: ReviewReason | null;
  readonly source: DepositSource;
  readonly scope: string;
  readonly idem: string;
  readonly account: AccountId;
  readonly owner: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly microUsd: number | null;
  /** What went back outside while it waited. */
  readonly takenBack: number;
  readonly eventId: string | null;
  readonly paymentId: string | null;
  readonly chain: string | null;
  readonly token: string | null;
  readonly from: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

export const DEPOSIT_COLUMNS = `seq, id, state, reason, source, scope, idem, account, owner, currency, amount,
  micro_usd AS microUsd, taken_back AS takenBack, event_id AS eventId, payment_id AS paymentId, chain, token,
  sender AS "from", tx_hash AS txHash, log_index AS logIndex, created_at AS createdAt, resolved_at AS resolvedAt`;

export function findDepositRow(tx: Transaction, id: string): DepositRow | null {
  const row = tx.get(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE id = ?`).get(id);
  return (row as DepositRow | undefined) ?? null;
}

/** What is left of a deposit that waits. null: it has no value that can be counted. */
export function computeRemainder({ microUsd: whole, takenBack }: DepositRow): MicroUsd | null {
  return whole === null ? null : microUsd(whole - takenBack);
}

export function isInReview({ state }: Pick<DepositRow, 'state'>): boolean {
  return state === 'held' || state === 'unattributed';
}

export function toDeposit(row: DepositRow): Deposit {
  const shown = row.state === 'returned' ? row.microUsd : computeRemainder(row);
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    source: row.source,
    owner: row.owner,
    currency: row.currency,
    amount: row.amount,
    microUsd: shown as MicroUsd | null,
    refundedMicroUsd: microUsd(row.takenBack),
    returnableMicroUsd: (isInReview(row) ? computeRemainder(row) : null) ?? NO_MONEY,
    eventId: row.eventId,
    chain: row.chain,
    token: row.token,
    from: row.from,
    txHash: row.txHash,
    logIndex: row.logIndex,
    createdAt: row.createdAt as EpochMs,
    resolvedAt: row.resolvedAt as EpochMs | null,
  };
}
