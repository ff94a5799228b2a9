import { type KillSwitch, mustEnd } from '../control/kill-switch.ts';
import { mayOpen } from '../limits/signed-legs.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderLeg } from '../orders/order.ts';
import type { OrderResult, OrderStore } from '../orders/order-store.ts';
import type { LegSender } from './leg-sender.ts';
import { CANCELLED, toNotSent } from './not-sent.ts';
import type { OrderLocks } from './order-locks.ts';
import { isUnopened, startVenueTimeout, VENUE_TIMEOUT_MS, type VenueAccess } from './venue-access.ts';

export interface OrderFollowUpOptions {
  readonly mode: ExecutionMode;
  readonly orders: Pick<OrderStore, 'find' | 'requestCancel'>;
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Receives the error of a credential that does not open now. The venue is asked once the credential opens. */
  readonly onFault: (error: unknown, orderId: string) => void;
}

interface FollowUpParts {
  readonly locks: OrderLocks;
  readonly sender: LegSender;
  readonly access: VenueAccess;
}

/** An order after it was resolved. */
export interface Resolution {
  /** The stored order; null: it does not exist. */
  readonly order: BotOrder | null;
  /** Time in ms before which the venue need not be asked again. Present when it could not be asked now. */
  readonly retryAfterMs?: number;
  /**
   * Time in ms after which an order that the venue does not know counts as never arrived. Absent: the venue knows the
   * order.
   */
  readonly finalInMs?: number;
}

/** Follows stored orders until they are final: looks them up at their venues, or cancels them there. */
export class OrderFollowUp {
  readonly #options: OrderFollowUpOptions;
  readonly #locks: OrderLocks;
  readonly #sender: LegSender;
  readonly #access: VenueAccess;

  constructor(options: OrderFollowUpOptions, { locks, sender, access }: FollowUpParts) {
    this.#options = options;
    this.#locks = locks;
    this.#sender = sender;
    this.#access = access;
  }

  /**
   * Cancels an order: its unsent legs are never sent, and the venue is asked to cancel the rest. The request is stored
   * first, so that the venue is asked again after a lost answer or a restart. Works while trading is halted, too.
   *
   * @returns The order after the venue's answer; a final order unchanged; null when the bot has no order with this id.
   */
  async cancel({ botId }: Pick<BotOrder, 'botId'>, orderId: string): Promise<BotOrder | null> {
    const { onFault, orders } = this.#options;
    const found = await orders.requestCancel(botId, orderId);
    if (found === null || isFinal(found.state)) return found;
    this.#sender.holdBack(orderId);
    await this.#locks.waitUntilFree(orderId, VENUE_TIMEOUT_MS);
    try {
      const { order } = await this.resolve(found);
      if (order === null || isFinal(order.state)) this.#sender.forgetHoldBack(orderId);
      return order;
    } catch (error) {
      // The credential does not open now. The venue is asked once it opens.
      if (!isUnopened(error)) throw error;
      onFault(error, orderId);
      return orders.find(botId, found.clientOrderId);
    }
  }

  /**
   * Resolves an order that no caller is placing, by asking the venue for its state. While trading of its bot is halted,
   * or after its bot has cancelled it, the venue is asked to cancel it instead, until it confirms that nothing rests.
   *
   * @param found The order, as read earlier.
   */
  async resolve(found: Pick<BotOrder, 'botId' | 'clientOrderId'>): Promise<Resolution> {
    const order = await this.#options.orders.find(found.botId, found.clientOrderId);
    if (order === null || this.#locks.isHeld(order.orderId)) return { order };
    if (isFinal(order.state) && !order.isSettling) return { order };
    // The order is of the other mode, in which its venue cannot be asked now, so the last answer holds.
    if (order.mode !== this.#options.mode && order.submittedAt !== null) return { order };
    const unsentFrom = this.#sender.findUnsent(order.orderId);
    if (unsentFrom !== undefined) return { order: await this.#sender.endUnsent(order, unsentFrom) };
    if (order.submittedAt === null) {
      const stopped = toNotSent('venue_unavailable', 'the service stopped before the order was sent');
      const result = this.#sender.isCancelled(order) ? CANCELLED : stopped;
      return { order: await this.#sender.applyResult(order, 0, result) };
    }
    return this.#locks.run(order.orderId, () => this.#resolveLegs(order));
  }

  /** Looks up the legs that were sent, those without a final state first, and sends the leg that waited for them. */
  async #resolveLegs(order: BotOrder): Promise<Resolution> {
    let now = await this.#sender.sendSecondLeg(order);
    // A leg that has ended may settle for a long time, and the other leg does not wait for that.
    const inTurn = [...now.legs.entries()].sort(
      ([, a], [, b]) => Number(isFinal(a.state)) - Number(isFinal(b.state)),
    );
    for (const [index, leg] of inTurn) {
      if (isFinal(leg.state) && !leg.isSettling) continue;
      if (leg.state === 'reserved') return { order: await this.#sender.sendSecondLeg(now) };
      const result = await this.#lookUpOrCancel(now, leg);
      now = await this.#sender.applyResult(now, index, result);
      if (result.status === 'unknown') {
        const { retryAfterMs, finalInMs } = result;
        if (retryAfterMs !== undefined) return { order: now, retryAfterMs };
        if (finalInMs !== undefined) return { order: now, finalInMs };
      }
      if (!isFinal(now.legs[index]?.state ?? 'submitted')) return { order: now };
    }
    return { order: now };
  }

  async #lookUpOrCancel(
    order: BotOrder,
    { prepared, submittedAt, venueOrderId, state }: OrderLeg,
  ): Promise<OrderResult> {
    const known = isFinal(state) ? 'end' : state === 'resting' ? 'resting' : 'nothing';
    const sent = { at: submittedAt ?? order.createdAt, venueOrderId, known } as const;
    const isToEnd =
      !isFinal(state) &&
      (this.#sender.isCancelled(order) ||
        mustEnd(await this.#options.killSwitch.read(order.botId), mayOpen(order, prepared)));
    return this.#access.withVenueToAsk(order, (venue, secret) =>
      isToEnd
        ? venue.cancel(prepared, sent, secret, startVenueTimeout())
        : venue.lookUp(prepared, sent, secret, startVenueTimeout()),
    );
  }
}
