import { type SimAccount, UNIT, type Units } from './account.ts';
import { Liquidity } from './liquidity.ts';
import type { SimMarket } from './sim-market.ts';
import type { OrderRequest, OrderState, PlaceResult, SimOrder } from './sim-order.ts';

const MAX_ORDERS = 50_000;
/** The rest of a budget that is dust, because shares come in millionths. */
const BUDGET_DUST = UNIT / 100;

/** Clock and execution rules of one venue. */
export interface ExchangeOptions {
  /** The venue's clock in epoch ms. */
  readonly now: () => number;
  /** Time whose prices are shown. */
  readonly priceTime: () => number;
  /** Delay before an order is matched; 0: none. */
  readonly holdMs: () => number;
  /** Whether the trades of an order fail on chain after they were reported. */
  readonly failsOnChain: () => boolean;
  /** Whether Yes and No cancel each other out at once. */
  readonly nets: boolean;
  /** Whether shares of a settled market stay in the account until they are redeemed. */
  readonly keepsShares: boolean;
}

/** Takes the orders of one venue and executes them against the books of the simulated world. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #liquidity = new Liquidity();
  readonly #accounts = new Map<string, SimAccount>();
  readonly #orders = new Map<string, SimOrder>();
  readonly #byClient = new Map<string, SimOrder>();
  /** Orders that wait for their time or for a price. */
  readonly #waiting = new Set<SimOrder>();
  readonly #heldUntil = new Map<SimOrder, number>();
  /** Orders whose trades fail on chain at the next look. */
  readonly #failing = new Set<SimOrder>();
  #nextNumber = 1;
  #nextFill = 1;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Time of the venue's clock in epoch ms. */
  now(): number {
    return this.#options.now();
  }

  add(account: SimAccount): void {
    this.#accounts.set(account.id, account);
  }

  account(id: string): SimAccount | undefined {
    return this.#accounts.get(id);
  }

  accounts(): readonly SimAccount[] {
    return [...this.#accounts.values()];
  }

  order(id: string): SimOrder | undefined {
    this.advance();
    return this.#orders.get(id);
  }

  byClientId(account: SimAccount, clientId: string): SimOrder | undefined {
    this.advance();
    return this.#byClient.get(`${account.id} ${clientId}`);
  }

  /** Lists the orders of an account, oldest first. */
  listOrders(account: SimAccount): SimOrder[] {
    this.advance();
    return [...this.#orders.values()].filter(({ request }) => request.account === account);
  }

  /** Lists every order that the venue took, oldest first: the truth that tests compare with. */
  orders(): readonly SimOrder[] {
    this.advance();
    return [...this.#orders.values()];
  }

  place(request: OrderRequest): PlaceResult {
    this.advance();
    const { account, market, clientId } = request;
    const now = this.#options.now();
    const number = this.#nextNumber;
    const id = request.id ?? String(1_000_000_000 + number);
    if (this.#orders.has(id)) return { status: 'refused', why: 'duplicate' };
    if (clientId !== null && this.#byClient.has(`${account.id} ${clientId}`)) {
      return { status: 'refused', why: 'duplicate' };
    }
    if (!market.isOpen(this.#options.priceTime())) return { status: 'refused', why: 'closed' };
    const reduced = this.#reduced(request);
    if (reduced === null) return { status: 'refused', why: 'reduce_only' };
    const shortage = this.#shortage(reduced);
    if (shortage !== null) return { status: 'refused', why: shortage };
    if (reduced.tif === 'alo' && this.#take(reduced, true).size > 0)
      return { status: 'refused', why: 'crosses' };

    this.#nextNumber++;
    const order: SimOrder = {
      id,
      number,
      request: reduced,
      createdAt: now,
      updatedAt: now,
      state: 'open',
      fills: [],
      filled: 0,
      dollars: 0,
      fees: 0,
      hasFailed: false,
    };
    this.#orders.set(id, order);
    if (clientId !== null) this.#byClient.set(`${account.id} ${clientId}`, order);
    this.#forgetOldest();
    if (this.#options.holdMs() > 0) {
      order.state = 'delayed';
      this.#heldUntil.set(order, now + this.#options.holdMs());
      this.#waiting.add(order);
    } else {
      this.#execute(order);
    }
    return { status: 'placed', order };
  }

  /** Cancels the open part of an order; false when nothing of it rests any more. */
  cancel(order: SimOrder): boolean {
    this.advance();
    if (order.state !== 'open' && order.state !== 'delayed') return false;
    this.#end(order, 'cancelled');
    return true;
  }

  /** Brings everything to the present: held orders, resting orders, failed trades, markets that settled. */
  advance(): void {
    const now = this.#options.now();
    for (const order of this.#waiting) {
      const heldUntil = this.#heldUntil.get(order);
      if (heldUntil !== undefined) {
        if (now < heldUntil) continue;
        this.#heldUntil.delete(order);
      }
      if (!order.request.market.isOpen(this.#options.priceTime())) this.#end(order, 'settled');
      else this.#execute(order);
    }
    for (const order of this.#failing) this.#revert(order);
    this.#failing.clear();
    const { priceTime, keepsShares } = this.#options;
    for (const account of this.#accounts.values()) account.settle(priceTime(), keepsShares);
  }

  #execute(order: SimOrder): void {
    const { request } = order;
    const possible = this.#take(request, true, order);
    const isWhole =
      request.budget === undefined
        ? possible.size >= request.size
        : possible.dollars >= request.budget - BUDGET_DUST;
    if (request.tif === 'fok' && !isWhole) {
      this.#end(order, 'killed');
      return;
    }
    const { parts } = this.#take(request, false, order);
    for (const { price, size } of parts) this.#fill(order, price, size);
    const isDone = request.budget === undefined ? order.filled >= request.size : parts.length > 0;
    if (isDone || (request.tif !== 'gtc' && request.tif !== 'alo')) {
      this.#end(order, order.filled > 0 ? 'filled' : 'killed');
      return;
    }
    order.state = 'open';
    this.#waiting.add(order);
  }

  /** Takes the book's liquidity within the price. @param isTrial Leaves the book as it is. */
  #take(request: OrderRequest, isTrial: boolean, order?: SimOrder) {
    const { market, leg, side, price, budget } = request;
    return this.#liquidity.take(
      market,
      {
        leg,
        side,
        price,
        size: request.size - (order?.filled ?? 0),
        ...(budget === undefined ? {} : { budget: budget - (order?.dollars ?? 0) }),
      },
      this.#options.priceTime(),
      isTrial,
    );
  }

  #fill(order: SimOrder, price: number, size: Units): void {
    const { account, market, leg, side, fee, feeInShares } = order.request;
    const dollars = Math.round(size * price);
    const charged = fee(size, price);
    const coinsBefore = account.positions.get(market.name)?.coins ?? 0;
    if (market.kind === 'perp') {
      account.tradeCoins(market, side === 'buy' ? size : -size, price);
      account.cash -= charged;
    } else if (side === 'buy') {
      const lost = feeInShares === true ? Math.round(charged / price) : 0;
      account.tradeShares(market, leg, size - lost, dollars + (feeInShares === true ? 0 : charged));
    } else {
      account.tradeShares(market, leg, -size, charged - dollars);
    }
    if (this.#options.nets) account.netPairs(market);
    order.fills.push({
      id: this.#nextFill++,
      t: this.#options.now(),
      price,
      size,
      fee: charged,
      coinsBefore,
    });
    order.filled += size;
    order.dollars += dollars;
    order.fees += charged;
    if (this.#options.failsOnChain()) this.#failing.add(order);
  }

  /** Reverses the transfers of a failed trade. */
  #revert(order: SimOrder): void {
    const { account, market, leg, side } = order.request;
    order.hasFailed = true;
    if (side === 'buy') account.tradeShares(market, leg, -order.filled, -order.dollars - order.fees);
    else account.tradeShares(market, leg, order.filled, order.dollars - order.fees);
  }

  #end(order: SimOrder, state: OrderState): void {
    order.state = state;
    order.updatedAt = this.#options.now();
    this.#waiting.delete(order);
    this.#heldUntil.delete(order);
  }

  /** Cuts a reducing order down to the position; null when it would increase it. */
  #reduced(request: OrderRequest): OrderRequest | null {
    if (request.reduceOnly !== true) return request;
    const { account, market, side, leg } = request;
    const position = account.position(market);
    const held = market.kind === 'perp' ? (side === 'buy' ? -position.coins : position.coins) : position[leg];
    const isClosing = held > 0 && (market.kind === 'perp' || side === 'sell');
    return isClosing ? { ...request, size: Math.min(request.size, held) } : null;
  }

  #shortage({
    account,
    market,
    leg,
    side,
    price,
    size,
    budget,
    fee,
  }: OrderRequest): 'funds' | 'shares' | null {
    if (market.kind === 'perp') {
      const mid = (one: SimMarket) => {
        const { bids, asks } = one.ladder(this.#options.priceTime());
        return ((bids[0]?.price ?? price) + (asks[0]?.price ?? price)) / 2;
      };
      const { equity, used } = account.margin(mid);
      const held = account.positions.get(market.name)?.coins ?? 0;
      const after = held + (side === 'buy' ? size : -size);
      const added = Math.max(0, Math.abs(after) - Math.abs(held));
      return used + Math.round((added * price) / market.maxLeverage) > equity ? 'funds' : null;
    }
    if (side === 'sell') {
      return account.shares(market, leg) < size ? 'shares' : null;
    }
    // Shares that close a position are merged into pairs at once.
    const pairs = this.#options.nets
      ? Math.min(size, account.shares(market, leg === 'yes' ? 'no' : 'yes'))
      : 0;
    const cost = (budget ?? Math.round(size * price)) - pairs;
    return cost + fee(budget === undefined ? size : Math.round(budget / price), price) > account.cash
      ? 'funds'
      : null;
  }

  #forgetOldest(): void {
    if (this.#orders.size <= MAX_ORDERS) return;
    for (const [id, order] of this.#orders) {
      if (this.#waiting.has(order)) continue;
      this.#orders.delete(id);
      if (order.request.clientId !== null) {
        this.#byClient.delete(`${order.request.account.id} ${order.request.clientId}`);
      }
      return;
    }
  }
}
