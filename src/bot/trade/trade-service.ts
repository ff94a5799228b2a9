import { type AssetRef, KIND_TRAITS, type MicroUsd, NO_MONEY, type VenueId } from '../../domain/index.ts';
import type { Vault } from '../../vault/vault.ts';
import type { KillSwitch } from '../control/kill-switch.ts';
import type { CredentialChecks } from '../credential-checks/credential-checks.ts';
import {
  AccountQueues,
  type ExecutionVenue,
  type OrderTicket,
  type PreparedOrder,
} from '../execution/index.ts';
import { computeMostOpened } from '../limits/exposure.ts';
import type { BotOrder, ExecutionMode } from '../orders/order.ts';
import type {
  NewOrder,
  OrderResult,
  OrderStore,
  OrderUpdate,
  RecordOutcome,
  ReserveRefusal,
} from '../orders/order-store.ts';
import { LegSender } from './leg-sender.ts';
import { CANCELLED, toKeptBack, toNotSent } from './not-sent.ts';
import { OrderFollowUp, type Resolution } from './order-follow-up.ts';
import { OrderLocks } from './order-locks.ts';
import { buildTicket } from './order-ticket.ts';
import type { PaperComparison } from './paper-comparison.ts';
import type { TradeOutcome, TradeRequest, Trader } from './trade-request.ts';
import { NO_SECRET, startVenueTimeout, VENUE_TIMEOUT_MS, VenueAccess } from './venue-access.ts';

export interface TradeServiceOptions {
  readonly mode: ExecutionMode;
  readonly orders: OrderStore;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Vault that has the credentials for live orders. */
  readonly vault: Vault;
  /** Checks of credentials by their venues. Absent: only the form of a credential is checked. */
  readonly credentials?: Pick<CredentialChecks, 'findRefusal' | 'doubt'>;
  /** Fee of an order, charged at its first fill; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly maxSlippageBps: number;
  /** Finds the newest price that this service knows, null without one. Absent: none is known. */
  readonly findPrice?: (ref: AssetRef) => number | null;
  /** Fills live orders on paper as well. Absent: no paper fills. */
  readonly paper?: PaperComparison;
  /** Makes the id of an order. */
  readonly newOrderId: () => string;
  /** Kill switch, which is read right before an order is sent. */
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Receives orders with newly known fills. */
  readonly onUpdate: (update: OrderUpdate) => void;
  /** Receives errors of this service during the sending of an order, which is resolved afterwards. */
  readonly onFault: (error: unknown, orderId: string) => void;
}

/** Maximum number of times that an order is sized again because its position has changed. */
const MAX_SIZINGS = 1_000;

/**
 * Places orders. The path of an order: store it and hold its fee, sign, store the signed bytes, send once, store the
 * result. Each step is stored before the next begins, so that a crash at any point has one correct continuation:
 * `reserved` orders were never sent and are released; `submitted` ones are looked up and never sent again. A second leg
 * is signed and stored with the first and takes the same steps once the first is final: the resolver may send it too,
 * unless the signature is too old. Where sending leaves no trace outside the process, one commit holds the whole path.
 */
export class TradeService {
  readonly #options: TradeServiceOptions;
  readonly #locks = new OrderLocks();
  /** Queues of orders by owner and market. */
  readonly #markets = new AccountQueues();
  readonly #access: VenueAccess;
  readonly #sender: LegSender;
  readonly #followUp: OrderFollowUp;

  constructor(options: TradeServiceOptions) {
    this.#options = options;
    this.#access = new VenueAccess(options);
    this.#sender = new LegSender(options, this.#access);
    const parts = { locks: this.#locks, sender: this.#sender, access: this.#access };
    this.#followUp = new OrderFollowUp(options, parts);
  }

  /**
   * Places one order. A venue that fails is an outcome and no exception; a ledger that is not accepting writes throws.
   */
  async trade(trader: Trader, request: TradeRequest): Promise<TradeOutcome> {
    for (let tries = 0; tries < MAX_SIZINGS; tries++) {
      const outcome = await this.#tradeByPosition(trader, request, await this.#findPosition(trader, request));
      if (outcome !== null) return outcome;
    }
    throw new Error(
      `the position of ${trader.botId} in ${request.ref.asset} moved at every try to size an order`,
    );
  }

  /** Cancels an order as {@link OrderFollowUp.cancel} does. */
  cancel(trader: Pick<Trader, 'botId'>, orderId: string): Promise<BotOrder | null> {
    return this.#followUp.cancel(trader, orderId);
  }

  /** Looks an order up as {@link OrderFollowUp.resolve} does. */
  resolve(found: Pick<BotOrder, 'botId' | 'clientOrderId'>): Promise<Resolution> {
    return this.#followUp.resolve(found);
  }

  /**
   * Sizes the order by the open position and places it.
   *
   * @param position Signed decimal text; null: neither size nor side depends on it.
   * @returns null when the position changed before the order was stored, so that nothing was placed.
   */
  async #tradeByPosition(
    trader: Trader,
    { ref, side, sizeShares = null, exit = null, ...terms }: TradeRequest,
    position: string | null,
  ): Promise<TradeOutcome | null> {
    const { orders, mode, feeMicroUsd, newOrderId, venues, maxSlippageBps } = this.#options;
    const venue = venues.get(ref.venue);
    const request: NewOrder = {
      ...trader,
      ...terms,
      // The side of a close is opposite to the open position. Without a position, the close is refused later.
      side: side ?? (position?.startsWith('-') === true ? 'buy' : 'sell'),
      sizeShares,
      exit,
      ...this.#boundOpening(ref, { side, sizeShares, ...terms }),
      isClose: side === null,
      orderId: newOrderId(),
      mode,
      venue: ref.venue,
      asset: ref.asset,
      storeKey: ref.storeKey,
      feeMicroUsd,
    };
    const buildFor = (closing: string | null) =>
      buildTicket(request, { ref, position, maxSlippageBps, closing });
    if (mode === 'mock' && venue?.isLocal === true) return this.#tradeLocally(request, buildFor, venue);
    return this.#locks.run(request.orderId, async () => {
      const reserved = await orders.reserve(request);
      if (reserved.status === 'refused') return { status: 'done', order: reserved.order };
      if (reserved.status !== 'reserved') return toOutcome(reserved);
      return { status: 'done', ...(await this.#execute(reserved.order, buildFor(reserved.closing))) };
    });
  }

  /** Computes how much an order may open, and whether its closing part makes room for its opening part. */
  #boundOpening(
    ref: AssetRef,
    {
      side,
      sizeUsd,
      sizeShares = null,
      markPrice,
    }: Pick<TradeRequest, 'side' | 'sizeUsd' | 'sizeShares' | 'markPrice'>,
  ): Pick<NewOrder, 'mostOpenedMicroUsd' | 'nets' | 'splits' | 'opensMicroUsd'> {
    const { venues, maxSlippageBps, findPrice } = this.#options;
    const { fillsAtMark: isAtMark = false, isLocal = false } = venues.get(ref.venue) ?? {};
    const isBinary = KIND_TRAITS[ref.kind].unit === 'probability';
    const bound = { maxSlippageBps, isAtMark, knownPrice: findPrice?.(ref) ?? null };
    const most =
      side === null ? NO_MONEY : computeMostOpened(ref.kind, { side, sizeUsd, sizeShares, markPrice }, bound);
    return {
      mostOpenedMicroUsd: most,
      opensMicroUsd: most,
      // A local venue has the recorded position as its holding, and closes it first.
      nets: isLocal && (isAtMark || !isBinary),
      splits: isBinary && (isLocal || ref.venue !== 'kalshi'),
    };
  }

  /** Trades in one commit instead of three. No request leaves the process, so a crash leaves no order in doubt. */
  async #tradeLocally(
    request: NewOrder,
    buildFor: (closing: string | null) => OrderTicket,
    venue: ExecutionVenue,
  ): Promise<TradeOutcome | null> {
    const { orders } = this.#options;
    // The preview comes before any book is read, so that a caller who cannot pay causes no calls.
    const preview = await orders.preview(request);
    if (preview.status !== 'reserved' && preview.status !== 'refused') return toOutcome(preview);
    if (preview.status === 'refused') {
      const refused = toNotSent('limit', 'a limit of the bot left no room for it');
      return this.#finishLocally(await orders.record(request, { legs: [], result: refused }));
    }
    const { closing } = preview;
    const ticket = buildFor(closing);
    const preparation = await venue.prepare(ticket, NO_SECRET, startVenueTimeout());
    const recorded = await orders.record(
      request,
      preparation.status === 'rejected'
        ? { legs: [], result: preparation }
        : {
            legs: await this.#sendAll({ request, closing }, preparation.legs, venue),
            sizedBy: ticket.position ?? null,
            closing,
            ...('taking' in preparation ? { taking: preparation.taking } : {}),
          },
    );
    return this.#finishLocally(recorded);
  }

  #finishLocally(recorded: RecordOutcome): TradeOutcome | null {
    if (recorded.status === 'position_moved') return null;
    if (recorded.status === 'refused') return { status: 'done', order: recorded.order };
    if (recorded.status !== 'recorded') return toOutcome(recorded);
    if (recorded.newFills.length > 0) this.#options.onUpdate(recorded);
    return { status: 'done', order: recorded.order };
  }

  /** Sends the legs of a local venue one after another. */
  async #sendAll(
    { request, closing }: { readonly request: NewOrder; readonly closing: string | null },
    legs: readonly (PreparedOrder | undefined)[],
    venue: ExecutionVenue,
  ) {
    const order = closing === null ? request : { ...request, opensMicroUsd: NO_MONEY };
    const sent: { prepared: PreparedOrder; result: OrderResult }[] = [];
    for (const prepared of legs) {
      if (prepared === undefined) continue;
      sent.push({ prepared, result: await this.#sender.send(order, prepared, venue, NO_SECRET) });
    }
    return sent;
  }

  #execute(order: BotOrder, ticket: OrderTicket): Promise<PlacedOrder> {
    return KIND_TRAITS[ticket.ref.kind].unit === 'probability'
      ? this.#placeInTurn(order, ticket)
      : this.#place(order, ticket);
  }

  /**
   * Places the orders of one owner in one market one after another. Each reads the holding before it is sent, and two
   * orders that close the same shares would open a position on the other side.
   */
  async #placeInTurn(order: BotOrder, ticket: OrderTicket): Promise<PlacedOrder> {
    const since = performance.now();
    const placed = await this.#markets.run(`${order.owner} ${order.venue} ${order.storeKey}`, () =>
      performance.now() - since > VENUE_TIMEOUT_MS
        ? this.#end(order, toKeptBack('expired'))
        : this.#place(order, ticket),
    );
    return placed ?? this.#end(order, toKeptBack('queue_full'));
  }

  async #place(order: BotOrder, ticket: OrderTicket): Promise<PlacedOrder> {
    if (this.#sender.isCancelled(order)) return this.#end(order, CANCELLED);
    let mayHaveLeft = false;
    let result: OrderResult;
    try {
      result = await this.#access.withVenueToSend(order, async (venue, secret) => {
        const { orders, paper } = this.#options;
        paper?.prepare(ticket.ref);
        const preparation = await venue.prepare(ticket, secret, startVenueTimeout());
        if (preparation.status === 'rejected') return preparation;
        const legs = preparation.legs.filter((leg) => leg !== undefined);
        const onPaper = (await paper?.fill(order, ticket.ref, legs)) ?? null;
        const submitted = await orders.submit(order.orderId, legs, onPaper);
        if (submitted.status === 'refused') return toNotSent('limit', submitted.message);
        mayHaveLeft = true;
        // The first leg may have been left out, because the limits had no room for it.
        const [first] = submitted.order.legs;
        return this.#sender.send(submitted.order, first?.prepared ?? preparation.legs[0], venue, secret);
      });
    } catch (error) {
      // After an error of this service, an order that was never sent is ended, and the caller receives the error.
      if (!mayHaveLeft) await this.#sender.endFailed(order, 0);
      throw error;
    }
    const { order: update, ...wait } = await this.#end(order, result);
    if (update.legs[1]?.state !== 'reserved') return { order: update, ...wait };
    return { order: await this.#sender.sendSecondLeg(update) };
  }

  async #end(order: BotOrder, result: OrderResult): Promise<PlacedOrder> {
    const update = await this.#sender.applyResult(order, 0, result);
    const retryAfterMs = 'retryAfterMs' in result ? result.retryAfterMs : undefined;
    const isRefused = update.state === 'rejected' && retryAfterMs !== undefined;
    return isRefused ? { order: update, retryAfterMs } : { order: update };
  }

  /** Finds the open position as signed decimal text; null: the order does not depend on it. */
  async #findPosition({ botId }: Trader, { ref, side }: TradeRequest): Promise<string | null> {
    const { mode, orders } = this.#options;
    const dependsOnIt = side === null || (mode === 'mock' && KIND_TRAITS[ref.kind].unit === 'probability');
    return dependsOnIt ? orders.readOpenSize(botId, mode, ref) : null;
  }
}

/** An order after its venue's first answer. */
interface PlacedOrder {
  readonly order: BotOrder;
  /** Time in ms after which another order will be accepted; present when this one was refused for the moment. */
  readonly retryAfterMs?: number;
}

function toOutcome(refusal: ReserveRefusal): TradeOutcome {
  return refusal.status === 'insufficient' ? { ...refusal, status: 'insufficient_balance' } : refusal;
}
