import Big from 'big.js';
import type { EpochMs } from '../../domain/index.ts';
import { CREDITED_CURRENCIES } from './deposit.ts';
import { computeRemainder, isInReview, toReopened, toReturned } from './deposit-row.ts';
import type { DepositRow, ReportRow } from './rows.ts';
import { computeTaken } from './taken-back.ts';

/** Reports about a payment, by their effect on its deposit. */
export interface SortedReports {
  /** Reports of the provider in a currency that counts for the deposit. */
  readonly counted: readonly ReportRow[];
  /** Reports of the provider in another currency. They move no money. */
  readonly others: readonly ReportRow[];
  /** Decisions of a person about the payment. */
  readonly persons: readonly ReportRow[];
}

/** Sorts reports into those that count for the deposit, those in another currency, and decisions of a person. */
export function sortReports(deposit: DepositRow, reports: readonly ReportRow[]): SortedReports {
  const fits = ({ currency, total }: ReportRow) => {
    if (deposit.microUsd === null) return currency === deposit.currency;
    return CREDITED_CURRENCIES.includes(deposit.currency) && total !== null;
  };
  const persons = reports.filter(isOfPerson);
  const provider = reports.filter((row) => !isOfPerson(row));
  return {
    counted: provider.filter(fits),
    others: provider.filter((row) => !fits(row)),
    persons,
  };
}

/** Whether a row is a person's decision rather than a report of the provider. */
export function isOfPerson({ effect }: Pick<ReportRow, 'effect'>): boolean {
  return effect === 'person' || effect === 'excess' || effect === 'early';
}

export interface ChangeFacts {
  /** Value of the deposit in micro-USD. */
  readonly whole: number;
  /** Part of the deposit that has left the review, to the provider or by the operator's returns. */
  readonly takenBack: number;
  /** Part of the deposit that the operator returned. */
  readonly returned: number;
  /** Reports about the payment that count, decisions of a person included. */
  readonly reports: readonly ReportRow[];
}

/**
 * Decides the change after which the amount taken from the deposit equals the amount that the newest reports state.
 * Positive: taken from the review or the owner; negative: given back. At most the deposit is taken.
 */
export function decideChange({ whole, takenBack, returned, reports }: ChangeFacts): number {
  const provider = computeCounted(reports.filter((row) => !isOfPerson(row)));
  const target = Math.min(provider + sumDecisions(reports, 'person'), whole - returned);
  const taken = reports.reduce((sum, row) => sum + (row.effect === 'excess' ? 0 : row.taken), 0);
  return target - (takenBack - returned) - taken;
}

/**
 * Computes the micro-USD that the provider has taken back by the newest reports, which must all be in counted
 * currencies.
 */
export function computeCounted(reports: readonly ReportRow[]): number {
  return computeTaken(reports, ({ total }) => total ?? 0).toNumber();
}

/** Sums a person's newest decisions of one kind. */
export function sumDecisions(reports: readonly ReportRow[], effect: ReportRow['effect']): number {
  const newest = new Map<string, ReportRow>();
  // Rows are in the order of arrival, so the last decision about each matter counts.
  for (const row of reports) if (row.effect === effect) newest.set(row.objectId, row);
  return [...newest.values()].reduce((sum, { total }) => sum + (total ?? 0), 0);
}

/** `return`: the whole deposit was taken back. `reopen`: it was given back after a dispute. */
export type UncountedDecision = 'return' | 'reopen' | 'keep';

/**
 * Decides how reports change a deposit whose value is not known. Such a deposit waits or is returned as a whole,
 * because no part of it can be released.
 *
 * @param reports All reports about the payment in the currency of the deposit.
 */
export function decideUncounted(deposit: DepositRow, reports: readonly ReportRow[]): UncountedDecision {
  const isWhole = computeTaken(reports, ({ amount }) => amount).gte(deposit.amount);
  if (isInReview(deposit)) return isWhole ? 'return' : 'keep';
  // A deposit that the operator returned stays returned.
  const wasTakenBack = deposit.state === 'returned' && reports.some(({ fromReview }) => fromReview !== 0);
  return wasTakenBack && !isWhole ? 'reopen' : 'keep';
}

/**
 * Returns the row of a deposit after a change of its amount in review. @param change Amount that leaves the review, not
 * 0. @param now Epoch ms.
 */
export function toChangedReview(deposit: DepositRow, change: number, now: EpochMs): DepositRow {
  if (change === computeRemainder(deposit)) return toReturned(deposit, now);
  const takenBack = deposit.takenBack + change;
  return change > 0 ? { ...deposit, takenBack } : toReopened(deposit, takenBack);
}

/** Whether a reinstatement waits because its dispute has not arrived. */
export function isWithoutDispute(row: ReportRow, reports: readonly ReportRow[]): boolean {
  return (
    row.effect === 'reinstatement' &&
    !reports.some(({ effect, objectId }) => effect === 'dispute' && objectId === row.objectId)
  );
}

/** Formats the amount that the newest reports of one currency state, as decimal text. */
export function describeTaken(reports: readonly ReportRow[]): string {
  const taken = computeTaken(reports, ({ amount }) => amount);
  const decimals = Math.max(0, ...reports.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  return new Big(taken).toFixed(decimals);
}
