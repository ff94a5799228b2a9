import { type AssetRef, KIND_TRAITS, type MicroUsd, type VenueId } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import type { Vault } from '../../vault/vault.ts';
import type { KillState, KillSwitch } from '../control/kill-switch.ts';
import type { CredentialChecks } from '../credential-checks/credential-checks.ts';
import {
  AccountQueues,
  type ExecutionVenue,
  type OpenedSecret,
  type OrderTicket,
  type PreparedOrder,
} from '../execution/index.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderLeg } from '../orders/order.ts';
import type {
  OrderRequest,
  OrderResult,
  OrderStore,
  OrderUpdate,
  ReserveRefusal,
} from '../orders/order-store.ts';
import { isUnopened, NO_SECRET, notSent, VenueAccess } from './venue-access.ts';

/** Who trades. */
export interface Trader {
  readonly botId: string;
  readonly owner: string;
}

/** The order that is wanted; its venue has the asset. */
export interface TradeRequest {
  readonly clientOrderId: string;
  readonly source: 'trade' | 'engine';
  readonly ref: AssetRef;
  readonly venueAsset: string;
  /** null: a close, whose side and size follow from what the bot has open. */
  readonly side: 'buy' | 'sell' | null;
  /** The most money that the order may move; null: sized in shares, or a close. */
  readonly sizeUsd: number | null;
  /** Shares, or units of the coin, where it is not sized in dollars. */
  readonly sizeShares?: number | null;
  readonly markPrice: number;
}

export type TradeOutcome =
  | { readonly status: 'duplicate'; readonly order: BotOrder }
  | { readonly status: 'killed' }
  | {
      readonly status: 'insufficient_balance';
      readonly balance: MicroUsd;
      readonly available: MicroUsd;
      /** Above 0: the owner owes after a refund, and nothing is traded until that is repaid. */
      readonly owed: MicroUsd;
    }
  /** The order as its venue left it; `order.state` can still change. */
  | { readonly status: 'done'; readonly order: BotOrder };

export interface TradeServiceOptions {
  readonly mode: ExecutionMode;
  readonly orders: OrderStore;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Holds the credentials of live orders. */
  readonly vault: Vault;
  /** The venues' answers about credentials. Absent: only the form of a credential is checked. */
  readonly credentials?: Pick<CredentialChecks, 'findRefusal' | 'doubt'>;
  /** What the first fill of an order costs; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly maxSlippageBps: number;
  /** Makes the id of an order. */
  readonly newOrderId: () => string;
  /** Read last, right before an order leaves. */
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Receives every fill that was not known before. */
  readonly onUpdate: (update: OrderUpdate) => void;
  /** Receives errors of the service itself while an order was being sent. The order is resolved afterwards. */
  readonly onFault: (error: unknown, orderId: string) => void;
}

/**
 * How long one step waits for its venue; after that the order is looked up. Signing and sending together stay below the
 * time limit of a request, so a caller always learns the id of its order.
 */
const VENUE_TIMEOUT_MS = 6_000;
/** How often an order is sized again because the position that it closes has changed; each time another order was stored. */
const MAX_SIZINGS = 1_000;

/**
 * The path of an order: store it and hold its fee, sign, store the signed bytes, send once, store the result. Each step
 * is stored before the next begins, so that a crash at any point has one correct continuation: `reserved` orders were
 * never sent and are released; `submitted` ones are looked up and never sent again. A second leg is signed and stored
 * with the first and takes the same steps once the first is final: whoever resolves the order sends it, unless the
 * signature is too old. Where sending leaves no trace outside the process, one commit holds the whole path.
 */
export class TradeService {
  readonly #options: TradeServiceOptions;
  /** Orders that a caller is placing right now: that caller decides their outcome. */
  readonly #placing = new Map<string, Promise<void>>();
  /** Orders that their bots want cancelled: what has not left yet does not leave. */
  readonly #toCancel = new Set<string>();
  /**
   * Orders whose legs from an index on were never sent, when storing that failed too: their stored state may say that they
   * were.
   */
  readonly #unsent = new Map<string, number>();
  /** Orders of one owner in one market, one after another. */
  readonly #markets = new AccountQueues();

  readonly #access: VenueAccess;

  constructor(options: TradeServiceOptions) {
    this.#options = options;
    this.#access = new VenueAccess(options);
  }

  /** Trades once. What a venue does is never an exception; a ledger that takes nothing is. */
  async trade(trader: Trader, request: TradeRequest): Promise<TradeOutcome> {
    for (let tries = 0; tries < MAX_SIZINGS; tries++) {
      const outcome = await this.#tradeAsOpen(trader, request, await this.#findPosition(trader, request));
      if (outcome !== null) return outcome;
    }
    throw new Error(
      `the position of ${trader.botId} in ${request.ref.asset} moved at every try to size an order`,
    );
  }

  /**
   * Trades by what the bot has open.
   *
   * @param position Signed decimal text; null: neither size nor side depends on it.
   * @returns null when it moved before the order was stored: nothing was placed.
   */
  async #tradeAsOpen(
    trader: Trader,
    { ref, side, sizeShares = null, ...terms }: TradeRequest,
    position: string | null,
  ): Promise<TradeOutcome | null> {
    const { orders, mode, feeMicroUsd, newOrderId, venues } = this.#options;
    const request: OrderRequest = {
      ...trader,
      ...terms,
      // A close sells what is open; with nothing open it has no side, and is refused.
      side: side ?? (position?.startsWith('-') === true ? 'buy' : 'sell'),
      sizeShares,
      isClose: side === null,
      orderId: newOrderId(),
      mode,
      venue: ref.venue,
      asset: ref.asset,
      storeKey: ref.storeKey,
      feeMicroUsd,
    };
    const venue = venues.get(ref.venue);
    const ticket = this.#ticketFor(request, ref, position);
    if (mode === 'mock' && venue?.isLocal === true) return this.#tradeLocally(request, ticket, venue);
    return this.#whileHeld(request.orderId, async () => {
      const reserved = await orders.reserve(request);
      if (reserved.status !== 'reserved') return toOutcome(reserved);
      return { status: 'done', order: await this.#execute(reserved.order, ticket) };
    });
  }

  /** One commit instead of three: nothing leaves the process, so there is nothing that a crash could leave in doubt. */
  async #tradeLocally(
    request: OrderRequest,
    ticket: OrderTicket,
    venue: ExecutionVenue,
  ): Promise<TradeOutcome | null> {
    const { orders } = this.#options;
    // Before a book is read: a caller who cannot pay causes no calls.
    const refusal = await orders.findRefusal(request);
    if (refusal !== null) return toOutcome(refusal);
    const preparation = await venue.prepare(ticket, NO_SECRET, timeout());
    const recorded = await orders.record(
      request,
      preparation.status === 'rejected'
        ? { legs: [], result: preparation }
        : {
            legs: await this.#sendAll(request, preparation.legs, venue),
            sizedBy: ticket.position ?? null,
          },
    );
    if (recorded.status === 'position_moved') return null;
    if (recorded.status !== 'recorded') return toOutcome(recorded);
    if (recorded.newFills.length > 0) this.#options.onUpdate(recorded);
    return { status: 'done', order: recorded.order };
  }

  /** Sends legs one after another, of which nothing leaves the process. */
  async #sendAll(request: OrderRequest, legs: readonly (PreparedOrder | undefined)[], venue: ExecutionVenue) {
    const sent: { prepared: PreparedOrder; result: OrderResult }[] = [];
    for (const prepared of legs) {
      if (prepared === undefined) continue;
      sent.push({ prepared, result: await this.#send(request, prepared, venue, NO_SECRET) });
    }
    return sent;
  }

  /**
   * Cancels an order: unsent legs are never sent, and the venue is asked to cancel the rest. The request is stored first,
   * so that the venue is asked again after a lost answer and after a restart. Also while trading is halted.
   *
   * @returns The order after the venue's answer; a final order unchanged; null when the bot has none with this id.
   */
  async cancel({ botId }: Pick<Trader, 'botId'>, orderId: string): Promise<BotOrder | null> {
    const { onFault, orders } = this.#options;
    const found = await orders.requestCancel(botId, orderId);
    if (found === null || isFinal(found.state)) return found;
    this.#toCancel.add(orderId);
    await this.#whilePlaced(orderId);
    try {
      const order = await this.resolve(found);
      if (order === null || isFinal(order.state)) this.#toCancel.delete(orderId);
      return order;
    } catch (error) {
      // The credential does not open now: the venue is asked once it does.
      if (!isUnopened(error)) throw error;
      onFault(error, orderId);
      return orders.find(botId, found.clientOrderId);
    }
  }

  /** Waits until the order is not being placed, at most as long as one step may take. */
  async #whilePlaced(orderId: string): Promise<void> {
    const since = performance.now();
    for (;;) {
      const placing = this.#placing.get(orderId);
      const leftMs = VENUE_TIMEOUT_MS - (performance.now() - since);
      if (placing === undefined || leftMs <= 0) return;
      await withDeadline(placing, leftMs, () => undefined);
    }
  }

  /**
   * Resolves an order that no caller is placing: asks the venue for its state. While trading of its bot is halted, or once
   * its bot has asked to cancel it, asks the venue to cancel instead, until the venue confirms that nothing rests.
   *
   * @param found The order, as read earlier.
   * @returns The order now; null when there is none.
   */
  async resolve(found: Pick<BotOrder, 'botId' | 'clientOrderId'>): Promise<BotOrder | null> {
    const order = await this.#options.orders.find(found.botId, found.clientOrderId);
    if (order === null || this.#placing.has(order.orderId)) return order;
    if (isFinal(order.state) && !order.isSettling) return order;
    // Its venue is not asked in this mode, so its last answer holds.
    if (order.mode !== this.#options.mode && order.submittedAt !== null) return order;
    const unsentFrom = this.#unsent.get(order.orderId);
    if (unsentFrom !== undefined) return this.#endUnsent(order, unsentFrom);
    if (order.submittedAt === null) {
      const stopped = notSent('venue_unavailable', 'the service stopped before the order was sent');
      return this.#applyResult(order, 0, this.#isToCancel(order) ? CANCELLED : stopped);
    }
    return this.#whileHeld(order.orderId, () => this.#resolveLegs(order));
  }

  /** Does work on an order under its lock: one at a time. */
  async #whileHeld<T>(orderId: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#placing.set(orderId, promise);
    try {
      return await work();
    } finally {
      this.#placing.delete(orderId);
      resolve();
    }
  }

  #isToCancel({ orderId, cancelRequestedAt }: BotOrder): boolean {
    return cancelRequestedAt !== null || this.#toCancel.has(orderId);
  }

  /** Looks up the legs that were sent, and sends the one that waited for them. */
  async #resolveLegs(order: BotOrder): Promise<BotOrder> {
    let now = await this.#continue(order);
    for (const [index, leg] of now.legs.entries()) {
      if (isFinal(leg.state) && !leg.isSettling) continue;
      if (leg.state === 'reserved') return this.#continue(now);
      now = await this.#applyResult(now, index, await this.#ask(now, leg));
      if (!isFinal(now.legs[index]?.state ?? 'submitted')) return now;
    }
    return now;
  }

  async #ask(
    order: BotOrder,
    { prepared, submittedAt, venueOrderId, state }: OrderLeg,
  ): Promise<OrderResult> {
    const sent = { at: submittedAt ?? order.createdAt, venueOrderId };
    const mustEnd =
      !isFinal(state) &&
      (this.#isToCancel(order) || (await this.#options.killSwitch.read(order.botId)) === 'set');
    return this.#access.afterSending(order, (venue, secret) =>
      mustEnd
        ? venue.cancel(prepared, sent, secret, timeout())
        : venue.lookUp(prepared, sent, secret, timeout()),
    );
  }

  #execute(order: BotOrder, ticket: OrderTicket): Promise<BotOrder> {
    return KIND_TRAITS[ticket.ref.kind].unit === 'probability'
      ? this.#placeInTurn(order, ticket)
      : this.#place(order, ticket);
  }

  /**
   * The position that an order closes is read before the order is sent, so orders of one owner in one market are placed one
   * after another: two that close the same shares would buy more than they were sized for.
   */
  async #placeInTurn(order: BotOrder, ticket: OrderTicket): Promise<BotOrder> {
    const since = performance.now();
    const placed = await this.#markets.run(`${order.owner} ${order.venue} ${order.storeKey}`, async () => {
      const isLate = performance.now() - since > VENUE_TIMEOUT_MS;
      return isLate
        ? this.#applyResult(order, 0, notSent('venue_unavailable', WHY_NOT_SENT.expired))
        : this.#place(order, ticket);
    });
    return placed ?? this.#applyResult(order, 0, notSent('venue_unavailable', WHY_NOT_SENT.queue_full));
  }

  async #place(order: BotOrder, ticket: OrderTicket): Promise<BotOrder> {
    if (this.#toCancel.has(order.orderId)) return this.#applyResult(order, 0, CANCELLED);
    let mayHaveLeft = false;
    let result: OrderResult;
    try {
      result = await this.#access.beforeSending(order, async (venue, secret) => {
        const preparation = await venue.prepare(ticket, secret, timeout());
        if (preparation.status === 'rejected') return preparation;
        const legs = preparation.legs.filter((leg) => leg !== undefined);
        await this.#options.orders.submit(order.orderId, legs);
        mayHaveLeft = true;
        return this.#send(order, preparation.legs[0], venue, secret);
      });
    } catch (error) {
      // Our own error: the caller receives it, and nothing stays held for an order that never left.
      if (!mayHaveLeft) await this.#endUnsent(order, 0).catch(() => undefined);
      throw error;
    }
    const update = await this.#applyResult(order, 0, result);
    return update.legs[1]?.state === 'reserved' ? this.#continue(update) : update;
  }

  /**
   * Sends the second leg, once the first is final. It was signed together with the first: it is not sent when the venue
   * would reject it as too old, nor after a halt or a cancel.
   */
  async #continue(order: BotOrder): Promise<BotOrder> {
    const { killSwitch, orders } = this.#options;
    const [first, second] = order.legs;
    if (first === undefined || second?.state !== 'reserved' || !isFinal(first.state)) return order;
    if (this.#isToCancel(order)) return this.#applyResult(order, 1, CANCELLED);
    const halt = await killSwitch.read(order.botId);
    if (halt !== 'clear') return this.#applyResult(order, 1, notSent('venue_unavailable', WHY_HALTED[halt]));
    let mayHaveLeft = false;
    let result: OrderResult;
    try {
      result = await this.#access.beforeSending(order, async (venue, secret) => {
        await orders.submitLeg(order.orderId, 1);
        mayHaveLeft = true;
        return this.#send(order, second.prepared, venue, secret);
      });
    } catch (error) {
      if (!mayHaveLeft) await this.#endUnsent(order, 1).catch(() => undefined);
      throw error;
    }
    return this.#applyResult(order, 1, result);
  }

  /** What the bot has open where an order depends on it: signed decimal text. */
  async #findPosition({ botId }: Trader, { ref, side }: TradeRequest): Promise<string | null> {
    const { mode, orders } = this.#options;
    const dependsOnIt = side === null || (mode === 'mock' && KIND_TRAITS[ref.kind].unit === 'probability');
    return dependsOnIt ? orders.openSize(botId, mode, ref) : null;
  }

  #ticketFor(order: OrderRequest, ref: AssetRef, position: string | null): OrderTicket {
    const { botId, clientOrderId, side, sizeUsd, sizeShares, isClose, markPrice } = order;
    const { maxSlippageBps } = this.#options;
    const shares = isClose
      ? (position ?? '0').replace('-', '')
      : sizeShares === null
        ? null
        : String(sizeShares);
    return {
      ...{ botId, clientOrderId, ref, side, sizeUsd, sizeShares: shares, isClose, markPrice, maxSlippageBps },
      ...(position === null ? {} : { position }),
    };
  }

  /** Never throws: from here on the order may have been sent. */
  async #send(
    order: Pick<BotOrder, 'botId' | 'orderId'>,
    prepared: PreparedOrder,
    venue: ExecutionVenue,
    secret: OpenedSecret,
  ): Promise<OrderResult> {
    let halt = 'set' as KillState;
    try {
      const sent = await venue.send(prepared, secret, {
        signal: timeout(),
        mayStillSend: async () => {
          halt = await this.#options.killSwitch.read(order.botId);
          return halt === 'clear' && !this.#toCancel.has(order.orderId);
        },
      });
      if (sent.status !== 'not_sent') return sent;
      if (this.#toCancel.has(order.orderId)) return CANCELLED;
      const isUnread = sent.cause === 'halted' && halt === 'unknown';
      return notSent('venue_unavailable', isUnread ? WHY_HALTED.unknown : WHY_NOT_SENT[sent.cause]);
    } catch (error) {
      this.#options.onFault(error, order.orderId);
      return { status: 'unknown', message: 'the service failed while the order was sent' };
    }
  }

  /** Ends an order from a leg on whose bytes never left. If that cannot be stored now, it is stored later. */
  async #endUnsent(order: BotOrder, from: number): Promise<BotOrder> {
    this.#unsent.set(order.orderId, from);
    const why = notSent('other', 'the service failed before the order was sent');
    const update = await this.#applyResult(order, from, why);
    this.#unsent.delete(order.orderId);
    return update;
  }

  async #applyResult({ orderId }: BotOrder, leg: number, result: OrderResult): Promise<BotOrder> {
    const update = await this.#options.orders.applyResult(orderId, result, leg);
    if (update.newFills.length > 0) this.#options.onUpdate(update);
    const { owner, venue, reason, state } = update.order;
    if (isFinal(state)) this.#toCancel.delete(orderId);
    const isRefused =
      reason === 'credentials_rejected' || update.order.legs[leg]?.reason === 'credentials_rejected';
    if (isRefused) await this.#options.credentials?.doubt({ owner, venue });
    // A leg that was not sent keeps the next one from being sent.
    const next = update.order.legs[leg + 1];
    if (result.status === 'not_sent' && next?.state === 'reserved') {
      return this.#applyResult(update.order, leg + 1, result);
    }
    return update.order;
  }
}

function toOutcome(refusal: ReserveRefusal): TradeOutcome {
  return refusal.status === 'insufficient' ? { ...refusal, status: 'insufficient_balance' } : refusal;
}

/** Its bot cancelled it before it left. */
const CANCELLED: OrderResult = { status: 'cancelled', venueOrderId: null };

const WHY_NOT_SENT = {
  halted: 'trading was halted before the order was sent',
  expired: 'the order waited too long to be sent',
  queue_full: 'too many orders of this account wait to be sent',
} as const;

const WHY_HALTED = {
  set: WHY_NOT_SENT.halted,
  unknown: 'the kill switch could not be read before the order was sent',
} as const;

function timeout(): AbortSignal {
  return AbortSignal.timeout(VENUE_TIMEOUT_MS);
}
