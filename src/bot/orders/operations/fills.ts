import Big from 'big.js';
import { type EpochMs, microUsd } from '../../../domain/index.ts';
import type { VenueFill } from '../../execution/index.ts';
import type { MoneyMoved } from '../money-moved.ts';
import { type BotOrder, isFinal, type OrderFill } from '../order.ts';
import type { OrderRows } from '../rows.ts';

/** A fill reported by a venue, with the money that it moved. */
export type NewFill = VenueFill & MoneyMoved;

/** A smaller relative difference between sums is rounding. */
const ROUNDING = new Big('0.001');

/**
 * Stores the fills that a venue has reported so far. A venue that reports one growing sum restates it with each fill; the
 * growth is stored as a fill of its own, so that each part counts once.
 *
 * @param order The order, reduced to this leg.
 * @param stored Fills of all legs before.
 * @returns Fills of all legs afterwards.
 */
export function insertFills(
  rows: OrderRows,
  order: BotOrder,
  leg: number,
  fills: readonly NewFill[],
  stored: readonly OrderFill[],
): readonly OrderFill[] {
  const taken = toIds(stored);
  const before = taken.size;
  for (const fill of fills) {
    const parts = order.fills.filter(
      ({ fillId }) => fillId === fill.fillId || belongsTo(fillId, fill.fillId),
    );
    if (parts.length === 0) insertFill(rows, order, leg, fill, taken);
    // A finished order cannot grow: the difference is rounding, or a failed trade.
    else if (!isFinal(order.state)) insertGrowth(rows, order, leg, fill, parts, taken);
  }
  return taken.size === before ? stored : rows.listFills(order.orderId);
}

/**
 * Removes fills that the venue now reports as failed, and keeps them in a table of failed fills.
 *
 * @param fills The fills that did happen; they replace the removed ones.
 * @returns The fills that were taken out.
 */
export function withdrawFills(
  rows: OrderRows,
  order: BotOrder,
  leg: number,
  fills: readonly NewFill[],
  now: EpochMs,
): readonly OrderFill[] {
  const before = sumSizes(order.fills);
  if (before.eq(0) || sumSizes(fills).gt(before.times(new Big(1).minus(ROUNDING)))) return [];
  const { orderId } = order;
  for (const { fillId, t, price, size, notionalMicroUsd } of order.fills) {
    // A fill that fails twice keeps its first failure.
    if (rows.findFailedFill({ orderId, fillId }) !== null) continue;
    rows.insertFailedFill({ orderId, fillId, t, price, size, notionalMicroUsd, failedAt: now });
  }
  rows.removeFills(orderId, leg);
  const taken = toIds(rows.listFills(orderId));
  for (const fill of fills) insertFill(rows, order, leg, fill, taken);
  return order.fills;
}

const toIds = (fills: readonly OrderFill[]) => new Set(fills.map(({ fillId }) => fillId));

/**
 * Sets the fee of a stored sum from its single fills. The sum itself stays, since it was counted and shown.
 *
 * @returns By how much the fee grew, in millionths of a US dollar.
 */
export function takeOverFee(rows: OrderRows, order: BotOrder, fills: readonly VenueFill[]): number {
  const [sum] = order.fills;
  const fees = fills.map(({ venueFeeMicroUsd }) => venueFeeMicroUsd);
  if (sum === undefined || fees.includes(null)) return 0;
  const fee = fees.reduce<number>((total, one) => total + (one ?? 0), 0);
  rows.updateVenueFee({ orderId: order.orderId, fillId: sum.fillId }, fee);
  return fee - (sum.venueFeeMicroUsd ?? 0);
}

/** A fill that a venue lists twice counts once. @param taken Ids of all fills of the order. */
function insertFill(rows: OrderRows, order: BotOrder, leg: number, fill: NewFill, taken: Set<string>): void {
  const { orderId, botId, mode } = order;
  const { fillId, t, price, size, notionalMicroUsd, costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd } = fill;
  if (taken.has(fillId)) return;
  taken.add(fillId);
  rows.insertFill({
    ...{ orderId, fillId, botId, mode, leg, t, price, size, notionalMicroUsd: microUsd(notionalMicroUsd) },
    ...{ costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd },
  });
}

function insertGrowth(
  rows: OrderRows,
  order: BotOrder,
  leg: number,
  fill: NewFill,
  parts: readonly OrderFill[],
  taken: Set<string>,
): void {
  const known = sumSizes(parts);
  const size = new Big(fill.size).minus(known);
  const notionalMicroUsd = fill.notionalMicroUsd - sum(parts, 'notionalMicroUsd');
  if (size.lte(known.times(ROUNDING)) || notionalMicroUsd < 0) return;
  const growth: NewFill = {
    fillId: `${fill.fillId}/${parts.length}`,
    t: fill.t,
    price: new Big(notionalMicroUsd).div(1_000_000).div(size).round(6, Big.roundHalfUp).toFixed(),
    size: size.toFixed(),
    notionalMicroUsd: microUsd(notionalMicroUsd),
    costMicroUsd: microUsd(Math.max(0, fill.costMicroUsd - sum(parts, 'costMicroUsd'))),
    proceedsMicroUsd: microUsd(Math.max(0, fill.proceedsMicroUsd - sum(parts, 'proceedsMicroUsd'))),
    venueFeeMicroUsd:
      fill.venueFeeMicroUsd === null ? null : fill.venueFeeMicroUsd - sum(parts, 'venueFeeMicroUsd'),
  };
  insertFill(rows, order, leg, growth, taken);
}

function sum(
  parts: readonly OrderFill[],
  member: 'notionalMicroUsd' | 'costMicroUsd' | 'proceedsMicroUsd' | 'venueFeeMicroUsd',
): number {
  return parts.reduce((total, part) => total + (part[member] ?? 0), 0);
}

/** `id/1`, `id/2`, ... are the growths of a sum. */
function belongsTo(fillId: string, sumId: string): boolean {
  return fillId.startsWith(`${sumId}/`);
}

function sumSizes(fills: readonly Pick<VenueFill, 'size'>[]): Big {
  return fills.reduce((sum, { size }) => sum.plus(size), new Big(0));
}
