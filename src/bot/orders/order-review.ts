import type { AdminAction } from '../../accounts/admin-actions.ts';
import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { BotOrder, OrderCursor } from './order.ts';

/** An order whose final state is not known, as the operator sees it. */
export type WaitingOrder = Pick<
  BotOrder,
  'orderId' | 'botId' | 'owner' | 'venue' | 'asset' | 'state' | 'message' | 'venueOrderId' | 'createdAt'
> & {
  /** The account at the venue that signed it, and the id under which that account finds it; null: never signed. */
  readonly account: string | null;
  readonly venueClientId: string | null;
  /** Set aside for it until it is final. */
  readonly heldMicroUsd: MicroUsd;
  /** The earliest time at which the operator may close it; null: it was never sent. */
  readonly closableFrom: EpochMs | null;
};

export interface OrderClosing {
  readonly orderId: string;
  /** The operator's finding at the venue. */
  readonly note: string;
}

export type CloseOutcome =
  | { readonly status: 'closed'; readonly order: BotOrder; readonly releasedMicroUsd: MicroUsd }
  /** There is no such order, or its end is known. */
  | { readonly status: 'order_not_found' }
  /** It was reserved and never sent: the service ends it by itself. */
  | { readonly status: 'never_sent' }
  /** Its venue may still answer, or answered within a day. */
  | { readonly status: 'too_soon'; readonly closableFrom: EpochMs };

/**
 * The operator's view of orders whose venue can no longer be asked, mostly because the credential that sent them was
 * removed. Closing an order releases its hold and rejects it: nothing is charged and no fill is invented. The
 * venue is not asked again; a fill whose answer was on its way already is stored without a fee.
 */
export interface OrderReview {
  /** Orders that are not final, oldest first. @param after The last one of the page before. */
  list(limit: number, after?: OrderCursor): Promise<readonly WaitingOrder[]>;
  /** Stored together with who did it. */
  close(closing: OrderClosing, by: Omit<AdminAction, 'at'>): Promise<CloseOutcome>;
}
