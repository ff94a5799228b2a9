import type { Reversal, ReversalOutcome } from '../reversal.ts';
import { isOfPerson } from '../reversal-decision.ts';
import type { DepositRow, DepositRows, ReportRow } from '../rows.ts';
import { applyReport, type ReversalContext } from './apply-reversal.ts';
import { followPayment, followUnnamed } from './reversal-items.ts';

/** Outcome of a reversal, and of the events that waited for it. */
export interface RecordedReversal {
  readonly outcome: ReversalOutcome;
  readonly applied: readonly AppliedReversal[];
}

/** Outcome of a reversal that had waited, with its event. */
export interface AppliedReversal {
  readonly eventId: string;
  readonly outcome: ReversalOutcome;
}

/**
 * Stores the report of a reversal and applies it to its deposit. The report stays pending until the deposit arrives. If
 * it names no payment, it waits for a person.
 *
 * @param eventId Id of the event, which the owner sees in the entry.
 */
export function recordReversal(
  context: ReversalContext,
  eventId: string,
  reversal: Reversal,
): RecordedReversal {
  const { source, now } = context;
  const { deposits } = context.rows;
  const ofObject = deposits.listObjectReports(source.scope, reversal.objectId);
  const paymentId = reversal.paymentId ?? ofObject.find((row) => row.paymentId !== null)?.paymentId ?? null;
  const row = buildReport(reversal, { scope: source.scope, eventId, paymentId, now });
  deposits.insertReport(row);
  if (paymentId === null) {
    followUnnamed(context, [...ofObject, row]);
    if (isZero(row)) return { outcome: { status: 'zero' }, applied: [] };
    return { outcome: { status: row.total === null ? 'currency' : 'unattributed' }, applied: [] };
  }
  const adopted = adoptUnnamed(context, ofObject, paymentId);
  const deposit = deposits.findByPayment(source.scope, paymentId);
  const stored = listPaymentReports(deposits, { ...row, deposit: deposit?.id ?? null });
  const isAwaited = ({ eventId: event, effect, objectId, moved }: ReportRow) =>
    adopted.includes(event) ||
    (row.effect === 'dispute' && effect === 'reinstatement' && objectId === row.objectId && moved === null);
  // Reports that waited for this one are applied after it.
  const waiting = deposit === null ? [] : stored.filter(isAwaited);
  const known = stored.filter((one) => !waiting.includes(one));
  const outcome = applyReport(context, findStored(known, row), deposit, known);
  const applied = deposit === null ? [] : applyWaiting(context, deposit, waiting);
  followPayment(context, paymentId);
  // A report that takes nothing and changes nothing has no owner to notify.
  const isNothing = isZero(row) && outcome.status !== 'moved' && outcome.status !== 'currency';
  return { outcome: isNothing ? { status: 'zero' } : outcome, applied };
}

/** Applies reports that arrived before their deposit. @returns The outcome of each report, with its event. */
export function applyPending(context: ReversalContext, paymentId: string): AppliedReversal[] {
  const { rows, source } = context;
  const deposit = rows.deposits.findByPayment(source.scope, paymentId);
  if (deposit === null) return [];
  const reports = rows.deposits.listReports({ scope: source.scope, paymentId, deposit: null });
  if (reports.length === 0) return [];
  const pending = reports.filter((row) => row.moved === null && !isOfPerson(row));
  // Reinstatements are applied after the disputes that they undo.
  const isLate = ({ effect }: ReportRow) => effect === 'reinstatement';
  const inOrder = [...pending.filter((row) => !isLate(row)), ...pending.filter(isLate)];
  const applied = applyWaiting(context, deposit, inOrder);
  followPayment(context, paymentId);
  return applied;
}

/** Applies waiting reports one after the other. Each one sees the reports before it, but not those after it. */
function applyWaiting(
  context: ReversalContext,
  { id }: DepositRow,
  waiting: readonly ReportRow[],
): AppliedReversal[] {
  const { deposits } = context.rows;
  return waiting.map((row, i) => {
    const deposit = deposits.find(id) as DepositRow;
    const later = waiting.slice(i + 1);
    const known = listPaymentReports(deposits, { ...row, deposit: id }).filter(
      (one) => !later.some((other) => isSameReport(one, other)),
    );
    const outcome = applyReport(context, findStored(known, row), deposit, known);
    return { eventId: row.eventId, outcome };
  });
}

function listPaymentReports(deposits: DepositRows, row: ReportRow): readonly ReportRow[] {
  return deposits.listReports({ scope: row.scope, paymentId: row.paymentId, deposit: row.deposit });
}

/**
 * Adds the payment to earlier reports of an object that named none, and ends their review item.
 *
 * @returns Ids of the events of these reports.
 */
function adoptUnnamed(
  context: ReversalContext,
  ofObject: readonly ReportRow[],
  paymentId: string,
): readonly string[] {
  const { deposits } = context.rows;
  const unnamed = ofObject.filter((row) => row.paymentId === null);
  for (const row of unnamed) deposits.updateReport({ ...row, paymentId });
  if (unnamed.length > 0) followUnnamed(context, unnamed, true);
  return unnamed.filter((row) => row.moved === null).map(({ eventId }) => eventId);
}

function findStored(reports: readonly ReportRow[], row: ReportRow): ReportRow {
  const found = reports.find((one) => isSameReport(one, row));
  if (found === undefined) throw new Error('the report of a reversal was stored and is not listed');
  return found;
}

function isSameReport(a: ReportRow, b: ReportRow): boolean {
  return a.eventId === b.eventId && a.effect === b.effect && a.objectId === b.objectId;
}

/** Whether a report states that no money is taken. */
function isZero({ amount, isVoid }: ReportRow): boolean {
  return isVoid || Number(amount) === 0;
}

function buildReport(
  { effect, objectId, idem, owner, total, currency, amount, at, isVoid = false, part }: Reversal,
  { scope, eventId, paymentId, now }: Pick<ReportRow, 'scope' | 'eventId' | 'paymentId'> & { now: number },
): ReportRow {
  return {
    scope,
    effect,
    objectId,
    eventId,
    idem,
    paymentId,
    owner,
    currency,
    amount,
    total,
    isVoid,
    deposit: null,
    partOf: part === undefined ? null : (part.of ?? ''),
    partSince: part?.since ?? null,
    at: at ?? null,
    moved: null,
    taken: 0,
    fromReview: 0,
    createdAt: now,
  };
}
