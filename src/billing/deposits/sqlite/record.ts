import { hash } from 'node:crypto';
import { DAY_MS, microUsd } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import { ownerAccount, REVIEW_HELD, REVIEW_UNATTRIBUTED } from '../../chart.ts';
import { readAccount } from '../../sqlite/accounts.ts';
import { deposit as creditDeposit } from '../../sqlite/debts.ts';
import { postTransfer } from '../../sqlite/transfers.ts';
import { type DepositDecision, decideDeposit } from '../decision.ts';
import type { Arrival, DepositLimits, RecordedDeposit } from '../deposit.ts';
import { DEPOSIT_COLUMNS, type DepositRow, findDepositRow, toDeposit } from './rows.ts';

/**
 * Records money that arrived and posts it: to its owner, or to the review. The same key, or the same object of the
 * scope, changes nothing again. Part of the caller's transaction: a watcher stores its position with it.
 *
 * @param now Wall clock of the caller, epoch ms; decides which day's limit counts.
 */
export function recordDeposit(
  tx: Transaction,
  arrival: Arrival,
  limits: DepositLimits,
  now: number,
): RecordedDeposit {
  const earlier = findArrival(tx, arrival);
  if (earlier !== null) return buildOutcome(tx, earlier, false);
  const decision = post(tx, arrival, decideDeposit(arrival, readFacts(tx, arrival, limits, now)), now);
  return buildOutcome(tx, insert(tx, arrival, decision, now), true);
}

/** The deposit that an arrival was recorded as; null: it is new. */
export function findArrival(tx: Transaction, { key, objectId }: Arrival): DepositRow | null {
  const row =
    tx.get(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE scope = ? AND idem = ?`).get(key.scope, key.idem) ??
    (objectId === undefined
      ? undefined
      : tx
          .get(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE scope = ? AND object_id = ?`)
          .get(key.scope, objectId));
  return (row as DepositRow | undefined) ?? null;
}

function readFacts(
  tx: Transaction,
  { owner, sender, firstDepositCap }: Arrival,
  limits: DepositLimits,
  now: number,
) {
  if (typeof owner !== 'string') return { limits, creditedToday: 0, isKnownSender: false };
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  const { total } = tx
    .get(
      `SELECT COALESCE(SUM(micro_usd), 0) AS total FROM deposit
       WHERE owner = ? AND state = 'credited' AND created_at >= ? AND created_at < ?`,
    )
    .get(owner, day, day + DAY_MS) as { total: number };
  const isKnownSender =
    firstDepositCap !== undefined &&
    sender !== undefined &&
    tx
      .get(
        `SELECT 1 FROM deposit WHERE sender = ? AND owner = ? AND state IN ('credited', 'released') LIMIT 1`,
      )
      .get(sender, owner) !== undefined;
  return { limits, creditedToday: total, isKnownSender };
}

/** @returns The decision, which is another one where the books could not count the amount any more. */
function post(tx: Transaction, arrival: Arrival, decision: DepositDecision, now: number): DepositDecision {
  const { key, account, ref, owner, currency, microUsd: amount } = arrival;
  if (amount === null || (decision.state === 'unattributed' && decision.reason === 'currency'))
    return decision;
  const request = ['deposit', typeof owner === 'string' ? owner : null, amount, currency] as const;
  const posting = { ...key, src: account, amount, ref, request };
  const { status } =
    decision.state === 'credited'
      ? creditDeposit(tx, { ...posting, owner: decision.owner, type: 'deposit' }, now)
      : postTransfer(
          tx,
          { ...posting, type: 'held', dst: decision.state === 'held' ? REVIEW_HELD : REVIEW_UNATTRIBUTED },
          now,
        );
  if (status === 'posted') return decision;
  if (status === 'ceiling') return { state: 'held', reason: 'amount_out_of_range' };
  // No deposit has this key, so a transfer that has it belongs to something else.
  throw new Error(`the transfer of a new deposit was ${status}`);
}

function insert(tx: Transaction, arrival: Arrival, decision: DepositDecision, now: number): DepositRow {
  const { key, owner } = arrival;
  const reason = decision.state === 'credited' ? null : decision.reason;
  const isCounted = reason !== 'amount_out_of_range' && reason !== 'currency';
  const id = depositId(arrival);
  tx.get(
    `INSERT INTO deposit (id, state, reason, source, scope, idem, account, owner, currency, amount, micro_usd, event_id,
       object_id, payment_id, chain, token, sender, tx_hash, log_index, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    decision.state,
    reason,
    arrival.source,
    key.scope,
    key.idem,
    arrival.account,
    typeof owner === 'string' ? owner : null,
    arrival.currency,
    arrival.amount,
    isCounted ? arrival.microUsd : null,
    arrival.eventId ?? null,
    arrival.objectId ?? null,
    arrival.paymentId ?? null,
    arrival.chain ?? null,
    arrival.token ?? null,
    arrival.sender ?? null,
    arrival.txHash ?? null,
    arrival.logIndex ?? null,
    now,
  );
  return findDepositRow(tx, id) as DepositRow;
}

/** Follows from the key, so that the same arrival has the same id wherever it is recorded. */
function depositId({ key }: Arrival): string {
  return `dep_${hash('sha256', JSON.stringify([key.scope, key.idem]), 'hex').slice(0, 24)}`;
}

function buildOutcome(tx: Transaction, row: DepositRow, isNew: boolean): RecordedDeposit {
  const balance = row.owner === null ? null : microUsd(readAccount(tx, ownerAccount(row.owner)).balance);
  return { isNew, deposit: toDeposit(row), balance };
}
