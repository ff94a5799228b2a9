import Big from 'big.js';
import type { ReversalEffect } from './reversal.ts';

/** One report about a payment, as far as the computation needs it. */
export interface TakenReport {
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly eventId: string;
  /** Provider's time of the report, epoch ms; null: not stated. */
  readonly at: number | null;
  readonly isVoid: boolean;
  /**
   * Id of the charge whose total includes this refund, '' if the id is not known; null: the report is not part of a
   * charge.
   */
  readonly partOf: string | null;
  /** Time when the refund was made, epoch ms; null: not known. */
  readonly partSince: number | null;
}

/** Reads the amount of a report. All amounts are in one unit, chosen by the caller. */
export type ReadAmount<Report> = (report: Report) => Big.BigSource;

/**
 * Computes the amount of a payment that a provider has taken back according to the newest reports: refunds, totals of
 * charges and disputes, less reinstatements. The result does not depend on the order of the reports.
 */
export function computeTaken<Report extends TakenReport>(
  reports: readonly Report[],
  getAmount: ReadAmount<Report>,
): Big {
  const value = (report: Report) => (report.isVoid ? new Big(0) : new Big(getAmount(report)));
  const refunds = reports.filter(({ effect }) => effect === 'refund');
  const charges = groupByObject(refunds.filter(({ partOf }) => partOf === null));
  const parts = groupByObject(refunds.filter(({ partOf }) => partOf !== null));
  const newest = (group: readonly Report[]) => group.reduce((a, b) => (isNewer(b, a, getAmount) ? b : a));

  let taken = new Big(0);
  for (const charge of charges.values()) taken = taken.plus(value(newest(charge)));
  const only = charges.size === 1 ? [...charges.keys()][0] : undefined;
  const ofCharges = Map.groupBy(parts.values(), ([first]) => {
    const { partOf } = first as Report;
    return partOf !== null && charges.has(partOf) ? partOf : partOf === '' ? only : undefined;
  });
  for (const [charge, refundsOfCharge] of ofCharges) {
    const total = charge === undefined ? undefined : newest(charges.get(charge)!);
    taken = taken.plus(
      total === undefined
        ? sum(refundsOfCharge.map((group) => value(newest(group))))
        : computeLater(refundsOfCharge, total, { value, newest }),
    );
  }
  if (taken.lt(0)) taken = new Big(0);
  return taken.plus(computeDisputed(reports, { value, newest }));
}

interface Readers<Report> {
  readonly value: (report: Report) => Big;
  readonly newest: (group: readonly Report[]) => Report;
}

/** Computes how the refunds of a charge changed after the newest report of its total. */
function computeLater<Report extends TakenReport>(
  refunds: readonly (readonly Report[])[],
  total: Report,
  { value, newest }: Readers<Report>,
): Big {
  const included: { readonly then: Big; readonly tied: Big; readonly now: Big }[] = [];
  let later = new Big(0);
  for (const group of refunds) {
    const now = value(newest(group));
    const since = findSince(group);
    if (total.at !== null && since !== null && since > total.at) {
      later = later.plus(now);
      continue;
    }
    // Reports in the same second as the total may be before or after it.
    const before = group.filter(({ at }) => at !== null && total.at !== null && at < total.at);
    const until = group.filter(({ at }) => at !== null && total.at !== null && at <= total.at);
    const first = group.find(({ isVoid }) => !isVoid) ?? group[0]!;
    const then = before.length === 0 ? value({ ...first, isVoid: false }) : value(newest(before));
    included.push({ then, tied: until.length === 0 ? then : value(newest(until)), now });
  }
  // Whether the total includes the reports of its own second. It must if the refunds before that second add up to more
  // than the total.
  const isAfter = sum(included.map(({ then }) => then)).gt(value(total));
  return later.plus(sum(included.map(({ then, tied, now }) => now.minus(isAfter ? tied : then))));
}

/** Finds when a refund was made: the time stated for the refund, or else the time of its first report. */
function findSince(group: readonly TakenReport[]): number | null {
  for (const { partSince } of group) if (partSince !== null) return partSince;
  const times = group.flatMap(({ at }) => (at === null ? [] : [at]));
  return times.length === 0 ? null : Math.min(...times);
}

/** Computes the disputed amounts less reinstatements. The newest report of each dispute decides. */
function computeDisputed<Report extends TakenReport>(
  reports: readonly Report[],
  { value, newest }: Readers<Report>,
): Big {
  let taken = new Big(0);
  const disputes = reports.filter(({ effect }) => effect === 'dispute' || effect === 'reinstatement');
  for (const group of groupByObject(disputes).values()) {
    const withdrawals = group.filter(({ effect }) => effect === 'dispute');
    if (withdrawals.length === 0) continue;
    const withdrawn = value(newest(withdrawals));
    const last = newest(group);
    if (last.effect === 'dispute') taken = taken.plus(withdrawn);
    else if (withdrawn.gt(value(last))) taken = taken.plus(withdrawn).minus(value(last));
  }
  return taken;
}

/**
 * Whether one report is newer than another of the same object. Without the provider's times, a reinstatement is newer
 * than its dispute, and the larger of two totals is newer.
 */
function isNewer<Report extends TakenReport>(a: Report, b: Report, getAmount: ReadAmount<Report>): boolean {
  if (a.at !== null && b.at !== null) {
    return a.at === b.at ? a.eventId > b.eventId : a.at > b.at;
  }
  if (a.effect !== b.effect) return a.effect === 'reinstatement';
  if (a.isVoid !== b.isVoid) return a.isVoid;
  return new Big(getAmount(a)).gt(getAmount(b));
}

function groupByObject<Report extends TakenReport>(
  reports: readonly Report[],
): ReadonlyMap<string, readonly Report[]> {
  return Map.groupBy(reports, ({ objectId }) => objectId);
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0));
}
