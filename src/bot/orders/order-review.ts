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
import type { OrderQueries } from './rows.ts';
import type { CloseOutcome, OrderClosing, WaitingOrder } from './waiting-order.ts';

export interface OrderReviewOptions {
  readonly ledger: ServiceDatabase & Pick<Ledger, 'findHold'>;
  readonly queries: Pick<OrderQueries, 'listWaiting'>;
  readonly clock: Clock;
}

/**
 * The operator's work on orders whose venue can no longer be asked, mostly because their credential was removed.
 * Closing an order releases its hold and rejects it: nothing is charged, and no fill is invented. The venue is not
 * asked again; if the answer to an earlier question still brings a fill, it is stored without a fee.
 */
export class OrderReview {
  readonly #options: OrderReviewOptions;

  constructor(options: OrderReviewOptions) {
    this.#options = options;
  }

  /** Lists unfinished orders, oldest first. @param after Last order of the page before. */
  async list(limit: number, after?: OrderCursor): Promise<readonly WaitingOrder[]> {
    const { ledger, queries } = this.#options;
    const rows = await queries.listWaiting(after ?? null, limit);
    return Promise.all(
      rows.map(async ({ order, fills }) =>
        describeWaiting(toOrder(order, fills), await ledger.findHold(toHoldKey(order.orderId))),
      ),
    );
  }

  /** Closes an order, and stores who closed it. */
  close(closing: OrderClosing, by: Omit<AdminAction, 'at'>): Promise<CloseOutcome> {
    const { ledger, clock } = this.#options;
    return ledger.transact(closeUnanswered, { ...closing, by: { ...by, at: clock() } });
  }
}

function describeWaiting(order: BotOrder, hold: Hold | null): WaitingOrder {
  // Legs are sent one after another, so the first leg without a final state is the one that cannot be looked up.
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
