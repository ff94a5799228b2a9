import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';
import type {
  PaperSide,
  PaperTaking,
  PreparedOrder,
  RejectReason,
  TakenLevel,
  VenueOutcome,
} from '../execution/index.ts';
import type { PendingOpening } from '../limits/exposure.ts';
import type { BotOrder, ExecutionMode, FillBasis, KeyedKind, OrderFill, OrderPaper } from './order.ts';
import type {
  BotActivity,
  BotScore,
  FeeTotals,
  OpenMarket,
  OpenOrder,
  SettledMarket,
  StoredPosition,
  VenueCount,
} from './order-figures.ts';

/** Members of an order that are known before it is stored. */
export type NewOrder = Pick<
  BotOrder,
  | 'orderId'
  | 'botId'
  | 'owner'
  | 'mode'
  | 'clientOrderId'
  | 'source'
  | 'venue'
  | 'asset'
  | 'storeKey'
  | 'venueAsset'
  | 'side'
  | 'sizeUsd'
  | 'sizeShares'
  | 'isClose'
  | 'markPrice'
  | 'feeMicroUsd'
  | 'exit'
  | 'opensMicroUsd'
> & {
  /** Maximum in micro-USD that the order may open if the bot holds nothing; 0: the order only closes. */
  readonly mostOpenedMicroUsd: MicroUsd;
  /** Whether the order certainly closes before it opens: `nets` of the {@link WantedOrder}. */
  readonly nets: boolean;
  readonly splits: boolean;
};

/**
 * Outcomes of a reservation in order of precedence: when several apply, the first is returned. Only `reserved` and
 * `refused` store anything.
 */
export type ReserveOutcome =
  /** The bot has used the client order id before, whatever happened to that order. */
  | { readonly status: 'duplicate'; readonly order: BotOrder }
  | { readonly status: 'halted' }
  /** The balance does not cover the fee, or the owner has a debt after a refund, which must be paid first. */
  | {
      readonly status: 'insufficient';
      readonly balance: MicroUsd;
      readonly available: MicroUsd;
      readonly owed: MicroUsd;
    }
  /** The engine has placed as many orders within a minute as the bot allows. It tries again later. */
  | { readonly status: 'busy' }
  /** A limit, or a closing of everything, does not allow the order to open: it is stored as rejected and never sent. */
  | { readonly status: 'refused'; readonly order: BotOrder }
  /**
   * The order is stored. `closing`: maximum size in shares or coins that it closes, when it may open nothing; null: the
   * order stays as requested.
   */
  | { readonly status: 'reserved'; readonly order: BotOrder; readonly closing: string | null };

export type ReserveRefusal = Exclude<ReserveOutcome, { readonly status: 'reserved' | 'refused' }>;

/** Whether an order would be accepted now, and which part of it. */
export type OrderPreview =
  | ReserveRefusal
  | Pick<ReservedOrder, 'status' | 'closing'>
  | { readonly status: 'refused' };
type ReservedOrder = Extract<ReserveOutcome, { readonly status: 'reserved' }>;

/** Outcome of storing the signed bytes. */
export type SubmitOutcome =
  | { readonly status: 'submitted'; readonly order: BotOrder }
  /** The bytes could spend more than the limits allow: nothing was stored, and nothing may be sent. */
  | { readonly status: 'refused'; readonly message: string };

/** Fills of a live order on paper, with the levels that they take from the book. */
export interface SubmittedPaper {
  readonly paper: OrderPaper;
  readonly taking: PaperTaking;
}

/** Result of an order, stated by its venue or by the service itself. */
export type OrderResult =
  | VenueOutcome
  /** An order that was not sent. `retryAfterMs`: time after which another order will be accepted; absent: not known. */
  | {
      readonly status: 'not_sent';
      readonly reason: RejectReason;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** An order that the operator closed, because its venue can no longer be asked. */
  | { readonly status: 'closed'; readonly message: string };

export interface OrderUpdate {
  readonly order: BotOrder;
  /** Fills that the result made known. */
  readonly newFills: readonly OrderFill[];
}

/** An order whose outcome is known before the order is stored, because it fills within this process. */
export type KnownLegs =
  /** The order was rejected before anything was sent. */
  | { readonly legs: readonly []; readonly result: OrderResult }
  | {
      readonly legs: readonly { readonly prepared: PreparedOrder; readonly result: OrderResult }[];
      /** The open position by which the order was sized, signed decimal text; null: the size does not depend on it. */
      readonly sizedBy: string | null;
      /** Closing part of the order from the preview by which it was built. Default: null. */
      readonly closing?: string | null;
      /** Levels that a paper order takes from a book. The bot's paper money pays for them. */
      readonly taking?: PaperTaking;
    };

export type RecordOutcome =
  | Exclude<ReserveOutcome, { readonly status: 'reserved' }>
  /**
   * The position that the order would close, the room in the limits or the book has changed since the order was sized.
   * Nothing was stored, and the order must be sized again.
   */
  | { readonly status: 'position_moved' }
  | ({ readonly status: 'recorded' } & OrderUpdate);

/** A fill of the tape, before its bot is replaced by a handle. */
export interface TapeFill {
  /** Number of the fill. Numbers ascend in the order of the commits. */
  readonly seq: number;
  readonly t: EpochMs;
  readonly botId: string;
  readonly venue: VenueId;
  readonly venueAsset: string;
  readonly side: 'buy' | 'sell';
  /** Cost plus proceeds. */
  readonly tradedMicroUsd: MicroUsd;
  /** Price as decimal text. */
  readonly price: string;
  readonly basis: FillBasis;
}

/**
 * Store of orders, fills, positions and scores. Each write is one transaction, which includes the money that belongs to
 * it.
 */
export interface OrderStore {
  /** Previews whether an order would be accepted now, and which part of it. Changes nothing. */
  preview(request: NewOrder): Promise<OrderPreview>;
  /**
   * Stores an order, its bytes and its outcome in one transaction, or refuses it. Only for orders that send nothing out
   * of this process, of which a crash before the commit leaves no trace.
   */
  record(request: NewOrder, known: KnownLegs): Promise<RecordOutcome>;
  /** Stores an order and sets its fee aside, or refuses it. */
  reserve(request: NewOrder): Promise<ReserveOutcome>;
  /**
   * Stores the signed bytes of all legs. From now on the first leg may have been sent.
   *
   * @param paper Fills of the legs on paper, by the current book. Default: not known.
   */
  submit(
    orderId: string,
    legs: readonly PreparedOrder[],
    paper?: SubmittedPaper | null,
  ): Promise<SubmitOutcome>;
  /** Marks a leg as one that may have been sent. @throws {Error} when the leg was marked before, or has ended. */
  submitLeg(orderId: string, leg: number): Promise<BotOrder>;
  /**
   * Applies the result of one leg: stores new fills, captures the fee at the first fill, releases the hold when nothing
   * can fill any more, and updates position and score. Safe to repeat with the same or an older result.
   *
   * @param leg Index of the leg; 0 for an order that was never signed.
   */
  applyResult(orderId: string, result: OrderResult, leg?: number): Promise<OrderUpdate>;
  /**
   * Stores that a bot requests to cancel its order; an ended order stays as it is. Safe to repeat.
   *
   * @returns The order; null when the bot has no order with this id.
   */
  requestCancel(botId: string, orderId: string): Promise<BotOrder | null>;
  /**
   * Closes every position in a resolved market. Safe to repeat.
   *
   * @param value Payout of one Yes share in USD; null: the market was void, and buyers were paid back.
   * @param resolvedAt Time at which the resolution was recorded. If the venue takes it back, its settlements are found
   * by it.
   * @returns Number of closed positions.
   */
  closePositions(
    venue: VenueId,
    storeKey: string,
    value: number | null,
    resolvedAt?: EpochMs | null,
  ): Promise<number>;
  /**
   * Undoes the settlements of one resolution that the venue took back: positions are open again at their cost, and
   * their gains are taken back. Safe to repeat.
   *
   * @param asset Id of the asset, for positions whose rows have none.
   * @returns Number of reopened positions.
   */
  reopenPositions(settled: SettledMarket, asset: string): Promise<number>;

  find(botId: string, clientOrderId: string): Promise<BotOrder | null>;
  /** Lists a bot's newest orders, newest first. */
  listRecent(botId: string, limit: number): Promise<readonly BotOrder[]>;
  /**
   * Lists orders that are unfinished or settling (prices, fees or the chain are open), oldest first.
   *
   * @param after Last order of the page before.
   */
  listOpen(limit: number, after?: OpenOrder): Promise<readonly OpenOrder[]>;
  /** Counts by venue the orders without a known outcome that were sent at least `forMs` ago. */
  countUnconfirmed(mode: ExecutionMode, forMs: number): Promise<readonly VenueCount[]>;
  /** Whether the bot has an unfinished order in this market and mode. */
  hasOpenOrder(botId: string, mode: ExecutionMode, market: OpenMarket): Promise<boolean>;

  listPositions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]>;
  /** Lists a bot's unfinished orders, with the amount that each may still open or close. */
  listPending(botId: string, mode: ExecutionMode): Promise<readonly PendingOpening[]>;
  /** Lists the sizes that the paper orders of a bot took from one side of a book. */
  listTaken(side: PaperSide): Promise<readonly TakenLevel[]>;
  /** Reads the size of a bot's position in a market, signed decimal text. */
  readOpenSize(botId: string, mode: ExecutionMode, market: OpenMarket): Promise<string>;
  /** Lists the markets in which any bot has an open position. @param after Last market of the page before. */
  listOpenMarkets(limit: number, after?: OpenMarket): Promise<readonly OpenMarket[]>;
  /**
   * Lists the markets with settlements since a time that were not undone.
   *
   * @param after Last market of the page before.
   */
  listSettledMarkets(since: EpochMs, limit: number, after?: SettledMarket): Promise<readonly SettledMarket[]>;
  /** Whether the bot ever closed a position in a kind of asset, or ended the record of one. */
  hasClosed(botId: string, mode: ExecutionMode, kind: KeyedKind): Promise<boolean>;
  /** Sums the venue fees of the bot's fills in one mode. */
  readFees(botId: string, mode: ExecutionMode): Promise<FeeTotals>;
  readActivity(botId: string, mode: ExecutionMode): Promise<BotActivity>;
  /** Finds the totals of the bot's fills; null: it has no fills. */
  findScore(botId: string, mode: ExecutionMode): Promise<BotScore | null>;
  /** Lists the best bots by realised gain, then volume. */
  listScores(mode: ExecutionMode, limit: number): Promise<readonly BotScore[]>;
  /** Reads the newest `limit` fills of the tape, or the first `limit` after a position on it; oldest first. */
  readTape(
    mode: ExecutionMode,
    options: { readonly afterSeq?: number; readonly limit: number },
  ): Promise<readonly TapeFill[]>;
}
