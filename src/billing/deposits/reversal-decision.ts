import Big from 'big.js';
import type { EpochMs } from '../../domain/index.ts';
import { CREDITED_CURRENCIES } from './deposit.ts';
import { computeRemainder, isInReview, toReopened, toReturned } from './deposit-row.ts';
import type { DepositRow, ReportRow } from './rows.ts';
import { computeTaken } from './taken-back.ts';

/** Reports about a payment, by their role for its deposit. */
export interface SortedReports {
  /** Reports of the provider in a currency that counts for the deposit. */
  readonly counted: readonly ReportRow[];
  /** Reports of the provider in another currency: nothing is moved by them. */
  readonly others: readonly ReportRow[];
  /** Decisions of a person. */
  readonly persons: readonly ReportRow[];
}

/** Sorts reports by whether they are in the currency of the deposit. */
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

/** Whether a row is a decision of a person, and no report of the provider. */
export function isOfPerson({ effect }: Pick<ReportRow, 'effect'>): boolean {
  return effect === 'person' || effect === 'excess' || effect === 'early';
}

export interface ChangeFacts {
  /** Value of the deposit. */
  readonly whole: number;
  /** Part of the deposit that has left the review: to the provider, and by returns of the operator. */
  readonly takenBack: number;
  /** Part of the deposit that the operator returned. */
  readonly returned: number;
  /** Reports about the payment that count, decisions of a person included. */
  readonly reports: readonly ReportRow[];
}

/**
 * Decides the change that makes the amount taken of a deposit equal to what the newest reports say: positive is taken,
 * from the review or the owner; negative comes back. Never more is taken than the deposit.
 */
export function decideChange({ whole, takenBack, returned, reports }: ChangeFacts): number {
  const provider = computeCounted(reports.filter((row) => !isOfPerson(row)));
  const target = Math.min(provider + sumDecisions(reports, 'person'), whole - returned);
  const taken = reports.reduce((sum, row) => sum + (row.effect === 'excess' ? 0 : row.taken), 0);
  return target - (takenBack - returned) - taken;
}

/** Micro-USD that the provider has taken back by the newest reports, all in counted currencies. */
export function computeCounted(reports: readonly ReportRow[]): number {
  return computeTaken(reports, ({ total }) => total ?? 0).toNumber();
}

/** Sum of the newest decisions of a person of one kind. */
export function sumDecisions(reports: readonly ReportRow[], effect: ReportRow['effect']): number {
  const newest = new Map<string, ReportRow>();
  // In the order of arrival: the last decision about a matter counts.
  for (const row of reports) if (row.effect === effect) newest.set(row.objectId, row);
  return [...newest.values()].reduce((sum, { total }) => sum + (total ?? 0), 0);
}

/** `return`: all of the deposit went back. `reopen`: it came back after a dispute. */
export type UncountedDecision = 'return' | 'reopen' | 'keep';

/**
 * Decides how reports change a deposit whose value is not counted. It waits or is returned as a whole, because no part
 * of it can be released.
 *
 * @param reports All of its payment in its currency.
 */
export function decideUncounted(deposit: DepositRow, reports: readonly ReportRow[]): UncountedDecision {
  const isWhole = computeTaken(reports, ({ amount }) => amount).gte(deposit.amount);
  if (isInReview(deposit)) return isWhole ? 'return' : 'keep';
  // The operator may have returned it instead, and then it stays so.
  const wasTakenBack = deposit.state === 'returned' && reports.some(({ fromReview }) => fromReview !== 0);
  return wasTakenBack && !isWhole ? 'reopen' : 'keep';
}

/** The deposit after a change of its review other than 0. @param now Epoch ms. */
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

/** Decimal text of the amount that the newest reports of one currency state. */
export function describeTaken(reports: readonly ReportRow[]): string {
  const taken = computeTaken(reports, ({ amount }) => amount);
  const decimals = Math.max(0, ...reports.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  return new Big(taken).toFixed(decimals);
}
