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

/** An order that is about to be stored. */
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
  /** Most that the order may open, were nothing held, micro-USD; 0: the order only closes. */
  readonly mostOpenedMicroUsd: MicroUsd;
  /** `nets` of the {@link WantedOrder}. */
  readonly nets: boolean;
  readonly splits: boolean;
};

/**
 * Outcomes in order of precedence: when several apply, the first is returned. Only `reserved` leaves anything behind.
 */
export type ReserveOutcome =
  /** The bot used the client order id before, with any outcome. */
  | { readonly status: 'duplicate'; readonly order: BotOrder }
  | { readonly status: 'halted' }
  /** The balance does not cover the fee, or the owner owes after a refund: debts come before any free balance. */
  | {
      readonly status: 'insufficient';
      readonly balance: MicroUsd;
      readonly available: MicroUsd;
      readonly owed: MicroUsd;
    }
  /** The engine has placed as many orders within a minute as the bot allows: later. */
  | { readonly status: 'busy' }
  /** A limit or a closing of everything keeps it from opening: stored as rejected, and never sent. */
  | { readonly status: 'refused'; readonly order: BotOrder }
  /** `closing`: the shares or coins that it closes at most, since it may open nothing; null: as it was requested. */
  | { readonly status: 'reserved'; readonly order: BotOrder; readonly closing: string | null };

export type ReserveRefusal = Exclude<ReserveOutcome, { readonly status: 'reserved' | 'refused' }>;

/** Whether an order may be placed now, and how much of it. */
export type OrderPreview =
  | ReserveRefusal
  | Pick<ReservedOrder, 'status' | 'closing'>
  | { readonly status: 'refused' };
type ReservedOrder = Extract<ReserveOutcome, { readonly status: 'reserved' }>;

/** Result of storing the signed bytes. */
export type SubmitOutcome =
  | { readonly status: 'submitted'; readonly order: BotOrder }
  /** The bytes may spend more than the limits have room for: nothing was stored, and nothing may leave. */
  | { readonly status: 'refused'; readonly message: string };

/** Fills of a live order on paper, and what they take of the book. */
export interface SubmittedPaper {
  readonly paper: OrderPaper;
  readonly taking: PaperTaking;
}

/** Result of an order, from its venue or from the service itself. */
export type OrderResult =
  | VenueOutcome
  /** Nothing was sent. `retryAfterMs`: present where another order finds room after it. */
  | {
      readonly status: 'not_sent';
      readonly reason: RejectReason;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** The venue of the order can no longer be asked, and the operator closed the order. */
  | { readonly status: 'closed'; readonly message: string };

export interface OrderUpdate {
  readonly order: BotOrder;
  /** Fills that were not known before. */
  readonly newFills: readonly OrderFill[];
}

/** An order that is filled within the process, as known before it is stored. */
export type KnownLegs =
  /** The order was rejected before anything was sent. */
  | { readonly legs: readonly []; readonly result: OrderResult }
  | {
      readonly legs: readonly { readonly prepared: PreparedOrder; readonly result: OrderResult }[];
      /** The open position by which the order was sized, signed decimal text; null: the size does not depend on it. */
      readonly sizedBy: string | null;
      /** Closing part of the order, as the preview said when it was built. Default null. */
      readonly closing?: string | null;
      /** Levels that a paper order takes from a book, paid out of the purse. */
      readonly taking?: PaperTaking;
    };

export type RecordOutcome =
  | Exclude<ReserveOutcome, { readonly status: 'reserved' }>
  /**
   * The position that the order closes, what it may open or what is left of the book has changed since it was sized:
   * nothing was stored, size it again.
   */
  | { readonly status: 'position_moved' }
  | ({ readonly status: 'recorded' } & OrderUpdate);

/** A public fill: the bot is a handle, made elsewhere from `botId`. */
export interface TapeFill {
  /** Ascends in the order of the commits. */
  readonly seq: number;
  readonly t: EpochMs;
  readonly botId: string;
  readonly venue: VenueId;
  readonly venueAsset: string;
  readonly side: 'buy' | 'sell';
  /** Cost and proceeds together. */
  readonly tradedMicroUsd: MicroUsd;
  /** Price as decimal text. */
  readonly price: string;
  readonly basis: FillBasis;
}

/** Orders, fills, positions and scores. Each write is one transaction with the money that belongs to it. */
export interface OrderStore {
  /** Previews whether an order would be taken now, and which part of it. Writes nothing. */
  preview(request: NewOrder): Promise<OrderPreview>;
  /**
   * Stores an order, its bytes and its outcome in one transaction, or refuses it. Only for orders of which nothing left
   * the process: a crash before the commit leaves no trace of them.
   */
  record(request: NewOrder, known: KnownLegs): Promise<RecordOutcome>;
  /** Stores an order and sets its fee aside, or refuses it. */
  reserve(request: NewOrder): Promise<ReserveOutcome>;
  /**
   * Stores the signed bytes of all legs: from here on the first one may have been sent.
   *
   * @param paper What they would come to by the book as it is now. Default: not known.
   */
  submit(
    orderId: string,
    legs: readonly PreparedOrder[],
    paper?: SubmittedPaper | null,
  ): Promise<SubmitOutcome>;
  /**
   * Marks a leg as one that may have been sent from now on.
   *
   * @throws {Error} when the leg was marked before, or has ended.
   */
  submitLeg(orderId: string, leg: number): Promise<BotOrder>;
  /**
   * Applies the result of one leg: stores new fills, captures the fee at the first fill, releases the hold when nothing
   * can fill any more, and updates position and score. Safe to repeat with the same or an older result.
   *
   * @param leg Index of the leg; 0 for an order that was never signed.
   */
  applyResult(orderId: string, result: OrderResult, leg?: number): Promise<OrderUpdate>;
  /**
   * Stores that a bot wants its order cancelled; one that has ended stays as it is. Safe to repeat.
   *
   * @returns The order; null when the bot has none with this id.
   */
  requestCancel(botId: string, orderId: string): Promise<BotOrder | null>;
  /**
   * Closes every position in a resolved market. Safe to repeat.
   *
   * @param value Payout of one Yes share in USD; null: the market was void, and purchases were refunded.
   * @param resolvedAt When the resolution was recorded, by which it is known again if the venue takes it back.
   * @returns How many positions were closed.
   */
  closePositions(
    venue: VenueId,
    storeKey: string,
    value: number | null,
    resolvedAt?: EpochMs | null,
  ): Promise<number>;
  /**
   * Undoes what one resolution settled, because the venue took it back: positions are open again at their cost, and the
   * gains are taken back. Safe to repeat.
   *
   * @param asset Id of the asset, for positions that nothing else names.
   * @returns How many positions were reopened.
   */
  reopenPositions(settled: SettledMarket, asset: string): Promise<number>;

  find(botId: string, clientOrderId: string): Promise<BotOrder | null>;
  /** Lists rows, newest first. */
  listRecent(botId: string, limit: number): Promise<readonly BotOrder[]>;
  /**
   * Orders that are not final or whose trades wait for their chain, oldest first.
   *
   * @param after The last one of the page before.
   */
  listOpen(limit: number, after?: OpenOrder): Promise<readonly OpenOrder[]>;
  /** Counts by venue the orders that were sent this long ago or earlier and have no known outcome. */
  countUnconfirmed(mode: ExecutionMode, forMs: number): Promise<readonly VenueCount[]>;
  /** Whether an order of the bot in this market is not final. Orders of the other mode do not count. */
  hasOpenOrder(botId: string, mode: ExecutionMode, market: OpenMarket): Promise<boolean>;

  listPositions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]>;
  /** Orders of a bot that have not ended, with what each may still open, or closes. */
  listPending(botId: string, mode: ExecutionMode): Promise<readonly PendingOpening[]>;
  /** Lists what the paper orders of a bot took of a side of a book. */
  listTaken(side: PaperSide): Promise<readonly TakenLevel[]>;
  /** Size of a bot's position in a market, signed decimal text. */
  readOpenSize(botId: string, mode: ExecutionMode, market: OpenMarket): Promise<string>;
  /** Markets in which any bot has something open. @param after The last one of the page before. */
  listOpenMarkets(limit: number, after?: OpenMarket): Promise<readonly OpenMarket[]>;
  /**
   * Lists the markets in which a resolution settled positions since a time, and that were not reopened.
   *
   * @param after As above.
   */
  listSettledMarkets(since: EpochMs, limit: number, after?: SettledMarket): Promise<readonly SettledMarket[]>;
  /** Whether the bot has ever closed, or ended the record of, a position of one kind of key at its venue. */
  hasClosed(botId: string, mode: ExecutionMode, kind: KeyedKind): Promise<boolean>;
  /** Venue fees of the bot's fills in one mode. */
  readFees(botId: string, mode: ExecutionMode): Promise<FeeTotals>;
  readActivity(botId: string, mode: ExecutionMode): Promise<BotActivity>;
  /** Totals of the bot's fills; null: none. */
  findScore(botId: string, mode: ExecutionMode): Promise<BotScore | null>;
  /** Lists scores by realised gain, then volume, best first. */
  listScores(mode: ExecutionMode, limit: number): Promise<readonly BotScore[]>;
  /** The newest `limit` fills, or those after a position on the tape; oldest first. */
  readTape(
    mode: ExecutionMode,
    options: { readonly afterSeq?: number; readonly limit: number },
  ): Promise<readonly TapeFill[]>;
}
