import { hash } from 'node:crypto';
import { DAY_MS, type EpochMs, epochMs, microUsd } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { REVIEW_HELD, REVIEW_UNATTRIBUTED, toOwnerAccount } from '../../ledger/chart.ts';
import { readAccount } from '../../ledger/operations/accounts.ts';
import { postTransfer } from '../../ledger/operations/post-transfer.ts';
import { requirePosted } from '../../ledger/operations/store-transfer.ts';
import type { LedgerRows } from '../../ledger/rows.ts';
import type { ReviewRows } from '../../review/rows.ts';
import type { Arrival, Attribution, DepositLimits, RecordedDeposit } from '../deposit.ts';
import { type DepositDecision, type DepositFacts, decideDeposit, OUT_OF_RANGE } from '../deposit-decision.ts';
import { toDeposit } from '../deposit-row.ts';
import type { ArrivalRows, DepositRow, DepositRows, NewDeposit } from '../rows.ts';
import { openDepositItem } from './follow-deposit.ts';

/** Rows that operations on deposits use. */
export interface MoneyRows {
  readonly ledger: LedgerRows;
  readonly deposits: DepositRows;
  readonly review: ReviewRows;
}

/** Context in which an arrival is recorded. */
interface RecordContext {
  readonly rows: Pick<MoneyRows, 'ledger' | 'review'> & { readonly deposits: ArrivalRows };
  readonly limits: DepositLimits;
  /** Wall clock of the caller, epoch ms. It decides which day's limit applies. */
  readonly now: EpochMs;
}

interface RecordRequest extends Omit<RecordContext, 'rows'> {
  readonly arrival: Arrival;
}

export const recordArrival = operation(
  'deposits.record',
  (rows: MoneyRows, { arrival, limits, now }: RecordRequest): RecordedDeposit =>
    recordDeposit({ rows, limits, now }, arrival),
);

/**
 * Records arrived money and posts it to its owner or into review. A repeated key, or a repeated object of the scope,
 * changes nothing. Runs inside the caller's operation, so that a watcher stores its position in the same transaction.
 */
export function recordDeposit(context: RecordContext, arrival: Arrival): RecordedDeposit {
  const { rows, now } = context;
  const earlier = findArrival(rows.deposits, arrival);
  if (earlier !== null) return buildOutcome(rows.ledger, earlier, false);
  const decision = decideDeposit(arrival, readFacts(context, arrival));
  const posted = postArrival(rows.ledger, arrival, decision, now);
  const row = buildRow(arrival, posted, now);
  rows.deposits.insert(row);
  openDepositItem(rows.review, row, now);
  return buildOutcome(rows.ledger, row, true);
}

/** Finds the deposit that an arrival was recorded as; null: it is new. */
export function findArrival(deposits: DepositRows, arrival: Arrival): DepositRow | null;
export function findArrival(deposits: ArrivalRows, arrival: Arrival): NewDeposit | null;
export function findArrival(deposits: ArrivalRows, { key, objectId }: Arrival): NewDeposit | null {
  return (
    deposits.findByKey(key) ?? (objectId === undefined ? null : deposits.findByObject(key.scope, objectId))
  );
}

function readFacts(
  { rows: { deposits }, limits, now }: RecordContext,
  { attribution, sender, firstDepositCap }: Arrival,
): DepositFacts {
  const owner = findOwner(attribution);
  if (owner === null) return { limits, creditedToday: 0, isKnownSender: false };
  return {
    limits,
    creditedToday: deposits.sumCredited(owner, ...findDay(now)),
    isKnownSender: firstDepositCap !== undefined && sender !== undefined && deposits.hasPaid(sender, owner),
  };
}

function findOwner(attribution: Attribution): string | null {
  return attribution.kind === 'owner' ? attribution.owner : null;
}

/** Returns the day (UTC) of a time, whose limit applies: from its first millisecond until before the next day. */
export function findDay(now: EpochMs): [from: EpochMs, before: EpochMs] {
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  return [epochMs(day), epochMs(day + DAY_MS)];
}

/** Posts an arrival as decided. @returns The decision; `held` instead if the ledger cannot count the amount exactly. */
function postArrival(
  ledger: LedgerRows,
  arrival: Arrival,
  decision: DepositDecision,
  now: EpochMs,
): DepositDecision {
  const { key, account, ref, attribution, currency } = arrival;
  const { counted: amount } = decision;
  if (amount === null) return decision;
  const request = ['deposit', findOwner(attribution), amount, currency] as const;
  const posting = { ...key, src: account, amount, ref, request };
  const outcome =
    decision.state === 'credited'
      ? postTransfer(ledger, { ...posting, type: 'deposit', dst: toOwnerAccount(decision.owner) }, now)
      : postTransfer(
          ledger,
          { ...posting, type: 'held', dst: decision.state === 'held' ? REVIEW_HELD : REVIEW_UNATTRIBUTED },
          now,
        );
  if (outcome.status === 'ceiling') return OUT_OF_RANGE;
  // No deposit has this key, so a refused transfer means that the key belongs to something else.
  requirePosted(outcome, 'the transfer of a new deposit');
  return decision;
}

function buildRow(arrival: Arrival, decision: DepositDecision, now: EpochMs): NewDeposit {
  const { key, attribution } = arrival;
  return {
    id: computeDepositId(arrival),
    state: decision.state,
    reason: decision.state === 'credited' ? null : decision.reason,
    source: arrival.source,
    scope: key.scope,
    idem: key.idem,
    account: arrival.account,
    owner: findOwner(attribution),
    currency: arrival.currency,
    amount: arrival.amount,
    microUsd: decision.counted,
    takenBack: 0,
    eventId: arrival.eventId ?? null,
    objectId: arrival.objectId ?? null,
    paymentId: arrival.paymentId ?? null,
    chain: arrival.chain ?? null,
    token: arrival.token ?? null,
    from: arrival.sender ?? null,
    txHash: arrival.txHash ?? null,
    logIndex: arrival.logIndex ?? null,
    createdAt: now,
    resolvedAt: null,
    reversedAt: null,
  };
}

/** Computes the id of a deposit from the key of its arrival, so that every engine gives it the same id. */
function computeDepositId({ key }: Arrival): string {
  return `dep_${hash('sha256', JSON.stringify([key.scope, key.idem]), 'hex').slice(0, 24)}`;
}

function buildOutcome(ledger: LedgerRows, row: NewDeposit, isNew: boolean): RecordedDeposit {
  const balance =
    row.owner === null ? null : microUsd(readAccount(ledger, toOwnerAccount(row.owner)).balance);
  return { isNew, deposit: toDeposit(row), balance };
}
