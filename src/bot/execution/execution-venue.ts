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
   * Knowledge about the order. Default `nothing`: its answer never came. `end`: the order has ended, while its fees
   * or prices are not stated or its trades not confirmed on chain.
   */
  readonly known?: 'nothing' | 'resting' | 'end';
}

/**
 * A venue that takes orders: a live one, or the mock one. Three steps make a crash at any point harmless. {@link
 * ExecutionVenue.prepare} builds and signs an order and sends nothing; the caller commits the whole {@link
 * PreparedOrder}. {@link ExecutionVenue.send} sends the stored bytes once. {@link ExecutionVenue.lookUp} asks for an
 * order whose outcome is `unknown`, and after a start for every stored order without an outcome. An order is never
 * built again. The methods receive the opened secret as a value and keep no copy of it. None throws because of a venue:
 * every answer, and a missing one, is an outcome.
 */
export interface ExecutionVenue {
  readonly venue: VenueId;
  /**
   * Whether sending leaves no trace outside of this process, so that an order may be stored together with its outcome.
   */
  readonly isLocal?: boolean;
  /** Whether orders fill completely at their mark price. Absent: they fill at prices within their limit. */
  readonly fillsAtMark?: boolean;

  /** Asks the venue, by one read-only call, whether the credential allows trading and nothing more. */
  checkCredential(secret: OpenedSecret, signal: AbortSignal): Promise<CredentialCheck>;

  /** Reads the market, sizes and prices the order within its limits, and signs it. Sends nothing. */
  prepare(ticket: OrderTicket, secret: OpenedSecret, signal: AbortSignal): Promise<Preparation>;

  /** Sends a stored order. Orders of one account are sent one after another. */
  send(order: PreparedOrder, secret: OpenedSecret, options: SendOptions): Promise<SendOutcome>;

  /**
   * Asks the venue for the state of an order that was sent, or may have been.
   *
   * `rejected` with `venue_unavailable`: the order never arrived and can no longer arrive. `unknown`: ask again later.
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
   * Reads the resting orders of an account in any market, including those of other programs and people. Absent where
   * the venue states no list of a known form.
   *
   * @param markets Markets in which the account's bots trade; some venues have one list for each group of markets.
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
  /** Problem of the present members, described without their values; null: none. */
  readonly problem: string | null;
}

export type CredentialCheck =
  /** A credential that can trade. `note`: a hint about the account for its owner, without secrets. */
  | { readonly status: 'usable'; readonly note?: string }
  /** A credential that cannot trade. `problem` is a text of this service, or the venue's words. */
  | { readonly status: 'unusable'; readonly problem: string }
  /**
   * A credential about which the venue could not be asked. `retryAfterMs`: time in ms before which the venue accepts no
   * further check.
   */
  | { readonly status: 'unknown'; readonly problem: string; readonly retryAfterMs?: number };

/** An order that a venue is to size and sign. For binaries `side` and prices are those of Yes. */
export interface OrderTicket {
  readonly botId: string;
  /** The bot's own id of the order; the venue's client id is derived from it. */
  readonly clientOrderId: string;
  readonly ref: AssetRef;
  readonly side: OrderSide;
  /**
   * Most money that the order may move: a purchase costs at most this amount at the limit price, and a sale brings at
   * most this amount at `markPrice`. null: the order is sized in shares.
   */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin, decimal text. With `isClose` the bot's open position; `'0'`: none. */
  readonly sizeShares?: string | null;
  /** Whether the order only closes: it trades at most what the account holds. */
  readonly isClose?: boolean;
  /**
   * The bot's position in the market by its own fills, signed decimal text. Only a mock venue uses it, as the holding.
   */
  readonly position?: string;
  readonly markPrice: number;
  /** Maximum distance of the limit price from `markPrice`, in basis points. On binaries it is at least one tick. */
  readonly maxSlippageBps: number;
}

/** An order, or one leg of it, with the bytes to be sent. Plain data without secrets, stored before it is sent. */
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
   * Side of a binary whose shares are traded; null for perpetuals. At a venue that nets Yes against No by itself: the
   * side that is bought, or the side that is sold when nothing is bought.
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
  /** Further facts that the venue's client needs to send and find the order. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly preparedAt: EpochMs;
  /** Time from which the venue refuses the order; null where it has no such rule. */
  readonly expiresAt: EpochMs | null;
}

export type Preparation =
  /** One order, or two in the order of sending: the one that sells held shares, then the purchase. */
  | {
      readonly status: 'ready';
      readonly legs: readonly [PreparedOrder, second?: PreparedOrder];
      /** Sizes taken from the book; present for paper orders that fill from a book. */
      readonly taking?: PaperTaking;
    }
  | { readonly status: 'rejected'; readonly reason: RejectReason; readonly message: string };

/** A fill as its venue reports it. */
export interface VenueFill {
  /** Id of the fill within its order, the same in every reading. */
  readonly fillId: string;
  readonly t: EpochMs;
  /** Price as decimal text, in Yes terms for binaries. */
  readonly price: string;
  /** Size as decimal text; for binaries without the shares that were taken as a fee. */
  readonly size: string;
  /** `price` times `size` in millionths of a US dollar, rounded half up. */
  readonly notionalMicroUsd: number;
  /**
   * Part of `size` that closed a holding of the account, decimal text. Absent: it follows from the leg (binaries) or
   * from the bot's own position (perpetuals).
   */
  readonly closedSize?: string;
  /** Fee of the venue in millionths of a US dollar, negative for a rebate; null: not stated. */
  readonly venueFeeMicroUsd: number | null;
  /** Whether the venue has not stated the price yet: `price` is then the worst price that the order allowed. */
  readonly isProvisional?: true;
}

/** State of an order at its venue. `fills` are always all fills so far. */
export type VenueOutcome =
  /** An order that has traded and of which nothing rests any more. */
  | {
      readonly status: 'filled';
      readonly venueOrderId: string | null;
      readonly fills: readonly VenueFill[];
      /**
       * Whether the fills can still change, because the chain has not confirmed them or only their sum is known. They
       * are then read again.
       */
      readonly isSettling?: true;
    }
  /** An order that rests at the venue. */
  | { readonly status: 'resting'; readonly venueOrderId: string | null; readonly fills: readonly VenueFill[] }
  /** An order that rested and was cancelled before anything was traded. */
  | { readonly status: 'cancelled'; readonly venueOrderId: string | null }
  | VenueRejection
  /**
   * An order without an answer that states what happened: it is looked up and never sent again. `venueOrderId`: id that
   * the venue's answer named, which may belong to another order.
   */
  | {
      readonly status: 'unknown';
      readonly message: string;
      readonly venueOrderId?: string;
      /**
       * Time in ms before which the venue need not be asked again, because our limits have no room or the venue says
       * so. Absent: none.
       */
      readonly retryAfterMs?: number;
      /**
       * Time in ms after which an order that the venue does not know counts as never arrived. Absent: the venue knows
       * the order.
       */
      readonly finalInMs?: number;
    };

/** A definite refusal, or an immediate order that ended with nothing traded. */
export interface VenueRejection {
  readonly status: 'rejected';
  readonly reason: RejectReason;
  /** The venue's own words, cut short; never a secret. */
  readonly message: string;
  /** Whether the order was matched but its trades failed on chain, so that trades reported before never happened. */
  readonly hasFailedOnChain?: true;
  /**
   * Time in ms after which the same bytes may be sent again. Present when the venue proved that it did not accept the
   * order.
   */
  readonly retryAfterMs?: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Asks right before the bytes leave whether the order may still be sent; false keeps it back. Never rejects. */
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
  /** Number of answers that cannot be true of their order, such as a fill larger than the order. */
  readonly implausibleAnswers: number;
  readonly lastImplausible: string | null;
  /** Number of rows of private answers that could not be read. */
  readonly refusedRows: number;
  /** Kind and member of the newest row that could not be read. */
  readonly lastRefusedRow: string | null;
  /** Whether the newest answer was 403 or 451 for the whole address. */
  readonly blocked: boolean;
}
