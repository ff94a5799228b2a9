import { type KillState, type KillSwitch, mayLeave } from '../control/kill-switch.ts';
import type { CredentialChecks } from '../credential-checks/credential-checks.ts';
import type { ExecutionVenue, OpenedSecret, PreparedOrder } from '../execution/index.ts';
import { mayOpen } from '../limits/signed-legs.ts';
import { type BotOrder, isFinal } from '../orders/order.ts';
import type { OrderResult, OrderStore, OrderUpdate } from '../orders/order-store.ts';
import { CANCELLED, toKeptBack, toNotSent, WHY_HALTED } from './not-sent.ts';
import { startVenueTimeout, type VenueAccess } from './venue-access.ts';

export interface LegSenderOptions {
  readonly orders: Pick<OrderStore, 'submitLeg' | 'applyResult'>;
  /** Checks of credentials by their venues. Absent: only the form of a credential is checked. */
  readonly credentials?: Pick<CredentialChecks, 'doubt'>;
  /** Kill switch, which is read right before an order is sent. */
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Receives orders with newly known fills. */
  readonly onUpdate: (update: OrderUpdate) => void;
  /** Receives errors of this service during the sending of an order, which is resolved afterwards. */
  readonly onFault: (error: unknown, orderId: string) => void;
}

/** Sends the legs of orders and stores their results, both for new orders and for their follow-up. */
export class LegSender {
  readonly #options: LegSenderOptions;
  readonly #access: VenueAccess;
  /** Orders that their bots have cancelled, so that no further leg of theirs is sent. */
  readonly #toCancel = new Set<string>();
  /**
   * Index of the first leg that was never sent, by order, while this could not be stored: the stored state may say that
   * the leg was sent.
   */
  readonly #unsent = new Map<string, number>();

  constructor(options: LegSenderOptions, access: VenueAccess) {
    this.#options = options;
    this.#access = access;
  }

  /** Holds an order back, so that no further leg of it is sent. */
  holdBack(orderId: string): void {
    this.#toCancel.add(orderId);
  }

  isCancelled({
    orderId,
    cancelRequestedAt,
  }: Pick<BotOrder, 'orderId'> & Partial<Pick<BotOrder, 'cancelRequestedAt'>>): boolean {
    return (cancelRequestedAt ?? null) !== null || this.#toCancel.has(orderId);
  }

  /** Finds the index of the first leg that was never sent although its stored state may say so; undefined: none. */
  findUnsent(orderId: string): number | undefined {
    return this.#unsent.get(orderId);
  }

  /** Sends one leg, once. Never throws, since the order may have been sent. */
  async send(
    order: Pick<BotOrder, 'botId' | 'orderId' | 'isClose' | 'opensMicroUsd'>,
    prepared: PreparedOrder,
    venue: ExecutionVenue,
    secret: OpenedSecret,
  ): Promise<OrderResult> {
    let halt = 'set' as KillState;
    try {
      const sent = await venue.send(prepared, secret, {
        signal: startVenueTimeout(),
        mayStillSend: async () => {
          // At a local venue a halt is checked by the transaction that stores the fill, and not here.
          if (venue.isLocal === true) return true;
          halt = await this.#options.killSwitch.read(order.botId);
          return mayLeave(halt, mayOpen(order, prepared)) && !this.#toCancel.has(order.orderId);
        },
      });
      if (sent.status !== 'not_sent') return sent;
      if (this.#toCancel.has(order.orderId)) return CANCELLED;
      if (sent.cause !== 'halted') return toKeptBack(sent.cause);
      return toNotSent('venue_unavailable', halt === 'unknown' ? WHY_HALTED.unknown : WHY_HALTED.set);
    } catch (error) {
      this.#options.onFault(error, order.orderId);
      return { status: 'unknown', message: 'the service failed while the order was sent' };
    }
  }

  /**
   * Sends the second leg once the first is final. It was signed together with the first, so it is not sent when the
   * venue would reject it as too old, nor after a halt or a cancel.
   *
   * @returns The order; unchanged when it has no second leg, or when the first is not final.
   */
  async sendSecondLeg(order: BotOrder): Promise<BotOrder> {
    const { killSwitch, orders } = this.#options;
    const [first, second] = order.legs;
    if (first === undefined || second?.state !== 'reserved' || !isFinal(first.state)) return order;
    if (this.isCancelled(order)) return this.applyResult(order, 1, CANCELLED);
    const halt = await killSwitch.read(order.botId);
    if (halt !== 'clear' && !mayLeave(halt, mayOpen(order, second.prepared))) {
      return this.applyResult(order, 1, toNotSent('venue_unavailable', WHY_HALTED[halt]));
    }
    let mayHaveLeft = false;
    let result: OrderResult;
    try {
      result = await this.#access.withVenueToSend(order, async (venue, secret) => {
        await orders.submitLeg(order.orderId, 1);
        mayHaveLeft = true;
        return this.send(order, second.prepared, venue, secret);
      });
    } catch (error) {
      if (!mayHaveLeft) await this.endFailed(order, 1);
      throw error;
    }
    return this.applyResult(order, 1, result);
  }

  /**
   * Ends an order after an error that the caller will throw. A failure to store the end is only reported, so that it
   * does not hide that error.
   */
  async endFailed(order: BotOrder, from: number): Promise<void> {
    await this.endUnsent(order, from).catch((error) => this.#options.onFault(error, order.orderId));
  }

  /** Stores that the legs from an index on were never sent. If that fails, it is stored later. */
  async endUnsent(order: BotOrder, from: number): Promise<BotOrder> {
    this.#unsent.set(order.orderId, from);
    const why = toNotSent('other', 'the service failed before the order was sent');
    const update = await this.applyResult(order, from, why);
    this.#unsent.delete(order.orderId);
    return update;
  }

  /**
   * Stores the result of a leg. Announces new fills, and a credential that the venue rejected. @returns The order now.
   */
  async applyResult({ orderId }: BotOrder, leg: number, result: OrderResult): Promise<BotOrder> {
    const update = await this.#options.orders.applyResult(orderId, result, leg);
    if (update.newFills.length > 0) this.#options.onUpdate(update);
    const { owner, venue, reason, state } = update.order;
    if (isFinal(state)) this.#toCancel.delete(orderId);
    const isRefused =
      reason === 'credentials_rejected' || update.order.legs[leg]?.reason === 'credentials_rejected';
    if (isRefused) await this.#options.credentials?.doubt({ owner, venue });
    // If a leg was not sent, the next one is not sent either.
    const next = update.order.legs[leg + 1];
    if (result.status === 'not_sent' && next?.state === 'reserved') {
      return this.applyResult(update.order, leg + 1, result);
    }
    return update.order;
  }

  /** Forgets that an order was held back, since it has ended or is gone, and no leg of it can be sent any more. */
  forgetHoldBack(orderId: string): void {
    this.#toCancel.delete(orderId);
  }
}
