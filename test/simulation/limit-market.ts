import Big from 'big.js';
import type {
  ExecutionVenue,
  OrderTicket,
  Preparation,
  PreparedOrder,
  SendOutcome,
  VenueFill,
  VenueOutcome,
} from '../../src/bot/execution/index.ts';
import { buildOrder as buildKalshi } from '../../src/bot/execution/kalshi/build-order.ts';
import { toDecimal } from '../../src/bot/execution/live/decimal.ts';
import { planLegs } from '../../src/bot/execution/live/leg.ts';
import { computeBinaryLimit } from '../../src/bot/execution/live/price-bounds.ts';
import { epochMs, isPerpKind, type VenueId } from '../../src/domain/index.ts';

/** Treatment of the next order by a venue. Fractions are of the order's size. */
export interface Treatment {
  readonly filledFrac: number;
  /** Whether the answer never comes, although the order was filled. */
  readonly isLost: boolean;
  /** Whether the unfilled rest stays in the book and fills at the next look. */
  readonly rests: boolean;
}

interface SentOrder {
  readonly order: PreparedOrder;
  readonly treatment: Treatment;
  fills: VenueFill[];
  looks: number;
}

const TICK = toDecimal('0.001');
const NOW = epochMs(1_763_700_000_000);

/**
 * A venue with one account, which sizes orders by what the account holds, fills parts of them, and loses answers. It
 * counts the money that the bot has at risk by the shares that its own orders bought and sold, whatever is done by hand.
 */
export class LimitMarket implements ExecutionVenue {
  readonly venue: VenueId;
  /** Coins or Yes shares of each market, and No shares. */
  readonly #held = new Map<string, { yes: Big; no: Big }>();
  /** Shares that the bot's own orders hold, and their cost, by asset. */
  readonly #own = new Map<string, { size: Big; cost: Big }>();
  readonly #sent = new Map<string, SentOrder>();
  readonly #onRisk: () => void;
  next: Treatment = { filledFrac: 1, isLost: false, rests: false };

  constructor(venue: VenueId, onRisk: () => void) {
    this.venue = venue;
    this.#onRisk = onRisk;
  }

  /** Buys on the same account by hand. */
  addByHand(storeKey: string, yes: number, no: number): void {
    const held = this.#find(storeKey);
    const [allYes, allNo] = [held.yes.plus(yes), held.no.plus(no)];
    // Kalshi never holds both sides of a market.
    const both = this.venue !== 'kalshi' ? new Big(0) : allYes.lt(allNo) ? allYes : allNo;
    this.#held.set(storeKey, { yes: allYes.minus(both), no: allNo.minus(both) });
  }

  /**
   * Finds the amount at risk of the bot's orders in a market, in dollars. A share of Yes with one of No always pays 1,
   * so that nothing of such a pair's cost can still be won or lost.
   */
  findRisk(storeKey: string): Big {
    const none = { size: new Big(0), cost: new Big(0) };
    const [long, short] = ['long', 'short'].map((side) => this.#own.get(`${storeKey} ${side}`) ?? none);
    if (long === undefined || short === undefined) return new Big(0);
    const [more, less] = long.size.gt(short.size) ? [long, short] : [short, long];
    return more.size.eq(0) ? new Big(0) : more.cost.times(more.size.minus(less.size)).div(more.size);
  }

  async checkCredential() {
    return { status: 'usable' } as const;
  }

  async prepare(ticket: OrderTicket): Promise<Preparation> {
    const { ref, side } = ticket;
    const held = this.#find(ref.storeKey);
    const sign = (
      size: Big,
      leg: PreparedOrder['leg'],
      limit: Big,
      part: number,
      closes: boolean,
    ): PreparedOrder => ({
      format: 1,
      venue: this.venue,
      account: 'a',
      storeKey: ref.storeKey,
      venueAsset: ref.asset,
      side,
      leg,
      limitPrice: limit.toFixed(),
      size: size.toFixed(),
      body: '{}',
      expiresAt: null,
      venueClientId: `${ticket.clientOrderId}/${part}`,
      details: { closes },
      preparedAt: NOW,
    });
    if (isPerpKind(ref.kind)) {
      const wanted = new Big(ticket.sizeShares ?? new Big(ticket.sizeUsd ?? 0).div(ticket.markPrice)).round(
        6,
        Big.roundDown,
      );
      const open = side === 'sell' ? held.yes : held.yes.neg();
      const most = open.gt(0) ? open : new Big(0);
      const size = ticket.isClose === true && wanted.gt(most) ? most : wanted;
      if (size.lte(0)) return { status: 'rejected', reason: 'no_position', message: 'none' } as const;
      const slip = new Big(ticket.markPrice).times(ticket.maxSlippageBps).div(10_000);
      const limit = side === 'buy' ? slip.plus(ticket.markPrice) : new Big(ticket.markPrice).minus(slip);
      return { status: 'ready', legs: [sign(size, null, limit, 0, ticket.isClose === true)] } as const;
    }
    const shares = { yes: toDecimal(held.yes.toFixed()), no: toDecimal(held.no.toFixed()) };
    if (this.venue === 'kalshi') {
      const ranges = [{ start: toDecimal(0), end: toDecimal(1), step: TICK }];
      const built = buildKalshi(ticket, { ticker: 'T', isOpen: true, ranges, isFractional: true }, shares);
      if (built.status === 'rejected') return built;
      return {
        status: 'ready',
        legs: [sign(new Big(built.count), built.leg, new Big(built.limitPrice), 0, built.isReduceOnly)],
      } as const;
    }
    const limit = computeBinaryLimit(ticket, () => TICK);
    const plans = planLegs(ticket, limit, shares, {
      lot: toDecimal('0.01'),
      findProblem: ({ usd }) => (usd.lt(1) ? 'too small' : null),
    });
    if ('status' in plans) return plans;
    const legs = plans
      .filter((plan) => plan !== undefined)
      .map((plan, part) =>
        sign(new Big(plan.shares.toFixed()), plan.leg, new Big(limit.toFixed()), part, false),
      );
    const [first, second] = legs;
    if (first === undefined) throw new Error('a plan has a leg');
    return { status: 'ready', legs: second === undefined ? [first] : [first, second] } as const;
  }

  async send(
    order: PreparedOrder,
    _secret: unknown,
    { mayStillSend }: Parameters<ExecutionVenue['send']>[2],
  ): Promise<SendOutcome> {
    if (!(await mayStillSend())) return { status: 'not_sent', cause: 'halted' };
    const sent: SentOrder = { order, treatment: this.next, fills: [], looks: 0 };
    this.#sent.set(order.venueClientId, sent);
    this.#fill(sent, new Big(order.size).times(sent.treatment.filledFrac).round(6, Big.roundDown));
    return sent.treatment.isLost ? { status: 'unknown', message: 'no answer' } : this.#toOutcome(sent);
  }

  async lookUp(order: PreparedOrder): Promise<VenueOutcome> {
    const sent = this.#sent.get(order.venueClientId);
    if (sent === undefined)
      return { status: 'rejected', reason: 'venue_unavailable', message: 'never arrived' };
    sent.looks++;
    if (sent.treatment.rests && sent.looks === 2) this.#fill(sent, this.#left(sent));
    return this.#toOutcome(sent);
  }

  async cancel(order: PreparedOrder): Promise<VenueOutcome> {
    const sent = this.#sent.get(order.venueClientId);
    if (sent === undefined)
      return { status: 'rejected', reason: 'venue_unavailable', message: 'never arrived' };
    sent.looks = 3;
    return this.#toOutcome(sent);
  }

  getCounters() {
    return {
      sent: this.#sent.size,
      unknownOutcomes: 0,
      unmappedErrors: 0,
      lastUnmappedError: null,
      implausibleAnswers: 0,
      lastImplausible: null,
      blocked: false,
      refusedRows: 0,
      lastRefusedRow: null,
    };
  }

  #left({ order, fills }: SentOrder): Big {
    return fills.reduce((left, { size }) => left.minus(size), new Big(order.size));
  }

  #toOutcome(sent: SentOrder): VenueOutcome {
    const isResting = sent.treatment.rests && sent.looks < 2 && this.#left(sent).gt(0);
    if (isResting) return { status: 'resting', venueOrderId: 'v', fills: sent.fills };
    if (sent.fills.length > 0) return { status: 'filled', venueOrderId: 'v', fills: sent.fills };
    return { status: 'rejected', reason: 'no_liquidity', message: 'nothing there' };
  }

  /** Trades a part of an order at its limit price, which is the most that it may cost. */
  #fill(sent: SentOrder, wanted: Big): void {
    const { order } = sent;
    const held = this.#find(order.storeKey);
    const price = new Big(order.limitPrice ?? 0);
    const isBuy = order.side === 'buy';
    let size = wanted;
    if (order.leg !== null && this.venue !== 'kalshi') {
      const isSale = isBuy !== (order.leg === 'yes');
      if (isSale && size.gt(held[order.leg])) size = held[order.leg];
    } else if (order.details.closes === true) {
      const open = isBuy ? (order.leg === null ? held.yes.neg() : held.no) : held.yes;
      if (size.gt(open)) size = open;
    }
    if (size.lte(0)) return;
    this.#move(order, size, price);
    const fill: VenueFill = {
      fillId: `${order.venueClientId}/${sent.fills.length}`,
      t: NOW,
      price: price.toFixed(),
      size: size.toFixed(),
      notionalMicroUsd: Number(size.times(price).times(1e6).round(0, Big.roundHalfUp)),
      venueFeeMicroUsd: 0,
    };
    sent.fills = [...sent.fills, fill];
    this.#onRisk();
  }

  /** Moves what the account holds, and counts what the bot's order put at risk or freed by that. */
  #move({ storeKey, side, leg }: PreparedOrder, size: Big, price: Big): void {
    const { yes, no } = this.#find(storeKey);
    const signed = side === 'buy' ? size : size.neg();
    const other = new Big(1).minus(price);
    if (leg === null || this.venue === 'kalshi') {
      const net = yes.minus(no);
      const next = net.plus(signed);
      const isLeg = leg !== null;
      const long = (one: Big) => (one.gt(0) ? one : new Big(0));
      this.#held.set(
        storeKey,
        isLeg ? { yes: long(next), no: long(next.neg()) } : { yes: next, no: new Big(0) },
      );
      this.#count(`${storeKey} long`, long(next).minus(long(net)), price);
      this.#count(`${storeKey} short`, long(next.neg()).minus(long(net.neg())), isLeg ? other : price);
    } else if (leg === 'yes') {
      this.#held.set(storeKey, { yes: yes.plus(signed), no });
      this.#count(`${storeKey} long`, signed, price);
    } else {
      this.#held.set(storeKey, { yes, no: no.minus(signed) });
      this.#count(`${storeKey} short`, signed.neg(), other);
    }
  }

  /** Counts a fill at average cost: a sale frees its part, as far as the bot itself had bought it. */
  #count(pool: string, change: Big, price: Big): void {
    const { size, cost } = this.#own.get(pool) ?? { size: new Big(0), cost: new Big(0) };
    if (change.gte(0)) {
      this.#own.set(pool, { size: size.plus(change), cost: cost.plus(change.times(price)) });
      return;
    }
    const left = size.plus(change).gt(0) ? size.plus(change) : new Big(0);
    this.#own.set(pool, { size: left, cost: size.eq(0) ? cost : cost.times(left).div(size) });
  }

  #find(storeKey: string) {
    return this.#held.get(storeKey) ?? { yes: new Big(0), no: new Big(0) };
  }
}
