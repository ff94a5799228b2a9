import Big from 'big.js';
import type { ReversalEffect } from './reversal.ts';

/** One report about a payment. */
export interface TakenReport {
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly eventId: string;
  /** Provider's time of the report, epoch ms; null: not stated. */
  readonly at: number | null;
  readonly isVoid: boolean;
  /** The charge whose total contains this refund, '' where it is not known; null: it is part of no charge. */
  readonly partOf: string | null;
  /** Time when a refund of a part was made, epoch ms; null: not known. */
  readonly partSince: number | null;
}

/** Reads the amount of a report, in any unit. */
export type ReadAmount<Report> = (report: Report) => Big.BigSource;

/**
 * Computes the amount of a payment that a provider has taken back, as the newest reports say: refunds, totals of
 * charges and disputes, less reinstatements. The order in which the reports arrived does not matter.
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

/** The change of the refunds of a charge after the newest report of its total. */
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
    // Reports of the same moment are before the total, or after it: seconds do not tell.
    const before = group.filter(({ at }) => at !== null && total.at !== null && at < total.at);
    const until = group.filter(({ at }) => at !== null && total.at !== null && at <= total.at);
    const first = group.find(({ isVoid }) => !isVoid) ?? group[0]!;
    const then = before.length === 0 ? value({ ...first, isVoid: false }) : value(newest(before));
    included.push({ then, tied: until.length === 0 ? then : value(newest(until)), now });
  }
  // Whether the total includes refunds as they were after the moment: it does where their sum before it exceeds the
  // total.
  const isAfter = sum(included.map(({ then }) => then)).gt(value(total));
  return later.plus(sum(included.map(({ then, tied, now }) => now.minus(isAfter ? tied : then))));
}

/** Finds when a refund was made: the time that the refund states, or else the time of its first report. */
function findSince(group: readonly TakenReport[]): number | null {
  for (const { partSince } of group) if (partSince !== null) return partSince;
  const times = group.flatMap(({ at }) => (at === null ? [] : [at]));
  return times.length === 0 ? null : Math.min(...times);
}

/** Computes the disputed amounts less reinstatements. The newest report of a dispute decides. */
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
 * Whether a report is newer than another one of its object. Without the provider's times, a reinstatement comes after its
 * dispute, and of two totals the larger one is newer.
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
