import Big from 'big.js';
import { type EpochMs, microUsd } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { VenueFill } from '../../execution/index.ts';
import type { MoneyMoved } from '../money-moved.ts';
import { type BotOrder, isFinal, type OrderFill } from '../order.ts';
import { readFills } from './rows.ts';

/** What a venue says was traded, with the money that it moved. */
export type NewFill = VenueFill & MoneyMoved;

/** Sums that differ by less were only rounded differently. */
const ROUNDING = new Big('0.001');

/**
 * Stores what a venue says was traded so far. A venue that gives one sum for an order which still fills restates it
 * larger: what was added is a fill of its own, so that each part counts once.
 *
 * @param order As if this leg were all of it.
 * @returns The fills that were not known before, in the order given.
 */
export function insertFills(
  tx: Transaction,
  order: BotOrder,
  leg: number,
  fills: readonly NewFill[],
): OrderFill[] {
  const known = new Set(order.fills.map(({ fillId }) => fillId));
  for (const fill of fills) {
    const parts = order.fills.filter(
      ({ fillId }) => fillId === fill.fillId || belongsTo(fillId, fill.fillId),
    );
    if (parts.length === 0) insertFill(tx, order, leg, fill);
    // What is over cannot grow: a difference is one of rounding, or a trade that failed.
    else if (!isFinal(order.state)) insertGrowth(tx, order, leg, fill, parts);
  }
  return readFills(tx, order.orderId).filter((fill) => fill.leg === leg && !known.has(fill.fillId));
}

/**
 * Takes out the fills that the venue now says never happened, and keeps them beside.
 *
 * @param fills All that really was traded.
 * @returns The fills that were taken out, and what stands in their place.
 */
export function withdrawFills(
  tx: Transaction,
  order: BotOrder,
  leg: number,
  fills: readonly NewFill[],
  now: EpochMs,
): readonly OrderFill[] {
  const before = sumSizes(order.fills);
  if (before.eq(0) || sumSizes(fills).gt(before.times(new Big(1).minus(ROUNDING)))) return [];
  const keep = tx.get(
    `INSERT INTO bot_failed_fill (order_id, fill_id, t, price, size, usd, failed_at)
     SELECT order_id, fill_id, t, price, size, usd, ? FROM bot_fill WHERE order_id = ? AND leg = ? ON CONFLICT DO NOTHING`,
  );
  keep.run(now, order.orderId, leg);
  tx.get('DELETE FROM bot_fill WHERE order_id = ? AND leg = ?').run(order.orderId, leg);
  for (const fill of fills) insertFill(tx, order, leg, fill);
  return order.fills;
}

/** Whether fills are all new names for what is stored already as one sum: then they are the same trades. */
export function areSameAsSum(order: BotOrder, fills: readonly VenueFill[]): boolean {
  const [sum, ...others] = order.fills;
  if (!order.isSettling || sum === undefined || others.length > 0 || fills.length === 0) return false;
  return !fills.some(({ fillId }) => fillId === sum.fillId);
}

/**
 * Takes over what single fills say of the fee of their sum, which stays: it was counted and shown already.
 *
 * @returns By how much the fee grew, in millionths of a US dollar.
 */
export function takeOverFee(tx: Transaction, order: BotOrder, fills: readonly VenueFill[]): number {
  const [sum] = order.fills;
  const fees = fills.map(({ venueFeeMicroUsd }) => venueFeeMicroUsd);
  if (sum === undefined || fees.includes(null)) return 0;
  const fee = fees.reduce<number>((total, one) => total + (one ?? 0), 0);
  tx.get('UPDATE bot_fill SET venue_fee = ? WHERE order_id = ? AND fill_id = ?').run(
    ...[fee, order.orderId, sum.fillId],
  );
  return fee - (sum.venueFeeMicroUsd ?? 0);
}

function insertFill(tx: Transaction, order: BotOrder, leg: number, fill: NewFill): void {
  const { fillId, t, price, size, usdMicro, costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd } = fill;
  tx.get(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, cost, proceeds, leg)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id, fill_id) DO NOTHING`,
  ).run(
    ...[order.orderId, fillId, order.botId, order.mode, t, price, size, usdMicro, venueFeeMicroUsd],
    ...[costMicroUsd, proceedsMicroUsd, leg],
  );
}

function insertGrowth(
  tx: Transaction,
  order: BotOrder,
  leg: number,
  fill: NewFill,
  parts: readonly OrderFill[],
): void {
  const known = sumSizes(parts);
  const size = new Big(fill.size).minus(known);
  const usdMicro = fill.usdMicro - sum(parts, 'usdMicro');
  if (size.lte(known.times(ROUNDING)) || usdMicro < 0) return;
  insertFill(tx, order, leg, {
    fillId: `${fill.fillId}/${parts.length}`,
    t: fill.t,
    price: new Big(usdMicro).div(1_000_000).div(size).round(6, Big.roundHalfUp).toFixed(),
    size: size.toFixed(),
    usdMicro: microUsd(usdMicro),
    costMicroUsd: microUsd(Math.max(0, fill.costMicroUsd - sum(parts, 'costMicroUsd'))),
    proceedsMicroUsd: microUsd(Math.max(0, fill.proceedsMicroUsd - sum(parts, 'proceedsMicroUsd'))),
    venueFeeMicroUsd:
      fill.venueFeeMicroUsd === null ? null : fill.venueFeeMicroUsd - sum(parts, 'venueFeeMicroUsd'),
  });
}

function sum(
  parts: readonly OrderFill[],
  member: 'usdMicro' | 'costMicroUsd' | 'proceedsMicroUsd' | 'venueFeeMicroUsd',
): number {
  return parts.reduce((total, part) => total + (part[member] ?? 0), 0);
}

/** `id/1`, `id/2` .. are what a sum grew by. */
function belongsTo(fillId: string, sumId: string): boolean {
  return fillId.startsWith(`${sumId}/`);
}

function sumSizes(fills: readonly Pick<VenueFill, 'size'>[]): Big {
  return fills.reduce((sum, { size }) => sum.plus(size), new Big(0));
}
