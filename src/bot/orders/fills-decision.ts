import Big from 'big.js';
import { microUsd } from '../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution/index.ts';
import { type MoneyMoved, splitMoney } from './money-moved.ts';
import { type BotOrder, isFinal, type OrderFill } from './order.ts';
import type { OrderResult } from './order-store.ts';
import { decideFills } from './result-decision.ts';

export interface FillFacts {
  /** Index of the leg. */
  readonly leg: number;
  /** The order before the result, with the fills of this leg only. */
  readonly before: BotOrder;
  /** Fills of all legs before the result. */
  readonly stored: readonly OrderFill[];
  readonly result: OrderResult;
  /** Size of the open position before the result, signed decimal text. */
  readonly open: string;
}

/** Changes that one result makes to the fills of an order. */
export interface FillPlan {
  /** Fills that replace all stored fills of the leg because some of those failed on chain; null: none failed. */
  readonly replacing: readonly OrderFill[] | null;
  /** Stored provisional fills of the leg, with the one fill of stated prices that replaces them; null: none. */
  readonly correction: { readonly provisional: readonly OrderFill[]; readonly fill: OrderFill } | null;
  /** Fills to store beside the others. */
  readonly added: readonly OrderFill[];
  /** Fee of a stored sum of fills, now known from the single fills; null: the fee stays as it is. */
  readonly feeOfSum: {
    readonly fillId: string;
    readonly feeMicroUsd: number;
    readonly growth: number;
  } | null;
  /** Fills of all legs after the result, in the order in which they became known. */
  readonly fills: readonly OrderFill[];
  /** Fills that the result made known. */
  readonly newFills: readonly OrderFill[];
}

/** A fill reported by a venue, with the money that it moved. */
type ReportedFill = VenueFill & MoneyMoved;

/** Relative difference between two sums that counts as rounding. */
const ROUNDING = new Big('0.001');

/** Decides which fills a result adds, replaces or removes. Pure. */
export function decideFillChanges(facts: FillFacts): FillPlan {
  const { leg, before, stored, result } = facts;
  const prepared = before.legs[leg]?.prepared;
  const decision = decideFills(before, result, prepared !== undefined);
  if (decision.action === 'take_over_fee') return planFeeOfSum(facts, decision.fills);
  const reported =
    'fills' in decision && prepared !== undefined ? addMoney(facts, prepared, decision.fills) : [];
  if (decision.action === 'correct') {
    const plan = planCorrection(facts, reported);
    if (plan !== null) return plan;
  }
  // If the stated fills leave nothing for the provisional ones, those never happened.
  const hasFailed = decision.action !== 'keep' && decision.action !== 'add';
  const replacing = hasFailed ? planReplacement(facts, reported) : null;
  const remaining =
    replacing === null ? stored : [...stored.filter((fill) => fill.leg !== leg), ...replacing];
  const added = planAdditions(facts, reported, remaining);
  const known = new Set(before.fills.map(({ fillId }) => fillId));
  const newFills = [...(replacing ?? []).filter(({ fillId }) => !known.has(fillId)), ...added];
  return { replacing, correction: null, added, feeOfSum: null, fills: [...remaining, ...added], newFills };
}

/**
 * Plans one corrected fill in place of all provisional ones, so that each order is corrected once. Fills of the leg
 * whose prices were stated before stay, and their part is subtracted.
 *
 * @returns null when the stated fills leave nothing for the provisional ones.
 */
function planCorrection(
  { leg, before, stored }: FillFacts,
  reported: readonly ReportedFill[],
): FillPlan | null {
  const provisional = before.fills.filter(({ basis }) => basis === 'provisional');
  const kept = before.fills.filter(({ basis }) => basis !== 'provisional');
  const single = listOnce(reported);
  const [first] = provisional;
  const last = single.at(-1);
  const size = sumSizes(single).minus(sumSizes(kept));
  if (first === undefined || last === undefined || size.lte(0)) return null;
  const rest = (member: SummedMember) => Math.max(0, sum(single, member) - sum(kept, member));
  const isFeeKnown = single.every(({ venueFeeMicroUsd }) => venueFeeMicroUsd !== null);
  const notionalMicroUsd = microUsd(rest('notionalMicroUsd'));
  const fill: OrderFill = {
    fillId: first.fillId,
    t: last.t,
    price: new Big(notionalMicroUsd).div(1_000_000).div(size).round(6, Big.roundHalfUp).toFixed(),
    size: size.toFixed(),
    notionalMicroUsd,
    costMicroUsd: microUsd(rest('costMicroUsd')),
    proceedsMicroUsd: microUsd(rest('proceedsMicroUsd')),
    venueFeeMicroUsd: isFeeKnown ? sum(single, 'venueFeeMicroUsd') - sum(kept, 'venueFeeMicroUsd') : null,
    leg,
    basis: 'corrected',
  };
  const replaced = toIds(provisional);
  const fills = stored.flatMap((one) => {
    if (one === first) return [fill];
    return one.leg === leg && replaced.has(one.fillId) ? [] : [one];
  });
  return {
    replacing: null,
    correction: { provisional, fill },
    added: [],
    feeOfSum: null,
    fills,
    newFills: [fill],
  };
}

/** Plans the fee of a stored sum of fills. The sum itself stays, since it was counted and shown before. */
function planFeeOfSum({ before, stored }: FillFacts, single: readonly VenueFill[]): FillPlan {
  const unchanged = {
    replacing: null,
    correction: null,
    added: [],
    feeOfSum: null,
    fills: stored,
    newFills: [],
  };
  const [sum] = before.fills;
  const fees = single.map(({ venueFeeMicroUsd }) => venueFeeMicroUsd);
  if (sum === undefined || fees.includes(null)) return unchanged;
  const { fillId } = sum;
  const feeMicroUsd = fees.reduce<number>((total, fee) => total + (fee ?? 0), 0);
  return {
    ...unchanged,
    feeOfSum: { fillId, feeMicroUsd, growth: feeMicroUsd - (sum.venueFeeMicroUsd ?? 0) },
    fills: stored.map((fill) => (fill.fillId === fillId ? { ...fill, venueFeeMicroUsd: feeMicroUsd } : fill)),
  };
}

/** Adds cost and proceeds to each fill in order, starting from the open position. */
function addMoney(
  { before, open }: FillFacts,
  prepared: PreparedOrder,
  fills: readonly VenueFill[],
): readonly ReportedFill[] {
  const known = new Set(before.fills.map(({ fillId }) => fillId));
  let position = new Big(open);
  return fills.map((fill) => {
    const money = splitMoney(prepared, fill, position.toFixed());
    if (!known.has(fill.fillId)) {
      position = before.side === 'buy' ? position.plus(fill.size) : position.minus(fill.size);
    }
    return { ...fill, ...money };
  });
}

/**
 * Plans the replacement of stored fills of which some failed.
 *
 * @returns The fills that did happen; null when the stored ones all did.
 */
function planReplacement(
  { leg, before, stored }: FillFacts,
  reported: readonly ReportedFill[],
): readonly OrderFill[] | null {
  const size = sumSizes(before.fills);
  if (size.eq(0) || sumSizes(reported).gt(size.times(new Big(1).minus(ROUNDING)))) return null;
  const taken = toIds(stored.filter((fill) => fill.leg !== leg));
  return listNew(reported, leg, taken);
}

/**
 * Plans the new fills of a result. Some venues report one sum that grows with each answer. Each growth becomes a fill
 * of its own, so that each part counts once.
 */
function planAdditions(
  { leg, before }: FillFacts,
  reported: readonly ReportedFill[],
  remaining: readonly OrderFill[],
): readonly OrderFill[] {
  const ofLeg = remaining.filter((fill) => fill.leg === leg);
  // An ended order reports all of its fills. If their size does not exceed that of the stored ones, none is new, even
  // when they are the single trades of a stored sum.
  const isKnown = isFinal(before.state) && sumSizes(ofLeg).gte(sumSizes(listOnce(reported)));
  if (isKnown) return [];
  const additions = reported.flatMap((fill) => {
    const parts = ofLeg.filter(({ fillId }) => fillId === fill.fillId || belongsTo(fillId, fill.fillId));
    if (parts.length === 0) return [fill];
    // An ended order cannot grow, so a difference is rounding or a failed trade.
    const growth = isFinal(before.state) ? null : findGrowth(fill, parts);
    return growth === null ? [] : [growth];
  });
  return listNew(additions, leg, toIds(remaining));
}

/** Finds the part of a growing sum that is not stored yet; null: none. */
function findGrowth(fill: ReportedFill, parts: readonly OrderFill[]): ReportedFill | null {
  const known = sumSizes(parts);
  const size = new Big(fill.size).minus(known);
  const notionalMicroUsd = fill.notionalMicroUsd - sum(parts, 'notionalMicroUsd');
  if (size.lte(known.times(ROUNDING)) || notionalMicroUsd < 0) return null;
  return {
    fillId: `${fill.fillId}/${parts.length}`,
    t: fill.t,
    price: new Big(notionalMicroUsd).div(1_000_000).div(size).round(6, Big.roundHalfUp).toFixed(),
    size: size.toFixed(),
    notionalMicroUsd: microUsd(notionalMicroUsd),
    costMicroUsd: microUsd(Math.max(0, fill.costMicroUsd - sum(parts, 'costMicroUsd'))),
    proceedsMicroUsd: microUsd(Math.max(0, fill.proceedsMicroUsd - sum(parts, 'proceedsMicroUsd'))),
    venueFeeMicroUsd:
      fill.venueFeeMicroUsd === null ? null : fill.venueFeeMicroUsd - sum(parts, 'venueFeeMicroUsd'),
    ...(fill.isProvisional === true ? { isProvisional: true } : {}),
  };
}

/**
 * Lists the reported fills that are not stored yet. A fill that is listed twice counts once.
 *
 * @param taken Ids of the order's stored fills.
 */
function listNew(reported: readonly ReportedFill[], leg: number, taken: ReadonlySet<string>): OrderFill[] {
  const fills = new Map<string, OrderFill>();
  for (const fill of reported) {
    const { fillId, t, price, size, notionalMicroUsd, costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd } =
      fill;
    const isProvisional = fill.isProvisional === true;
    if (taken.has(fillId) || fills.has(fillId)) continue;
    const money = {
      notionalMicroUsd: microUsd(notionalMicroUsd),
      costMicroUsd,
      proceedsMicroUsd,
      venueFeeMicroUsd,
    };
    fills.set(fillId, {
      fillId,
      t,
      price,
      size,
      ...money,
      leg,
      basis: isProvisional ? 'provisional' : 'stated',
    });
  }
  return [...fills.values()];
}

/** Lists each reported fill once. */
const listOnce = (reported: readonly ReportedFill[]) => [
  ...new Map(reported.map((fill) => [fill.fillId, fill])).values(),
];

const toIds = (fills: readonly OrderFill[]) => new Set(fills.map(({ fillId }) => fillId));

type SummedMember = 'notionalMicroUsd' | 'costMicroUsd' | 'proceedsMicroUsd' | 'venueFeeMicroUsd';

function sum(parts: readonly Readonly<Record<SummedMember, number | null>>[], member: SummedMember): number {
  return parts.reduce((total, part) => total + (part[member] ?? 0), 0);
}

/** Whether a stored fill is a part by which a sum has grown: `id/1`, `id/2`, ... */
function belongsTo(fillId: string, sumId: string): boolean {
  return fillId.startsWith(`${sumId}/`);
}

function sumSizes(fills: readonly Pick<VenueFill, 'size'>[]): Big {
  return fills.reduce((total, { size }) => total.plus(size), new Big(0));
}
