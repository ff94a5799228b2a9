import { toAssetAccount } from '../../ledger/chart.ts';
import { toProviderScope } from '../../ledger/scopes.ts';
import { type ApplyStep, refuseDecision } from '../../review/operations/apply-step.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import type { PersonEffect } from '../reversal.ts';
import { computeCounted, isOfPerson, sortReports } from '../reversal-decision.ts';
import type { DepositRow, ReportRow } from '../rows.ts';
import { applyReport, moveOwner, type ReversalContext } from './apply-reversal.ts';
import type { MoneyRows } from './record.ts';

/**
 * Debits a reversal in another currency than its deposit, with the value that a person names; 0 gives an earlier debit
 * back.
 */
export const applyCurrencyItem: ApplyStep = (rows, item, { owner: named, amount }, now) => {
  const deposit = requireDeposit(rows, item);
  const { microUsd: whole, owner } = deposit;
  if (whole === null || owner === null) {
    return refuseDecision(
      'microUsd',
      'the deposit itself waits for a decision: pay it out or return it first',
    );
  }
  if (named !== null && named !== owner) {
    return refuseDecision('owner', `the deposit belongs to ${owner}`);
  }
  if (amount === null) {
    return refuseDecision('microUsd', `the value of ${item.amount} ${item.currency} is not known: name it`);
  }
  const reports = rows.deposits.listReports({ ...deposit, deposit: deposit.id });
  const { counted, persons } = sortReports(deposit, reports);
  const others = persons.filter(({ objectId, effect }) => objectId !== item.id && effect === 'person');
  const left = Math.max(
    0,
    whole - computeCounted(counted) - others.reduce((sum, { taken }) => sum + taken, 0),
  );
  if (amount > left) {
    return refuseDecision('microUsd', `at most ${left} micro-USD can be taken: what is left of the deposit`);
  }
  const context = { rows, source: { scope: deposit.scope, account: deposit.account }, now };
  const row = storeDecision(context, item, reports, { effect: 'person', deposit, owner, amount });
  const outcome = applyReport(context, row, deposit, [...reports, row]);
  return { owner, moved: outcome.status === 'moved' ? outcome.moved : 0 };
};

/** Debits the part of reversals that exceeds their deposit from its owner. */
export const applyExcessItem: ApplyStep = (rows, item, { owner: named, amount: asked }, now) => {
  const deposit = requireDeposit(rows, item);
  const { owner } = deposit;
  const amount = asked ?? item.microUsd ?? 0;
  if (owner === null)
    return refuseDecision('owner', 'the owner of the deposit is not known: pay it out first');
  if (named !== null && named !== owner) return refuseDecision('owner', `the deposit belongs to ${owner}`);
  if (amount > (item.microUsd ?? 0)) {
    return refuseDecision(
      'microUsd',
      `at most ${item.microUsd} micro-USD can be taken: the excess of the reversal`,
    );
  }
  const reports = rows.deposits.listReports({ ...deposit, deposit: deposit.id });
  const context = { rows, source: { scope: deposit.scope, account: deposit.account }, now };
  const decided = reports.filter(({ effect }) => effect === 'excess');
  const row = storeDecision(context, item, reports, { effect: 'excess', deposit, owner, amount });
  return { owner, moved: collectBeyond(context, row, owner, amount, decided) };
};

/** Debits the reversed amount of a payment without a deposit from the owner that a person names. */
export const applyUnpaidItem: ApplyStep = (rows, item, { owner: named, amount: asked }, now) => {
  const owner = named ?? item.owner;
  const amount = asked ?? item.microUsd;
  if (item.known.effect === 'reinstatement') {
    return refuseDecision(
      'microUsd',
      'a reinstatement without its dispute takes nothing: credit it, and dismiss the item',
    );
  }
  if (owner === null) return refuseDecision('owner', 'the owner is not known: name one');
  if (amount === null) {
    return refuseDecision('microUsd', `the value of ${item.amount} ${item.currency} is not known: name it`);
  }
  const scope = toProviderScope(String(item.known.source));
  const reports = rows.deposits.listObjectReports(scope, item.id);
  const before = reports.find(({ taken }) => taken !== 0)?.owner ?? owner;
  if (before !== owner)
    return refuseDecision('owner', `an earlier part was taken from ${before}: name that owner`);
  if (item.microUsd !== null && amount > item.microUsd) {
    return refuseDecision(
      'microUsd',
      `at most ${item.microUsd} micro-USD can be taken: the amount of the reversal`,
    );
  }
  const paid = rows.deposits.sumPaid(owner);
  if (amount > paid) {
    return refuseDecision(
      'microUsd',
      `at most ${paid} micro-USD can be taken: what deposits of ${owner} credited`,
    );
  }
  const account = toAssetAccount(String(item.known.source));
  const context = { rows, source: { scope, account }, now };
  const row = storeDecision(context, item, reports, { effect: 'early', deposit: null, owner, amount });
  return { owner, moved: collectBeyond(context, row, owner, amount, reports) };
};

/**
 * Changes the total that decisions have taken from an owner to a new amount.
 *
 * @param decided Earlier decisions about the same matter.
 * @returns Change of the balance, micro-USD.
 */
function collectBeyond(
  context: ReversalContext,
  row: ReportRow,
  owner: string,
  amount: number,
  decided: readonly ReportRow[],
): number {
  const change = amount - decided.reduce((sum, { taken }) => sum + taken, 0);
  const moved = moveOwner(context, row, { owner, change, reports: decided });
  context.rows.deposits.updateReport({ ...row, moved, taken: change });
  return moved;
}

interface Decision {
  readonly effect: PersonEffect;
  readonly deposit: DepositRow | null;
  readonly owner: string;
  readonly amount: number;
}

/** Stores a person's decision as a report about the payment. */
export function storeDecision(
  { rows: { deposits }, source: { scope }, now }: ReversalContext,
  { id, known }: Pick<ReviewItem, 'id' | 'known'>,
  reports: readonly ReportRow[],
  { effect, deposit, owner, amount }: Decision,
): ReportRow {
  const number = reports.filter((row) => isOfPerson(row) && row.objectId === id).length + 1;
  const row: ReportRow = {
    scope,
    effect,
    objectId: id,
    eventId: `${id}:${number}`,
    idem: `${id}:${number}`,
    owner,
    paymentId: deposit?.paymentId ?? (typeof known.payment === 'string' ? known.payment : null),
    deposit: deposit?.id ?? null,
    currency: 'USD',
    amount: (amount / 1_000_000).toFixed(6),
    total: amount,
    isVoid: false,
    partOf: null,
    partSince: null,
    at: now,
    moved: null,
    taken: 0,
    fromReview: 0,
    createdAt: now,
  };
  deposits.insertReport(row);
  return row;
}

function requireDeposit({ deposits }: MoneyRows, item: ReviewItem): DepositRow {
  const deposit = deposits.find(String(item.known.deposit));
  if (deposit === null) throw new Error(`the deposit of ${item.id} is not stored`);
  return deposit;
}
