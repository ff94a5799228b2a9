import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';

/** An order whose final state is not known, as the operator sees it. */
export type WaitingOrder = Pick<
  BotOrder,
  'orderId' | 'botId' | 'owner' | 'venue' | 'asset' | 'state' | 'message' | 'venueOrderId' | 'createdAt'
> & {
  /** Account at the venue that signed the order; null: never signed. */
  readonly account: string | null;
  readonly venueClientId: string | null;
  /** Micro-USD that are set aside for the order until it is final. */
  readonly heldMicroUsd: MicroUsd;
  /** Time from which the operator may close the order; null: never sent. */
  readonly closableFrom: EpochMs | null;
};

export interface OrderClosing {
  readonly orderId: string;
  /** The operator's note about the order's state at the venue. */
  readonly note: string;
}

export type CloseOutcome =
  | { readonly status: 'closed'; readonly order: BotOrder; readonly releasedMicroUsd: MicroUsd }
  /** The order does not exist, or its final state is known. */
  | { readonly status: 'order_not_found' }
  /** The order was reserved and never sent, so the service ends it by itself. */
  | { readonly status: 'never_sent' }
  /** The order's venue may still answer, or has answered within a day. */
  | { readonly status: 'too_soon'; readonly closableFrom: EpochMs };
