import type { AdminAction } from '../../accounts/admin-actions.ts';
import type { Hold, Ledger } from '../../billing/ledger/ledger.ts';
import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import { findClosableFrom, findHeld } from './close-decision.ts';
import { closeUnanswered } from './operations/close-order.ts';
import { toHoldKey } from './operations/fee.ts';
import { toOrder } from './operations/order-row.ts';
import type { OrderCursor } from './order.ts';
import { type BotOrder, isFinal } from './order.ts';
import type { CloseOutcome, OrderClosing, OrderReview, WaitingOrder } from './order-review.ts';
import type { OrderQueries } from './rows.ts';

export interface StoredOrderReviewOptions {
  readonly ledger: ServiceDatabase & Pick<Ledger, 'findHold'>;
  readonly queries: Pick<OrderQueries, 'listWaiting'>;
  readonly clock: Clock;
}

/** The orders of the service database. */
export class StoredOrderReview implements OrderReview {
  readonly #options: StoredOrderReviewOptions;

  constructor(options: StoredOrderReviewOptions) {
    this.#options = options;
  }

  async list(limit: number, after?: OrderCursor): Promise<readonly WaitingOrder[]> {
    const { ledger, queries } = this.#options;
    const rows = await queries.listWaiting(after ?? null, limit);
    return Promise.all(
      rows.map(async ({ order, fills }) =>
        describeWaiting(toOrder(order, fills), await ledger.findHold(toHoldKey(order.orderId))),
      ),
    );
  }

  close(closing: OrderClosing, by: Omit<AdminAction, 'at'>): Promise<CloseOutcome> {
    const { ledger, clock } = this.#options;
    return ledger.transact(closeUnanswered, { ...closing, by: { ...by, at: clock() } });
  }
}

function describeWaiting(order: BotOrder, hold: Hold | null): WaitingOrder {
  // Legs are sent one after another, so the first open one is the leg that cannot be looked up.
  const prepared = order.legs.find(({ state }) => !isFinal(state))?.prepared ?? order.legs[0]?.prepared;
  return {
    orderId: order.orderId,
    botId: order.botId,
    owner: order.owner,
    venue: order.venue,
    asset: order.asset,
    state: order.state,
    message: order.message,
    venueOrderId: order.venueOrderId,
    createdAt: order.createdAt,
    account: prepared?.account ?? null,
    venueClientId: prepared?.venueClientId ?? null,
    heldMicroUsd: findHeld(hold),
    closableFrom: findClosableFrom(order, hold),
  };
}
