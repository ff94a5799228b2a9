import type { AdminAction } from '../../accounts/admin-actions.ts';
import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';

/** An order whose end is not known, as the operator looks at it. */
export type WaitingOrder = Pick<
  BotOrder,
  'orderId' | 'botId' | 'owner' | 'venue' | 'asset' | 'state' | 'message' | 'venueOrderId' | 'createdAt'
> & {
  /** The account at the venue that signed it, and the id under which that account finds it; null: never signed. */
  readonly account: string | null;
  readonly venueClientId: string | null;
  /** Set aside for it until its end is known. */
  readonly heldMicroUsd: MicroUsd;
  /** From when on it may be closed; null: its venue answers, or it never left. */
  readonly closableFrom: EpochMs | null;
};

/** A place in the list of waiting orders. */
export type WaitingPlace = Pick<WaitingOrder, 'createdAt' | 'orderId'>;

export interface OrderClosing {
  readonly orderId: string;
  /** What the operator saw at the venue. */
  readonly note: string;
}

export type CloseOutcome =
  | { readonly status: 'closed'; readonly order: BotOrder; readonly releasedMicroUsd: MicroUsd }
  /** There is no such order, or its end is known. */
  | { readonly status: 'order_not_found' }
  /** Its venue may still answer, or answered within a day. */
  | { readonly status: 'too_soon'; readonly closableFrom: EpochMs | null };

/**
 * The operator's look at orders that nobody can ask their venue for, mostly because the credential that they were sent
 * with is gone. To close one lets go what is set aside for it and counts it as rejected: nothing is charged and no fill
 * is made up. Should its venue still say that it was filled, the fill is stored and stays free.
 */
export interface OrderReview {
  /** Orders that are not final, oldest first. @param after The last one of the page before. */
  list(limit: number, after?: WaitingPlace): Promise<readonly WaitingOrder[]>;
  /** Stored together with who did it. */
  close(closing: OrderClosing, by: Omit<AdminAction, 'at'>): Promise<CloseOutcome>;
}
