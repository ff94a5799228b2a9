import type { AssetRef, MicroUsd, VenueId } from '../../domain/index.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CredentialChecks } from '../credential-checks/credential-checks.ts';
import type { ExecutionVenue, OpenedSecret, Preparation, PreparedOrder } from '../execution/index.ts';
import { type BotOrder, type ExecutionMode, isFinal } from '../orders/order.ts';
import type {
  OrderRequest,
  OrderResult,
  OrderStore,
  ReserveRefusal,
  SettledOrder,
} from '../orders/order-store.ts';
import { NO_SECRET, notSent, VenueAccess } from './venue-access.ts';

/** Who trades. */
export interface Trader {
  readonly botId: string;
  readonly owner: string;
}

/** What is wanted; its asset is one that the venue has. */
export interface TradeWish {
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
  | { readonly status: 'insufficient_balance'; readonly balance: MicroUsd; readonly available: MicroUsd }
  /** `order.state` says what came of it. */
  | { readonly status: 'done'; readonly order: BotOrder };

export interface TradeDeskOptions {
  readonly mode: ExecutionMode;
  readonly orders: OrderStore;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Holds the credentials of live orders. */
  readonly vault: Vault;
  /** What the venues said of the credentials. Absent: the form of a credential alone decides. */
  readonly credentials?: Pick<CredentialChecks, 'findRefusal' | 'doubt'>;
  /** What the first fill of an order costs; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly maxSlippageBps: number;
  /** Makes the id of an order. */
  readonly newOrderId: () => string;
  /** Whether trading of this bot is halted right now, from memory. */
  readonly isHalted: (botId: string) => boolean;
  /** Receives every fill that was not known before. */
  readonly onSettled: (settled: SettledOrder) => void;
  /** Receives what no venue does: a fault of ours while an order was on its way. The order is taken care of. */
  readonly onFault: (error: unknown, orderId: string) => void;
}

/**
 * How long one step waits for its venue; what then happened is looked up. Signing and sending together stay below the
 * time that a request may take, so a caller always learns the id of its order.
 */
const VENUE_TIMEOUT_MS = 6_000;

/**
 * The path of an order: remember it and set its fee aside, sign, store the signed bytes, send once, store what came
 * of it. Each step is stored before the next begins, so that a crash anywhere has one right continuation:
 * `reserved` orders were never sent and are let go; `submitted` ones are looked up and never sent again. Where sending
 * leaves no trace outside, one commit holds the whole path.
 */
export class TradeDesk {
  readonly #options: TradeDeskOptions;
  /** Ids of orders that are on their way right now: what becomes of them is their own caller's to say. */
  readonly #placing = new Set<string>();
  /** Ids of orders that never left, where storing that failed too. What is stored may say that they did. */
  readonly #unsent = new Set<string>();

  readonly #access: VenueAccess;

  constructor(options: TradeDeskOptions) {
    this.#options = options;
    this.#access = new VenueAccess(options);
  }

  /** Trades once. What a venue does is never an exception; a ledger that takes nothing is. */
  async trade(trader: Trader, wish: TradeWish): Promise<TradeOutcome> {
    const { orders, mode, feeMicroUsd, newOrderId, venues } = this.#options;
    const { ref, side, sizeShares = null, ...terms } = wish;
    const isClose = side === null;
    const position = isClose ? await this.#findPosition(trader, ref) : null;
    const request: OrderRequest = {
      ...trader,
      ...terms,
      // A close sells what is open; with nothing open it has no side, and is refused.
      side: side ?? (position?.startsWith('-') === true ? 'buy' : 'sell'),
      sizeShares,
      isClose,
      orderId: newOrderId(),
      mode,
      venue: ref.venue,
      asset: ref.asset,
      storeKey: ref.storeKey,
      feeMicroUsd,
    };
    const venue = venues.get(ref.venue);
    const size = position === null ? sizeShares : Math.abs(Number(position));
    if (mode === 'mock' && venue?.isLocal === true) return this.#tradeLocally(request, ref, venue, size);
    const reserved = await orders.reserve(request);
    if (reserved.status !== 'reserved') return toOutcome(reserved);
    return { status: 'done', order: await this.#execute(reserved.order, ref, size) };
  }

  /** One commit instead of three: nothing leaves the process, so there is nothing that a crash could leave in doubt. */
  async #tradeLocally(
    request: OrderRequest,
    ref: AssetRef,
    venue: ExecutionVenue,
    size: number | null,
  ): Promise<TradeOutcome> {
    const { orders } = this.#options;
    // Before a book is read for it: whoever cannot pay causes no calls.
    const refusal = await orders.findRefusal(request);
    if (refusal !== null) return toOutcome(refusal);
    const preparation = await this.#prepare(request, ref, size, venue, NO_SECRET);
    const placed =
      preparation.status === 'rejected'
        ? await orders.place(request, null, preparation)
        : await orders.place(
            request,
            preparation.order,
            await this.#send(request, preparation.order, venue, NO_SECRET),
          );
    if (placed.status !== 'placed') return toOutcome(placed);
    if (placed.newFills.length > 0) this.#options.onSettled(placed);
    return { status: 'done', order: placed.order };
  }

  /**
   * Brings an order that nobody places any more to its end as far as the venue says. While trading of its bot is
   * halted, that is asking the venue to cancel what rests, until the venue says that nothing does.
   *
   * @param found As it stood at some time before.
   * @returns The order as it stands now; null when there is none.
   */
  async resolve(found: Pick<BotOrder, 'botId' | 'clientOrderId'>): Promise<BotOrder | null> {
    const order = await this.#options.orders.find(found.botId, found.clientOrderId);
    if (order === null || this.#placing.has(order.orderId)) return order;
    if (isFinal(order.state) && !order.isSettling) return order;
    const { prepared, submittedAt, venueOrderId } = order;
    if (this.#unsent.has(order.orderId)) return this.#letGo(order);
    if (prepared === null || submittedAt === null) {
      return this.#settle(
        order,
        notSent('venue_unavailable', 'the service stopped before the order was sent'),
      );
    }
    const sent = { at: submittedAt, venueOrderId };
    const mustEnd = !isFinal(order.state) && this.#options.isHalted(order.botId);
    return this.#settle(
      order,
      await this.#access.afterSending(order, (venue, secret) =>
        mustEnd
          ? venue.cancel(prepared, sent, secret, timeout())
          : venue.lookUp(prepared, sent, secret, timeout()),
      ),
    );
  }

  async #execute(order: BotOrder, ref: AssetRef, size: number | null): Promise<BotOrder> {
    this.#placing.add(order.orderId);
    try {
      return await this.#place(order, ref, size);
    } finally {
      this.#placing.delete(order.orderId);
    }
  }

  async #place(order: BotOrder, ref: AssetRef, size: number | null): Promise<BotOrder> {
    let mayHaveLeft = false;
    let result: OrderResult;
    try {
      result = await this.#access.beforeSending(order, async (venue, secret) => {
        const preparation = await this.#prepare(order, ref, size, venue, secret);
        if (preparation.status === 'rejected') return preparation;
        await this.#options.orders.submit(order.orderId, preparation.order);
        mayHaveLeft = true;
        return this.#send(order, preparation.order, venue, secret);
      });
    } catch (error) {
      // A fault of ours: the caller learns of it, and nothing stays set aside for an order that never left.
      if (!mayHaveLeft) await this.#letGo(order).catch(() => undefined);
      throw error;
    }
    return this.#settle(order, result);
  }

  /** What the bot has open in a market, signed decimal text. */
  async #findPosition({ botId }: Trader, { venue, storeKey }: AssetRef): Promise<string> {
    const open = await this.#options.orders.positions(botId, this.#options.mode);
    return open.find((one) => one.venue === venue && one.storeKey === storeKey)?.size ?? '0';
  }

  /** @param size Shares or coins; null: the order is sized in dollars. */
  async #prepare(
    order: OrderRequest,
    ref: AssetRef,
    size: number | null,
    venue: ExecutionVenue,
    secret: OpenedSecret,
  ): Promise<Preparation> {
    if (size === 0)
      return { status: 'rejected', reason: 'no_position', message: `nothing is open in ${ref.asset}` };
    const { botId, clientOrderId, side, markPrice } = order;
    const { maxSlippageBps } = this.#options;
    const sizeUsd = order.sizeUsd ?? (size ?? 0) * markPrice;
    const ticket = { botId, clientOrderId, ref, side, sizeUsd, markPrice, maxSlippageBps };
    return venue.prepare(ticket, secret, timeout());
  }

  /** Never throws: after this point the order may have left, no matter what went wrong. */
  async #send(
    order: Pick<BotOrder, 'botId' | 'orderId'>,
    prepared: PreparedOrder,
    venue: ExecutionVenue,
    secret: OpenedSecret,
  ): Promise<OrderResult> {
    try {
      const sent = await venue.send(prepared, secret, {
        signal: timeout(),
        mayStillSend: () => !this.#options.isHalted(order.botId),
      });
      if (sent.status !== 'not_sent') return sent;
      return notSent('venue_unavailable', WHY_NOT_SENT[sent.cause]);
    } catch (error) {
      this.#options.onFault(error, order.orderId);
      return { status: 'unknown', message: 'the service failed while the order was sent' };
    }
  }

  /** Ends an order whose bytes never left. Where that cannot be stored now, it is remembered for later. */
  async #letGo(order: BotOrder): Promise<BotOrder> {
    this.#unsent.add(order.orderId);
    const settled = await this.#settle(
      order,
      notSent('other', 'the service failed before the order was sent'),
    );
    this.#unsent.delete(order.orderId);
    return settled;
  }

  async #settle({ orderId }: BotOrder, result: OrderResult): Promise<BotOrder> {
    const settled = await this.#options.orders.settle(orderId, result);
    if (settled.newFills.length > 0) this.#options.onSettled(settled);
    const { owner, venue, reason } = settled.order;
    if (reason === 'credentials_rejected') await this.#options.credentials?.doubt({ owner, venue });
    return settled.order;
  }
}

function toOutcome(refusal: ReserveRefusal): TradeOutcome {
  return refusal.status === 'insufficient' ? { ...refusal, status: 'insufficient_balance' } : refusal;
}

const WHY_NOT_SENT = {
  halted: 'trading was halted before the order was sent',
  expired: 'the order waited too long to be sent',
  queue_full: 'too many orders of this account wait to be sent',
} as const;

function timeout(): AbortSignal {
  return AbortSignal.timeout(VENUE_TIMEOUT_MS);
}
