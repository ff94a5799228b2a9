import type { AssetRef, EpochMs, VenueId } from '../../domain/index.ts';
import type { EventQuery, EventsReading, HoldingsReading, OpenOrdersReading } from './account-readings.ts';
import type { OrderSide } from './order-side.ts';
import type { PaperTaking } from './paper-taking.ts';
import type { RejectReason } from './reject-reasons.ts';

/** Facts of an order that was sent. */
export interface SentOrder {
  readonly at: EpochMs;
  /** Order id of the venue; null: the venue has not stated one. */
  readonly venueOrderId: string | null;
  /**
   * Known state of the order. Default `nothing`: its answer never came. `end`: it has ended, and its fees, prices or
   * chain are open.
   */
  readonly known?: 'nothing' | 'resting' | 'end';
}

/**
 * A venue that takes orders: a live one, or the mock one. The order of work makes a crash at any point harmless: {@link
 * ExecutionVenue.prepare} builds and signs, and sends nothing; the caller stores the whole {@link PreparedOrder} and
 * commits; {@link ExecutionVenue.send} sends the stored bytes once; where the outcome is `unknown`, and after a start
 * for every stored order without an outcome, {@link ExecutionVenue.lookUp} asks the venue for it. An order is never
 * built again. Every method takes the opened secret as a value and keeps no copy of it. None throws because of a venue:
 * every answer, and a missing one, is an outcome.
 */
export interface ExecutionVenue {
  readonly venue: VenueId;
  /**
   * Whether sending leaves no trace outside of this process, so that an order may be stored together with its outcome.
   */
  readonly isLocal?: boolean;
  /** Whether orders fill whole at their mark price. Absent: they fill at a price within their limit. */
  readonly fillsAtMark?: boolean;

  /** Asks the venue, by one read-only call, whether the credential allows trading and nothing more. */
  checkCredential(secret: OpenedSecret, signal: AbortSignal): Promise<CredentialCheck>;

  /** Reads the market, sizes and prices the order inside its bounds, and signs it. */
  prepare(ticket: OrderTicket, secret: OpenedSecret, signal: AbortSignal): Promise<Preparation>;

  /** Sends a stored order. Orders of one account are sent one after another. */
  send(order: PreparedOrder, secret: OpenedSecret, options: SendOptions): Promise<SendOutcome>;

  /**
   * Asks the venue for the state of an order that was sent, or may have been.
   *
   * `rejected` with `venue_unavailable` says that the order never arrived and cannot arrive any more;
   * `unknown` says to ask again later.
   */
  lookUp(
    order: PreparedOrder,
    sent: SentOrder,
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<VenueOutcome>;

  /** Cancels the resting part of an order and returns its state. Safe to repeat. */
  cancel(
    order: PreparedOrder,
    sent: SentOrder,
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<VenueOutcome>;

  /** Reads the holdings of an account in some markets. Absent at mock venues, which have no accounts. */
  readHoldings?(
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<HoldingsReading>;

  /**
   * Reads the events that the venue itself caused in an account since a moment, in some markets. Absent where the venue
   * states no such events.
   */
  readEvents?(query: EventQuery, secret: OpenedSecret, signal: AbortSignal): Promise<EventsReading>;

  /**
   * Reads the resting orders of an account in any market, also those that others placed. Absent where the venue states
   * no list of a known form.
   *
   * @param markets Markets in which the account's bots trade; some venues list by parts of themselves.
   */
  readOpenOrders?(
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<OpenOrdersReading>;

  getCounters(): ExecutionCounters;
}

/** A credential as its owner stored it, opened for the length of one call. */
export type OpenedSecret = Readonly<Record<string, string>>;

export interface CredentialForm {
  readonly usable: boolean;
  /** Names of absent members. */
  readonly missing: readonly string[];
  /** Problem of the present members, told without their values; null: none. */
  readonly problem: string | null;
}

export type CredentialCheck =
  /** A credential that can trade. `note`: a hint about the account for its owner, without secrets. */
  | { readonly status: 'usable'; readonly note?: string }
  /** A credential that cannot trade. `problem` is a text of this service, or the venue's words. */
  | { readonly status: 'unusable'; readonly problem: string }
  /** A credential whose venue could not be asked. `retryAfterMs`: time for which the venue takes no further check. */
  | { readonly status: 'unknown'; readonly problem: string; readonly retryAfterMs?: number };

/** An order for a venue to size and sign. For binaries `side` and prices are those of Yes. */
export interface OrderTicket {
  readonly botId: string;
  /** The bot's own id of the order; the venue's client id is derived from it. */
  readonly clientOrderId: string;
  readonly ref: AssetRef;
  readonly side: OrderSide;
  /**
   * Most money that the order may move: a purchase costs at most this at the limit price, a sale brings at most this at
   * `markPrice`. null: sized in shares.
   */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin, decimal text. With `isClose` the bot's open position; `'0'`: none. */
  readonly sizeShares?: string | null;
  /** Whether the order trades at most the account's holding, never through zero. */
  readonly isClose?: boolean;
  /** The bot's position in the market by its own fills, signed decimal text. Only a mock venue uses it as holdings. */
  readonly position?: string;
  readonly markPrice: number;
  /**
   * Greatest distance of the limit price from `markPrice`, in basis points; at least one tick is granted on binaries.
   */
  readonly maxSlippageBps: number;
}

/** An order, or one leg of it, with the bytes to be sent: plain data without secrets, stored before it is sent. */
export interface PreparedOrder {
  /** Version of this shape. Later versions of the service read all earlier ones. */
  readonly format: 1;
  readonly venue: VenueId;
  /** The account's public name at the venue: address or key id. */
  readonly account: string;
  /** The store key of the asset. */
  readonly storeKey: string;
  /** The venue's own name of the asset: coin, slug or ticker. */
  readonly venueAsset: string;
  readonly side: OrderSide;
  /**
   * Side of a binary whose shares change hands; null for perpetuals. Where the venue nets by itself: the side that is
   * bought, or the side that is sold when nothing is bought.
   */
  readonly leg: 'yes' | 'no' | null;
  /** Limit price as decimal text, in Yes terms for binaries. Null for an order that trades at its mark price. */
  readonly limitPrice: string | null;
  /** Size as decimal text: the requested coins or shares. */
  readonly size: string;
  /** Id by which the venue finds the order again: client order id, or the hash of the order. */
  readonly venueClientId: string;
  /** Exact text of the request. */
  readonly body: string;
  /** Further members that the venue's client needs to send and find the order. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly preparedAt: EpochMs;
  /** Time from which the venue refuses the order; null where it has no such rule. */
  readonly expiresAt: EpochMs | null;
}

export type Preparation =
  /** One order, or two in the order of sending: the shares that are given back, then the purchase. */
  | {
      readonly status: 'ready';
      readonly legs: readonly [PreparedOrder, second?: PreparedOrder];
      /** Sizes taken from the book; present for paper orders that fill from a book. */
      readonly taking?: PaperTaking;
    }
  | { readonly status: 'rejected'; readonly reason: RejectReason; readonly message: string };

/** A fill as its venue reports it. */
export interface VenueFill {
  /** Name of the fill within its order, the same in every reading. */
  readonly fillId: string;
  readonly t: EpochMs;
  /** Price as decimal text, in Yes terms for binaries. */
  readonly price: string;
  /** Size as decimal text; for binaries after the fee where it was taken in shares. */
  readonly size: string;
  /** `price` times `size` in millionths of a US dollar, rounded half up. */
  readonly notionalMicroUsd: number;
  /**
   * Part of `size` that gave back a holding of the account, decimal text. Absent: the leg tells it (binaries), or the
   * bot's own position does (perpetuals).
   */
  readonly closedSize?: string;
  /** Fee of the venue in millionths of a US dollar, negative for a rebate; null: not stated. */
  readonly venueFeeMicroUsd: number | null;
  /** Whether the venue has not stated the price yet: `price` is then the worst that the order allowed. */
  readonly isProvisional?: true;
}

/** State of an order at its venue. `fills` are always all of its fills so far. */
export type VenueOutcome =
  /** An order that traded something and of which nothing rests any more. */
  | {
      readonly status: 'filled';
      readonly venueOrderId: string | null;
      readonly fills: readonly VenueFill[];
      /**
       * Whether the fills can still change, because the chain has not confirmed them or only their sum is known: they
       * are to be read again.
       */
      readonly isSettling?: true;
    }
  /** An order that the venue holds. */
  | { readonly status: 'resting'; readonly venueOrderId: string | null; readonly fills: readonly VenueFill[] }
  /** An order that rested and was cancelled before anything was traded. */
  | { readonly status: 'cancelled'; readonly venueOrderId: string | null }
  | VenueRejection
  /**
   * An order whose answer is missing or does not state what happened: it is looked up and never sent again.
   * `venueOrderId`: id under which the venue took the order, which may not be the venue's own.
   */
  | {
      readonly status: 'unknown';
      readonly message: string;
      readonly venueOrderId?: string;
      /**
       * Time in ms for which asking again is of no use: our own limits have no room, or the venue says so. Absent:
       * none.
       */
      readonly retryAfterMs?: number;
      /**
       * Time in ms after which an order that the venue does not know is final: it cannot arrive any more. Absent: the
       * venue knows the order.
       */
      readonly finalInMs?: number;
    };

/** A definite refusal, or an immediate order that ended with nothing traded. */
export interface VenueRejection {
  readonly status: 'rejected';
  readonly reason: RejectReason;
  /** The venue's own words, cut short; never a secret. */
  readonly message: string;
  /** Whether the order was matched and its trades failed on chain: the trades reported before never happened. */
  readonly hasFailedOnChain?: true;
  /**
   * Time in ms after which the same bytes may be sent again; present when the venue proved that it did not take the
   * order.
   */
  readonly retryAfterMs?: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /**
   * Asks for the last time whether the order may leave, right before its bytes do; false keeps it back. Never rejects.
   */
  readonly mayStillSend: () => Promise<boolean>;
}

export type SendOutcome =
  | VenueOutcome
  /** An order whose bytes never left. */
  | { readonly status: 'not_sent'; readonly cause: 'halted' | 'expired' | 'queue_full' };

/** Counters of a venue's trading client since the start. */
export interface ExecutionCounters {
  readonly sent: number;
  readonly unknownOutcomes: number;
  /** Venue errors that have no row in the venue's table of errors. */
  readonly unmappedErrors: number;
  readonly lastUnmappedError: string | null;
  /** Number of answers about an order that cannot be true of it, such as a fill larger than the order. */
  readonly implausibleAnswers: number;
  readonly lastImplausible: string | null;
  /** Number of rows of private answers that could not be read. */
  readonly refusedRows: number;
  /** Kind and member of the newest row that could not be read. */
  readonly lastRefusedRow: string | null;
  /** Whether the newest answer was 403 or 451 for the whole address. */
  readonly blocked: boolean;
}
