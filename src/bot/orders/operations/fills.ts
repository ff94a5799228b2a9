import type { EpochMs } from '../../../domain/index.ts';
import type { FillPlan } from '../fills-decision.ts';
import type { BotOrder, OrderFill } from '../order.ts';
import type { OrderRows } from '../rows.ts';
import { bookFee, bookTrade, rebookMarket } from './bookings.ts';

/** Order, leg and rows that a change of fills needs. */
interface FillContext {
  readonly rows: OrderRows;
  /** The order before the result, with the fills of this leg only. */
  readonly order: BotOrder;
  readonly leg: number;
  readonly now: EpochMs;
}

/** Stores planned changes of a leg's fills, and books them in position and score. */
export function storeFills(context: FillContext, { replacing, correction, added, feeOfSum }: FillPlan): void {
  const { rows, order, leg } = context;
  if (replacing !== null) {
    withdrawFills(context);
    for (const fill of replacing) insertFill(rows, order, fill);
    rebookMarket(rows, order, { withdrawn: order.fills, stored: replacing });
  }
  if (correction !== null) correctFills(context, correction);
  if (feeOfSum !== null) {
    const { fillId, feeMicroUsd, growth } = feeOfSum;
    rows.updateVenueFee({ orderId: order.orderId, fillId }, feeMicroUsd);
    const known = order.fills.find((fill) => fill.fillId === fillId);
    if (known !== undefined) bookFee(rows, order, known, growth);
  }
  const isFar = order.legs[leg]?.prepared.details.nearMarket === false;
  for (const fill of added) {
    insertFill(rows, order, fill);
    bookTrade(rows, order, { side: order.side, ...fill }, isFar);
  }
}

/** Replaces provisional fills by a corrected one, which appears on the tape as a new fill. */
function correctFills(
  { rows, order }: FillContext,
  { provisional, fill }: NonNullable<FillPlan['correction']>,
): void {
  const { orderId, botId, mode } = order;
  const places = provisional.map(({ fillId }) => rows.findFillPlace({ orderId, fillId }));
  const place = places.find((one) => one !== null);
  for (const { fillId } of provisional) rows.removeFill({ orderId, fillId });
  rows.insertFill({ orderId, botId, mode, ...fill, ...(place === undefined ? {} : { place }) });
  rebookMarket(rows, order, { withdrawn: provisional, stored: [fill] });
}

/** Moves the fills of a leg to the table of failed fills. */
function withdrawFills({ rows, order: { orderId, fills }, leg, now }: FillContext): void {
  for (const { fillId, t, price, size, notionalMicroUsd } of fills) {
    // A fill that failed before keeps its first failure.
    if (rows.findFailedFill({ orderId, fillId }) !== null) continue;
    rows.insertFailedFill({ orderId, fillId, t, price, size, notionalMicroUsd, failedAt: now });
  }
  rows.removeFills(orderId, leg);
}

function insertFill(rows: OrderRows, { orderId, botId, mode }: BotOrder, fill: OrderFill): void {
  rows.insertFill({ orderId, botId, mode, ...fill });
}
