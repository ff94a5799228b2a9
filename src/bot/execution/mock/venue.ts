import {
  type AssetRef,
  type Book,
  type Clock,
  epochMs,
  KIND_TRAITS,
  type TakerRate,
  type VenueId,
} from '../../../domain/index.ts';
import type {
  CredentialCheck,
  ExecutionCounters,
  ExecutionVenue,
  OpenedSecret,
  OrderTicket,
  Preparation,
  PreparedOrder,
  SendOptions,
  SendOutcome,
  VenueFill,
  VenueOutcome,
  VenueRejection,
} from '../execution-venue.ts';
import { deriveIds } from '../live/client-order-id.ts';
import { type Decimal, floorTo, toDecimal, toDecimalText } from '../live/decimal.ts';
import { type LegPlan, planLegs, readSize, rejectNothingOpen, signLegs } from '../live/leg.ts';
import { reject } from '../live/order-sender.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';
import {
  computeMockFills,
  getMockLot,
  type MockOrder,
  selectReachableLevels,
  subtractTaken,
} from './fill-rules.ts';
import { TakenLevels } from './taken-levels.ts';
import { findTerms } from './terms.ts';

export interface MockMarket {
  /** The venue's own name of it. */
  readonly name: string;
  /** Neither ended nor resolved. */
  readonly isOpen: boolean;
  /** The newest price known here, of Yes for binaries; null: none is. */
  readonly price: number | null;
  /** Smallest step of a size, decimal text. Absent: that of its kind. */
  readonly lot?: string;
}

/** Facts about the real venue that the mock venue uses. */
export interface MockMarkets {
  /** An asset that is listed or recorded; null for any other. */
  find(ref: AssetRef): Promise<MockMarket | null> | MockMarket | null;
  /** The newest book, at most `maxAgeMs` old; null when there is none and none can be read. */
  book(ref: AssetRef, maxAgeMs: number, signal: AbortSignal): Promise<Book | null>;
  /** The venue's taker fee, by the same schedule as elsewhere. */
  findRate(ref: AssetRef): TakerRate;
}

export interface MockExecutionOptions {
  readonly venue: VenueId;
  /** `mark`: the whole size at the mark price. `book`: the size in the book within the limit price. */
  readonly fillRule: 'mark' | 'book';
  readonly markets: MockMarkets;
  readonly clock: Clock;
}

const MAX_BOOK_AGE_MS = 10_000;
const MAX_STORED_LEVELS = 200;
const ACCOUNT = 'mock';
/** Probabilities give way by at least this much. */
const BINARY_TICK = toDecimal('0.01');
/** A probability this close to the newest known one is near the market. */
const NEAR_PROBABILITY = toDecimal('0.02');
const SECOND_FILLS = 'second:';

/**
 * A mock venue that sends no order out. Every input of an order's fills is stored with it, so sending it,
 * sending it again after a crash and looking it up give the same answer.
 */
export function createMockExecution(options: MockExecutionOptions): ExecutionVenue {
  return new MockExecution(options);
}

class MockExecution implements ExecutionVenue {
  readonly venue: VenueId;
  readonly isLocal = true;
  readonly fillsAtMark: boolean;
  readonly #options: MockExecutionOptions;
  readonly #taken = new TakenLevels();
  #sent = 0;

  constructor(options: MockExecutionOptions) {
    this.venue = options.venue;
    this.fillsAtMark = options.fillRule === 'mark';
    this.#options = options;
  }

  async checkCredential(): Promise<CredentialCheck> {
    return { status: 'usable' };
  }

  async prepare(ticket: OrderTicket, _secret: OpenedSecret, signal: AbortSignal): Promise<Preparation> {
    const { ref, markPrice } = ticket;
    const market = ref.venue === this.venue ? await this.#options.markets.find(ref) : null;
    if (market === null) return reject('unknown_asset', `${this.venue} does not list ${ref.asset}`);
    const terms = findTerms(ref.kind);
    if (terms === null) return reject('unknown_asset', `no orders can be placed for ${ref.asset}`);
    if (!market.isOpen) return reject('market_closed', `${ref.asset} has ended`);

    const { fillRule } = this.#options;
    const isBinary = KIND_TRAITS[ref.kind].unit === 'probability';
    const limit = fillRule === 'mark' ? toDecimal(markPrice) : computeLimit(ticket, isBinary);
    // A size that a venue would not take is filled by no book.
    const lot = fillRule === 'mark' ? getMockLot(fillRule) : toDecimal(market.lot ?? terms.lot);
    const plans = isBinary
      ? planBinary(ticket, limit, { lot, minUsd: terms.minUsd })
      : planPerp(ticket, { lot, minUsd: terms.minUsd });
    if ('status' in plans) return plans;

    const book = fillRule === 'book' ? await this.#readBook(ticket, limit, signal) : null;
    if (fillRule === 'book' && book === null) return reject('stale_data', `no current book of ${ref.asset}`);
    const taken = { botId: ticket.botId, storeKey: ref.storeKey, side: ticket.side };
    const offered = book?.levels ?? [];
    let levels = this.#taken.subtract(taken, offered, ticket.clientOrderId);
    const fills: VenueFill[] = [];
    const sign = ({ leg, shares }: MockPlan, part: number) => {
      const size = toDecimalText(shares);
      const fillPrefix = part === 0 ? {} : { fillPrefix: SECOND_FILLS };
      let order: MockOrder = { rule: 'mark', size, markPrice, ...fillPrefix };
      if (book !== null) {
        const reachable = selectReachableLevels(levels, {
          side: ticket.side,
          size,
          limitPrice: book.limitPrice,
        });
        levels = subtractTaken(levels, size);
        order = { ...book, size, levels: reachable, ...fillPrefix };
        fills.push(...computeMockFills(order, epochMs(this.#options.clock())));
      }
      return this.#store(ticket, market, order, { leg, size, part, limitPrice: book?.limitPrice ?? null });
    };
    const legs = signLegs(plans, sign);
    if (fills.length > 0) this.#taken.note(taken, offered, ticket.clientOrderId, fills);
    return { status: 'ready', legs };
  }

  /** The side of the book that an order takes from, with the cost of taking. */
  async #readBook({ ref, side }: OrderTicket, limit: Decimal, signal: AbortSignal) {
    const book = await this.#options.markets.book(ref, MAX_BOOK_AGE_MS, signal);
    if (book === null) return null;
    const levels = (side === 'buy' ? book.asks : book.bids).slice(0, MAX_STORED_LEVELS);
    const rate = this.#options.markets.findRate(ref);
    return { rule: 'book', rate, side, limitPrice: toDecimalText(limit), levels } as const;
  }

  #store(
    ticket: OrderTicket,
    market: MockMarket,
    order: MockOrder,
    {
      leg,
      size,
      part,
      limitPrice,
    }: {
      readonly leg: 'yes' | 'no' | null;
      readonly size: string;
      readonly part: number;
      readonly limitPrice: string | null;
    },
  ): PreparedOrder {
    const { uuid } = deriveIds({ ...ticket, venue: this.venue, account: ACCOUNT, part });
    return {
      format: 1,
      venue: this.venue,
      account: ACCOUNT,
      storeKey: ticket.ref.storeKey,
      venueAsset: market.name,
      side: ticket.side,
      leg,
      limitPrice,
      size,
      venueClientId: uuid,
      body: JSON.stringify(order),
      // Only a price that the caller names can be far from the market.
      details: order.rule === 'mark' ? { nearMarket: isNearMarket(ticket, market) } : {},
      preparedAt: epochMs(this.#options.clock()),
      expiresAt: null,
    };
  }

  async send(
    order: PreparedOrder,
    _secret: OpenedSecret,
    { signal, mayStillSend }: SendOptions,
  ): Promise<SendOutcome> {
    if (signal.aborted) return { status: 'not_sent', cause: 'expired' };
    if (!(await mayStillSend())) return { status: 'not_sent', cause: 'halted' };
    this.#sent++;
    return toOutcome(order);
  }

  async lookUp(order: PreparedOrder): Promise<VenueOutcome> {
    return toOutcome(order);
  }

  async cancel(order: PreparedOrder): Promise<VenueOutcome> {
    return toOutcome(order);
  }

  getCounters(): ExecutionCounters {
    return {
      sent: this.#sent,
      unknownOutcomes: 0,
      unmappedErrors: 0,
      lastUnmappedError: null,
      implausibleAnswers: 0,
      lastImplausible: null,
      refusedRows: 0,
      lastRefusedRow: null,
      blocked: false,
    };
  }
}

/** One leg of a mock order; perpetuals have none. */
interface MockPlan {
  readonly leg: 'yes' | 'no' | null;
  readonly shares: Decimal;
}

interface MockRules {
  readonly lot: Decimal;
  readonly minUsd: number;
}

/** By the same rules as at a venue, over the bot's own open position. */
function planBinary(
  ticket: OrderTicket,
  limit: Decimal,
  { lot, minUsd }: MockRules,
): readonly MockPlan[] | VenueRejection {
  const position = toDecimal(ticket.position ?? 0);
  const held = { yes: position, no: position.neg() };
  const problem = belowMinimum(minUsd);
  const findProblem = ({ usd }: LegPlan) => (usd.lt(minUsd) ? problem : null);
  const plans = planLegs(ticket, limit, held, { lot, findProblem });
  return 'status' in plans ? plans : plans.filter((plan) => plan !== undefined);
}

function planPerp(ticket: OrderTicket, { lot, minUsd }: MockRules): readonly MockPlan[] | VenueRejection {
  const mark = toDecimal(ticket.markPrice);
  const size = readSize(ticket);
  const shares = floorTo('usd' in size ? size.usd.div(mark) : size.shares, lot);
  if (ticket.isClose === true && shares.lte(0)) return rejectNothingOpen(ticket);
  const worth = 'usd' in size ? size.usd : size.shares.times(mark);
  if (ticket.isClose !== true && worth.lt(minUsd)) return reject('below_minimum', belowMinimum(minUsd));
  return [{ leg: null, shares }];
}

const belowMinimum = (minUsd: number) => `orders must be worth ${minUsd} USD or more`;

/** Whether the caller's price lay near the newest one known here; null: none is. */
function isNearMarket(
  { markPrice, maxSlippageBps, ref }: OrderTicket,
  { price }: MockMarket,
): boolean | null {
  if (price === null) return null;
  const isBinary = KIND_TRAITS[ref.kind].unit === 'probability';
  const newest = toDecimal(price);
  const allowed = isBinary ? NEAR_PROBABILITY : newest.times(maxSlippageBps).div(10_000);
  return toDecimal(markPrice).minus(newest).abs().lte(allowed);
}

function computeLimit(ticket: OrderTicket, isBinary: boolean): Decimal {
  if (isBinary) return computeBinaryLimit(ticket, () => BINARY_TICK);
  const mark = toDecimal(ticket.markPrice);
  const distance = mark.times(ticket.maxSlippageBps).div(10_000);
  return ticket.side === 'buy' ? mark.plus(distance) : mark.minus(distance);
}

function toOutcome(order: PreparedOrder): VenueOutcome {
  const fills = computeMockFills(JSON.parse(order.body) as MockOrder, order.preparedAt);
  if (fills.length === 0) return reject('no_liquidity', 'the book holds nothing within the limit price');
  return { status: 'filled', venueOrderId: order.venueClientId, fills };
}
