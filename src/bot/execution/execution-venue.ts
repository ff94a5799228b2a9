import type { AssetRef, EpochMs, VenueId } from '../../domain/index.ts';
import type { EventQuery, EventsReading, HoldingsReading, OpenOrdersReading } from './account-readings.ts';
import type { OrderSide } from './order-side.ts';
import type { PaperTaking } from './paper-taking.ts';
import type { RejectReason } from './reject-reasons.ts';

/** An order that was sent, as far as it is known. */
export interface SentOrder {
  readonly at: EpochMs;
  /** Order id of the venue; null: the venue has not stated one. */
  readonly venueOrderId: string | null;
  /** Default `nothing`: its answer never came. `end`: it has ended, and its fees, prices or chain are open. */
  readonly known?: 'nothing' | 'resting' | 'end';
}

/**
 * A venue that takes orders: a live one, or the mock one.
 *
 * The order of work, which makes a crash at any point harmless:
 *
 * 1. {@link ExecutionVenue.prepare} builds and signs. Nothing is sent.
 * 2. The caller stores the {@link PreparedOrder} whole and commits.
 * 3. {@link ExecutionVenue.send} sends those bytes, once.
 * 4. When the outcome is `unknown`, and for every order that was stored and has no outcome after a start,
 *    {@link ExecutionVenue.lookUp} asks the venue what became of it. An order is never built again.
 *
 * Every method takes the opened secret as a value and keeps no copy of it. None throws because of a venue: every answer,
 * and a missing one, is an outcome.
 */
export interface ExecutionVenue {
  readonly venue: VenueId;
  /** Whether sending leaves no trace outside of this process, so an order may be stored together with its outcome. */
  readonly isLocal?: boolean;
  /** Orders fill whole at their mark price. Absent: at a price within their limit. */
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

  /** Reads what an account holds in some markets. Absent at mock venues, which have no accounts. */
  readHoldings?(
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<HoldingsReading>;

  /**
   * Reads what the venue itself did to an account in some markets since a moment. Absent where it names no such events.
   */
  readEvents?(query: EventQuery, secret: OpenedSecret, signal: AbortSignal): Promise<EventsReading>;

  /**
   * Reads which orders rest in an account, in any market, also those that others placed. Absent where the venue states no
   * list of a known form.
   *
   * @param markets Those in which the account's bots trade; some venues list by parts of themselves.
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
  /** Members that are absent. */
  readonly missing: readonly string[];
  /** The problem with members that are present, without their values; null when there is none. */
  readonly problem: string | null;
}

export type CredentialCheck =
  /** `note`: a hint about the account for its owner, without secrets. */
  | { readonly status: 'usable'; readonly note?: string }
  /** `problem` is a text of this service, or the venue's words. */
  | { readonly status: 'unusable'; readonly problem: string }
  /** The venue could not be asked: nothing is known. `retryAfterMs`: it takes no check before that. */
  | { readonly status: 'unknown'; readonly problem: string; readonly retryAfterMs?: number };

/** An order for a venue to size and sign. For binaries `side` and prices are those of Yes. */
export interface OrderTicket {
  readonly botId: string;
  /** The bot's own id of the order; the venue's client id is derived from it. */
  readonly clientOrderId: string;
  readonly ref: AssetRef;
  readonly side: OrderSide;
  /**
   * The most money that the order may move: what is bought costs at most this at the limit price, what is sold brings
   * at most this at `markPrice`. Null: sized in shares.
   */
  readonly sizeUsd: number | null;
  /** Decimal text: shares, or units of the coin. With `isClose` what the bot has open; `'0'`: nothing is. */
  readonly sizeShares?: string | null;
  /** Whether the order trades at most what the account holds, never through zero. */
  readonly isClose?: boolean;
  /** The bot's position in the market by its own fills, signed decimal text. Only a mock venue uses it as holdings. */
  readonly position?: string;
  readonly markPrice: number;
  /** How far the limit price may lie from `markPrice`; at least one tick is granted on binaries. */
  readonly maxSlippageBps: number;
}

/** An order, or one leg of it, as it will be sent: plain data without secrets, to be stored before it is sent. */
export interface PreparedOrder {
  /** Version of this shape. Later versions of the service read all earlier ones. */
  readonly format: 1;
  readonly venue: VenueId;
  /** The account's public name at the venue: address or key id. */
  readonly account: string;
  /** The store key of the asset. */
  readonly storeKey: string;
  /** The venue's own name: coin, slug or ticker. */
  readonly venueAsset: string;
  readonly side: OrderSide;
  /**
   * Which shares of a binary change hands; null for perpetuals. Where the venue nets on its own, those that are
   * bought, or those that are sold when none are.
   */
  readonly leg: 'yes' | 'no' | null;
  /** Limit price as decimal text, in Yes terms for binaries. Null for an order that trades at its mark price. */
  readonly limitPrice: string | null;
  /** Size as decimal text: the requested coins or shares. */
  readonly size: string;
  /** Finds the order again at its venue: client order id, or the hash of the order. */
  readonly venueClientId: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** Further members that the venue's client needs to send and find the order. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly preparedAt: EpochMs;
  /** Time from which the venue refuses the order; null where it has no such rule. */
  readonly expiresAt: EpochMs | null;
}

export type Preparation =
  /** One order, or two: the shares that are given back, and then what is bought. Sent in this order. */
  | {
      readonly status: 'ready';
      readonly legs: readonly [PreparedOrder, second?: PreparedOrder];
      /** Sizes taken of the book; present for orders that are filled from a book on paper. */
      readonly taking?: PaperTaking;
    }
  | { readonly status: 'rejected'; readonly reason: RejectReason; readonly message: string };

/** A fill as its venue reports it. */
export interface VenueFill {
  /** Names the fill within its order, the same whenever it is read. */
  readonly fillId: string;
  readonly t: EpochMs;
  /** Price as decimal text, in Yes terms for binaries. */
  readonly price: string;
  /** Size as decimal text; for binaries after a fee that was taken in shares. */
  readonly size: string;
  /** `price` times `size` in millionths of a US dollar, rounded half up. */
  readonly notionalMicroUsd: number;
  /**
   * Part of `size` that gave back what the account held, decimal text. Absent: the leg says it (binaries), or the bot's
   * own position does (perpetuals).
   */
  readonly closedSize?: string;
  /** Fee of the venue in millionths of a US dollar, negative for a rebate; null when the venue did not say. */
  readonly venueFeeMicroUsd: number | null;
  /** The venue has not stated the price yet: `price` is the worst that the order allowed. */
  readonly isProvisional?: true;
}

/** State of an order at its venue. `fills` are always all of its fills so far. */
export type VenueOutcome =
  /** Something was traded and nothing rests any more. */
  | {
      readonly status: 'filled';
      readonly venueOrderId: string | null;
      readonly fills: readonly VenueFill[];
      /**
       * The fills can still change, because their chain has not confirmed them or only their sum is known: look again.
       */
      readonly isSettling?: true;
    }
  /** The venue holds the order. */
  | { readonly status: 'resting'; readonly venueOrderId: string | null; readonly fills: readonly VenueFill[] }
  /** The order rested and was cancelled before anything was traded. */
  | { readonly status: 'cancelled'; readonly venueOrderId: string | null }
  | VenueRejection
  /**
   * No answer, or one that does not state what happened: look it up, never send it again. `venueOrderId`: the venue
   * took the order under an id that is not known to be its own.
   */
  | {
      readonly status: 'unknown';
      readonly message: string;
      readonly venueOrderId?: string;
      /**
       * Time in ms after which to ask again; present where asking again is of no use before: our own limits had no
       * room, or the venue says so.
       */
      readonly retryAfterMs?: number;
      /**
       * Time in ms after which the order is final; present where the venue does not know the order: from then on it
       * cannot arrive any more.
       */
      readonly finalInMs?: number;
    };

/** A definite refusal, or an immediate order that ended with nothing traded. */
export interface VenueRejection {
  readonly status: 'rejected';
  readonly reason: RejectReason;
  /** The venue's own words, cut short; never a secret. */
  readonly message: string;
  /** The order was matched and its trades failed on chain: what was reported as traded before never happened. */
  readonly hasFailedOnChain?: true;
  /**
   * Time in ms after which to ask again; present when the venue proved that it did not take the order, so that the same
   * bytes may be sent again.
   */
  readonly retryAfterMs?: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Asks last, right before the bytes leave; false keeps the order back. Never rejects. */
  readonly mayStillSend: () => Promise<boolean>;
}

export type SendOutcome =
  | VenueOutcome
  /** The bytes never left. */
  | { readonly status: 'not_sent'; readonly cause: 'halted' | 'expired' | 'queue_full' };

/** Counts since the start. */
export interface ExecutionCounters {
  readonly sent: number;
  readonly unknownOutcomes: number;
  /** Venue errors that have no row in the venue's table of errors. */
  readonly unmappedErrors: number;
  readonly lastUnmappedError: string | null;
  /** Answers about an order that cannot be true of it, such as a fill larger than the order. */
  readonly implausibleAnswers: number;
  readonly lastImplausible: string | null;
  /** Rows of private answers that could not be read. */
  readonly refusedRows: number;
  /** Kind and member of the newest refused row. */
  readonly lastRefusedRow: string | null;
  /** Whether the newest answer was 403 or 451 for the whole address. */
  readonly blocked: boolean;
}
