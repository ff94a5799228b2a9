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
} from '../execution-venue.ts';
import { deriveIds } from '../live/client-order-id.ts';
import { type BigDecimal, toDecimal, toDecimalText } from '../live/decimal.ts';
import { signLegs } from '../live/leg.ts';
import { reject } from '../live/order-sender.ts';
import type { PaperSide, TakenLevel } from '../paper-taking.ts';
import { computeMockFills, getMockLot, type MockOrder, selectTouched, subtractFills } from './fill-rules.ts';
import { computeMockLimit, type MockPlan, planBinary, planPerp } from './plan.ts';
import { addTaking, subtractEarlier } from './taken-levels.ts';
import { findTerms } from './terms.ts';

export interface MockMarket {
  /** The venue's own name of the market. */
  readonly name: string;
  /** Whether the market has neither ended nor resolved. */
  readonly isOpen: boolean;
  /** Newest price that this service knows, of Yes for binaries; null: none. */
  readonly price: number | null;
  /** Smallest step of a size, decimal text. Absent: the usual step of the asset's kind. */
  readonly lot?: string;
}

/** Facts about the real venue that the mock venue uses. */
export interface MockMarkets {
  /** Finds an asset that is listed or recorded; null for any other. */
  find(ref: AssetRef): Promise<MockMarket | null> | MockMarket | null;
  /** Reads the newest book, at most `maxAgeMs` old; null when there is none and none can be read. */
  book(ref: AssetRef, maxAgeMs: number, signal: AbortSignal): Promise<Book | null>;
  /** Finds the venue's taker fee, from the schedules that the screens use. */
  findRate(ref: AssetRef): TakerRate;
}

export interface MockExecutionOptions {
  readonly venue: VenueId;
  /** Rule of fills. `mark`: the whole size at the mark price. `book`: what the book offers within the limit. */
  readonly fillRule: 'mark' | 'book';
  readonly markets: MockMarkets;
  /** Lists the sizes that the bot's paper orders took from a side before. Absent: nothing was taken. */
  readonly listTaken?: (side: PaperSide) => Promise<readonly TakenLevel[]>;
  readonly clock: Clock;
}

const MAX_BOOK_AGE_MS = 10_000;
const MAX_STORED_LEVELS = 200;
const ACCOUNT = 'mock';
/** Distance from the newest known probability within which a price counts as near the market. */
const NEAR_PROBABILITY = toDecimal('0.02');
const SECOND_FILLS = 'second:';

/**
 * Creates a mock venue, which sends no order to a real one. Every fact that decides an order's fills is stored with it,
 * so sending it, sending it again after a crash and looking it up give the same answer.
 */
export function createMockExecution(options: MockExecutionOptions): ExecutionVenue {
  return new MockExecution(options);
}

class MockExecution implements ExecutionVenue {
  readonly venue: VenueId;
  readonly isLocal = true;
  readonly fillsAtMark: boolean;
  readonly #options: MockExecutionOptions;
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
    const book = fillRule === 'mark' ? null : await this.#readBook(ticket, signal);
    if (fillRule === 'book' && book === null) return reject('stale_data', `no current book of ${ref.asset}`);
    const limit =
      book === null
        ? toDecimal(markPrice)
        : computeMockLimit(ticket, isBinary, findTick(book, Number(terms.tick)));
    // Fills from a book have only sizes that the venue would accept.
    const lot = fillRule === 'mark' ? getMockLot(fillRule) : toDecimal(market.lot ?? terms.lot);
    const isPaper = fillRule === 'book';
    const rules = {
      lot,
      minUsd: terms.minUsd,
      isOfLots: isPaper && terms.minOfLots === true,
      sellsAnyWorth: isPaper && terms.minOfLots !== true,
      minShares: isPaper ? (terms.minShares ?? 0) : 0,
    };
    const plans = isBinary ? planBinary(ticket, limit, rules) : planPerp(ticket, limit, rules);
    if ('status' in plans) return plans;

    if (book === null) {
      const sign = ({ leg, shares }: MockPlan, part: number) => {
        const order = { rule: 'mark', size: toDecimalText(shares), markPrice, ...nameFills(part) } as const;
        return this.#store(ticket, market, order, { leg, part, limitPrice: null });
      };
      return { status: 'ready', legs: signLegs(plans, sign) };
    }
    const { side } = ticket;
    const rate = this.#options.markets.findRate(ref);
    return this.#fillFromBook(ticket, market, plans, {
      order: { rule: 'book', rate, side, limitPrice: toDecimalText(limit) },
      book: book[side],
      buysInDollars: terms.buysInDollars === true,
    });
  }

  /** Fills legs from the book, each from the sizes that the legs before it and the bot's earlier orders left. */
  #fillFromBook(
    ticket: OrderTicket,
    market: MockMarket,
    plans: readonly MockPlan[],
    { order: common, book, buysInDollars }: OpenBook & { readonly buysInDollars: boolean },
  ): Preparation {
    const now = epochMs(this.#options.clock());
    const all: VenueFill[] = [];
    let levels = subtractEarlier(book);
    const sign = ({ leg, shares, spendUsd }: MockPlan, part: number) => {
      const inDollars = buysInDollars && spendUsd !== null && leg !== null ? { spendUsd, leg } : {};
      const size = toDecimalText(shares);
      const whole: MockOrder = { ...common, size, levels, ...nameFills(part), ...inDollars };
      const fills = computeMockFills(whole, now);
      const order = { ...whole, levels: selectTouched(levels, fills) };
      levels = subtractFills(levels, fills);
      all.push(...fills);
      return this.#store(ticket, market, order, { leg, part, limitPrice: common.limitPrice });
    };
    const legs = signLegs(plans, sign);
    return { status: 'ready', legs, taking: addTaking(book, all) };
  }

  /** Reads both sides of the book, and the sizes that the bot took from the order's side before. */
  async #readBook({ botId, ref, side }: OrderTicket, signal: AbortSignal): Promise<PaperBook | null> {
    const { markets, listTaken } = this.#options;
    // Taken levels are read before the book: levels that another order takes meanwhile are noticed when this order is
    // stored.
    const taken =
      (await listTaken?.({ botId, mode: 'mock', venue: ref.venue, storeKey: ref.storeKey, side })) ?? [];
    const book = await markets.book(ref, MAX_BOOK_AGE_MS, signal);
    if (book === null) return null;
    const toSide = (levels: Book['asks']) => {
      return { levels: levels.slice(0, MAX_STORED_LEVELS), receivedAt: book.receivedAt, taken };
    };
    return { buy: toSide(book.asks), sell: toSide(book.bids) };
  }

  #store(
    ticket: OrderTicket,
    market: MockMarket,
    order: MockOrder & { readonly size: string },
    {
      leg,
      part,
      limitPrice,
    }: {
      readonly leg: 'yes' | 'no' | null;
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
      size: order.size,
      venueClientId: uuid,
      body: JSON.stringify(order),
      // An order that fills at its mark has the caller's price, which may be far from the market.
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

/** A book without the taken levels, with the rule by which an order fills from it. */
interface OpenBook {
  readonly book: Parameters<typeof addTaking>[0];
  readonly order: Pick<Extract<MockOrder, { readonly rule: 'book' }>, 'rule' | 'rate' | 'side'> & {
    readonly limitPrice: string;
  };
}

/** Sides of a book: `buy` has the asks, from which a buy takes, and `sell` the bids. */
type PaperBook = Readonly<Record<'buy' | 'sell', OpenBook['book']>>;

/**
 * Finds the step of prices: usually the venue's, and a finer one where the book has prices between these steps, since
 * markets near 0 and 1 trade in tenths of a step.
 */
function findTick({ buy, sell }: PaperBook, usual: number): BigDecimal {
  if (usual === 0) return toDecimal(usual);
  const isOn = (tick: number) =>
    [buy, sell].every(({ levels }) => levels.every(({ price }) => isMultiple(price, tick)));
  const finer = toExact(usual / 10);
  return toDecimal(isOn(usual) ? usual : isOn(finer) ? finer : toExact(finer / 10));
}

/**
 * Whether a price is a multiple of the step. Numbers are compared, since decimals of a whole book would cost too much.
 */
function isMultiple(price: number, step: number): boolean {
  return toExact(Math.round(price / step) * step) === price;
}

/** Removes the rounding noise in the last bits of a product or quotient. */
const toExact = (value: number) => Number(value.toPrecision(12));

/** Builds the option that gives fills of the second leg ids of their own. */
const nameFills = (part: number) => (part === 0 ? {} : { fillPrefix: SECOND_FILLS });

/** Whether the caller's price was near the newest price that this service knows; null: it knows none. */
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

function toOutcome(order: PreparedOrder): VenueOutcome {
  const fills = computeMockFills(JSON.parse(order.body) as MockOrder, order.preparedAt);
  if (fills.length === 0) return reject('no_liquidity', 'the book holds nothing within the limit price');
  return { status: 'filled', venueOrderId: order.venueClientId, fills };
}
