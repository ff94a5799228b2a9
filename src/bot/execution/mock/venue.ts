import {
  type AssetRef,
  type Book,
  type Clock,
  epochMs,
  KIND_TRAITS,
  type TakerRate,
  type VenueId,
} from '../../../domain/index.ts';
import { deriveIds } from '../common/client-order-id.ts';
import { decimal, decimalText } from '../common/decimal.ts';
import { reject } from '../common/order-desk.ts';
import { binaryLimit } from '../common/price-bounds.ts';
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
  VenueOutcome,
} from '../execution-venue.ts';
import { type MockOrder, mockFills, mockSize, reachableLevels } from './fill-rules.ts';
import { findTerms } from './terms.ts';

/** What the mock venue knows of the real one. */
export interface MockMarkets {
  /** The venue's own name of an asset that is listed or recorded; null for any other. */
  findName(ref: AssetRef): Promise<string | null> | string | null;
  /** The newest book, at most `maxAgeMs` old; null when there is none and none can be read. */
  book(ref: AssetRef, maxAgeMs: number, signal: AbortSignal): Promise<Book | null>;
  /** What taking costs there, by the same schedule as everywhere else. */
  findRate(ref: AssetRef): TakerRate;
}

export interface MockExecutionOptions {
  readonly venue: VenueId;
  /** `mark`: the whole size at the mark price. `book`: what the book holds within the limit price. */
  readonly fillRule: 'mark' | 'book';
  readonly markets: MockMarkets;
  readonly clock: Clock;
}

const MAX_BOOK_AGE_MS = 10_000;
const MAX_STORED_LEVELS = 200;
const ACCOUNT = 'mock';
/** Probabilities give way by at least this much. */
const BINARY_TICK = decimal('0.01');

/**
 * A venue that trades nothing. Everything that decides an order's fills is stored with it, so sending it,
 * sending it again after a crash and looking it up give the same answer.
 */
export function createMockExecution(options: MockExecutionOptions): ExecutionVenue {
  return new MockExecution(options);
}

class MockExecution implements ExecutionVenue {
  readonly venue: VenueId;
  readonly isLocal = true;
  readonly #options: MockExecutionOptions;
  #sent = 0;

  constructor(options: MockExecutionOptions) {
    this.venue = options.venue;
    this.#options = options;
  }

  async checkCredential(): Promise<CredentialCheck> {
    return { status: 'usable' };
  }

  async prepare(ticket: OrderTicket, _secret: OpenedSecret, signal: AbortSignal): Promise<Preparation> {
    const { ref, side, sizeUsd, markPrice } = ticket;
    const venueAsset = ref.venue === this.venue ? await this.#options.markets.findName(ref) : null;
    if (venueAsset === null) return reject('unknown_asset', `${this.venue} does not list ${ref.asset}`);
    const terms = findTerms(ref.kind);
    if (terms === null) return reject('unknown_asset', `no orders can be placed for ${ref.asset}`);
    if (sizeUsd < terms.minUsd) {
      return reject('below_minimum', `orders must be worth ${terms.minUsd} USD or more`);
    }

    const isBinary = KIND_TRAITS[ref.kind].unit === 'probability';
    const size = mockSize(this.#options.fillRule, sizeUsd, markPrice);
    const limitPrice = this.#options.fillRule === 'mark' ? null : computeLimit(ticket, isBinary);
    let order: MockOrder = { rule: 'mark', sizeUsd, markPrice };
    if (limitPrice !== null) {
      const book = await this.#options.markets.book(ref, MAX_BOOK_AGE_MS, signal);
      if (book === null) return reject('stale_data', `no current book of ${ref.asset}`);
      const taken = side === 'buy' ? book.asks : book.bids;
      const levels = reachableLevels(taken.slice(0, MAX_STORED_LEVELS), { side, size, limitPrice });
      const rate = this.#options.markets.findRate(ref);
      order = { rule: 'book', rate, side, size, limitPrice, levels };
    }
    const { uuid } = deriveIds({ ...ticket, venue: this.venue, account: ACCOUNT });
    return {
      status: 'ready',
      order: {
        format: 1,
        venue: this.venue,
        account: ACCOUNT,
        storeKey: ref.storeKey,
        venueAsset,
        side,
        leg: isBinary ? 'yes' : null,
        limitPrice,
        size,
        venueClientId: uuid,
        body: JSON.stringify(order),
        details: {},
        preparedAt: epochMs(this.#options.clock()),
        expiresAt: null,
      },
    };
  }

  async send(
    order: PreparedOrder,
    _secret: OpenedSecret,
    { signal, mayStillSend = () => true }: SendOptions,
  ): Promise<SendOutcome> {
    if (signal.aborted) return { status: 'not_sent', cause: 'expired' };
    if (!mayStillSend()) return { status: 'not_sent', cause: 'halted' };
    this.#sent++;
    return toOutcome(order);
  }

  async lookUp(order: PreparedOrder): Promise<VenueOutcome> {
    return toOutcome(order);
  }

  async cancel(order: PreparedOrder): Promise<VenueOutcome> {
    return toOutcome(order);
  }

  counters(): ExecutionCounters {
    return {
      sent: this.#sent,
      unknownOutcomes: 0,
      unmappedErrors: 0,
      lastUnmappedError: null,
      implausibleAnswers: 0,
      lastImplausible: null,
      blocked: false,
    };
  }
}

function computeLimit(ticket: OrderTicket, isBinary: boolean): string {
  if (isBinary) return decimalText(binaryLimit(ticket, () => BINARY_TICK));
  const mark = decimal(ticket.markPrice);
  const distance = mark.times(ticket.maxSlippageBps).div(10_000);
  return decimalText(ticket.side === 'buy' ? mark.plus(distance) : mark.minus(distance));
}

function toOutcome(order: PreparedOrder): VenueOutcome {
  const fills = mockFills(JSON.parse(order.body) as MockOrder, order.preparedAt);
  if (fills.length === 0) return reject('no_liquidity', 'the book holds nothing within the limit price');
  return { status: 'filled', venueOrderId: order.venueClientId, fills };
}
