import { computeReviewId, type NewReviewItem, type ReviewKind } from '../../review/review-item.ts';
import {
  computeCounted,
  describeTaken,
  isOfPerson,
  isWithoutDispute,
  sortReports,
  sumDecisions,
} from '../reversal-decision.ts';
import type { DepositRow, ReportRow } from '../rows.ts';
import type { ReversalContext } from './apply-reversal.ts';

/**
 * Opens, updates or ends the review item of an object whose reports name no payment.
 *
 * @param reports All reports of the object.
 * @param isNamed Whether a later report names the payment, which ends the item.
 */
export function followUnnamed(
  context: ReversalContext,
  reports: readonly ReportRow[],
  isNamed = false,
): void {
  const [first] = reports;
  if (first === undefined) return;
  const subject = `${first.scope}:${first.objectId}`;
  const id = computeReviewId({ kind: 'reversal_without_payment', subject });
  const persons = isNamed ? [] : context.rows.deposits.listObjectReports(first.scope, id);
  keepItem(context, isNamed ? [] : [...reports, ...persons], 'reversal_without_payment', subject, null);
}

/**
 * Opens, updates or ends the review items of a payment: reversals without their deposit, in another currency, or above
 * the deposit.
 */
export function followPayment(context: ReversalContext, paymentId: string): void {
  const { rows, source } = context;
  const { scope } = source;
  const deposit = rows.deposits.findByPayment(scope, paymentId);
  const reports = rows.deposits.listReports({ scope, paymentId, deposit: deposit?.id ?? null });
  keepItem(context, deposit === null ? reports : [], 'reversal_waiting', `${scope}:${paymentId}`, null);
  followLone(context, reports, deposit);
  if (deposit === null) return;
  followDeposit(context, deposit, reports);
}

/** Opens or ends an item for each reinstatement whose dispute was never reported. */
function followLone(
  context: ReversalContext,
  reports: readonly ReportRow[],
  deposit: DepositRow | null,
): void {
  for (const row of reports) {
    if (row.effect !== 'reinstatement') continue;
    const subject = `${row.scope}:${row.objectId}`;
    const isLone = deposit !== null && isWithoutDispute(row, reports);
    if (!isLone) endItem(context, 'reversal_waiting', subject);
    else putItem(context, [row], { kind: 'reversal_waiting', subject, deposit, amount: row.amount });
  }
}

/** Opens, updates or ends the review items about the reversals of a deposit. */
export function followDeposit(
  context: ReversalContext,
  deposit: DepositRow,
  reports: readonly ReportRow[],
): void {
  const { counted, others, persons } = sortReports(deposit, reports);
  const name = `${deposit.scope}:${deposit.paymentId ?? deposit.id}`;
  for (const [currency, ofCurrency] of Map.groupBy(others, (row) => row.currency)) {
    const subject = `${name}:${currency}`;
    keepItem(context, [...ofCurrency, ...persons], 'reversal_currency', subject, deposit);
  }
  if (deposit.microUsd === null) return;
  const excess = Math.max(0, computeCounted(counted) - deposit.microUsd);
  const isDecided = sumDecisions(persons, 'excess') > 0 || persons.some(({ effect }) => effect === 'excess');
  if (excess === 0 && !isDecided) endItem(context, 'reversal_excess', name);
  else {
    const amount = (excess / 1_000_000).toFixed(6);
    putItem(context, counted, { kind: 'reversal_excess', subject: name, deposit, amount, microUsd: excess });
  }
}

/**
 * Opens an item for the amount that the newest reports state, or ends the item if they state that nothing is taken. A
 * matter that a person has decided stays open after a change, even to nothing, because the amount taken then has to be
 * given back.
 */
function keepItem(
  context: ReversalContext,
  reports: readonly ReportRow[],
  kind: ReviewKind,
  subject: string,
  deposit: DepositRow | null,
): void {
  const provider = reports.filter((row) => !isOfPerson(row));
  const amount = provider.length === 0 ? '0' : describeTaken(provider);
  const id = computeReviewId({ kind, subject });
  // Decisions about other matters of the same deposit, such as its reversal, do not count here.
  const isAbout = ({ effect, objectId }: ReportRow) => effect === 'early' || objectId === id;
  const isDecided = reports.some((row) => isOfPerson(row) && isAbout(row) && row.taken !== 0);
  const isOver = Number(amount) === 0 && !(isDecided && provider.length > 0);
  // Returned money without a known dispute needs a decision too.
  const lone = provider.find((row) => isWithoutDispute(row, provider));
  if (isOver && lone !== undefined) putItem(context, [lone], { kind, subject, deposit, amount: lone.amount });
  else if (isOver) endItem(context, kind, subject);
  else putItem(context, provider, { kind, subject, deposit, amount });
}

interface ItemFacts {
  readonly kind: ReviewKind;
  readonly subject: string;
  readonly deposit: DepositRow | null;
  readonly amount: string;
  readonly microUsd?: number;
}

function putItem(
  { rows: { review }, now }: ReversalContext,
  reports: readonly ReportRow[],
  { kind, subject, deposit, amount, microUsd }: ItemFacts,
): void {
  const last = reports.at(-1)!;
  const isCounted = reports.every(({ total }) => total !== null);
  const item: NewReviewItem = {
    kind,
    subject,
    since: now,
    owner: deposit?.owner ?? last.owner,
    currency: microUsd === undefined ? last.currency : 'USD',
    amount,
    // A person has to name the value of an amount in another currency than its deposit.
    microUsd: kind === 'reversal_currency' || !isCounted ? null : (microUsd ?? computeCounted(reports)),
    known: {
      source: last.scope.slice('wh:'.length),
      payment: last.paymentId,
      object: last.objectId,
      event: last.eventId,
      effect: last.effect,
      deposit: deposit?.id ?? null,
      depositAmount: deposit?.amount ?? null,
      depositCurrency: deposit?.currency ?? null,
      depositMicroUsd: deposit?.microUsd ?? null,
    },
  };
  review.put(item);
}

function endItem({ rows: { review }, now }: ReversalContext, kind: ReviewKind, subject: string): void {
  review.end(kind, subject, { as: 'resolved', at: now, reason: null });
}
