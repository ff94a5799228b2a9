import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';
import type { OrderSide, PaperFills, PreparedOrder, RejectReason } from '../execution/index.ts';
import type { Restriction } from '../limits/opening-decision.ts';

export const EXECUTION_MODES = ['mock', 'live'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/**
 * State of an order. It goes from `reserved` (its fee is set aside) to `submitted` (its bytes are stored and may have
 * been sent), and then to `resting`, `filled`, `cancelled` or `rejected`. The last three are final.
 */
export const ORDER_STATES = ['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export type FinalState = Extract<OrderState, 'filled' | 'cancelled' | 'rejected'>;

/** Whether an order in this state can no longer change. */
export function isFinal(state: OrderState): state is FinalState {
  return state === 'filled' || state === 'cancelled' || state === 'rejected';
}

/**
 * Sources of a fill's price. `stated` by the venue; `provisional`: the worst price that the order allowed, until the
 * venue states it; `corrected`: stated after a provisional price.
 */
export const FILL_BASES = ['stated', 'provisional', 'corrected'] as const;
export type FillBasis = (typeof FILL_BASES)[number];

/**
 * Kinds of fills that no order of the bot made. Caused by the venue: `liquidation`, `settlement`, `redemption`,
 * `transfer`. Caused by the owner: `adopted`, when the record became the account's holding, and `reconciled`, when the
 * record ended with an unknown gain.
 */
export const ACCOUNT_FILL_KINDS = [
  'liquidation',
  'settlement',
  'redemption',
  'transfer',
  'adopted',
  'reconciled',
] as const;
export type AccountFillKind = (typeof ACCOUNT_FILL_KINDS)[number];

/** Stored form of a fill, in Yes terms for binaries. */
export interface OrderFill {
  readonly fillId: string;
  readonly t: EpochMs;
  /** Price as decimal text. */
  readonly price: string;
  /** Size as decimal text. */
  readonly size: string;
  /** Price times size; positions are computed from it. */
  readonly notionalMicroUsd: MicroUsd;
  /** Money that the fill took from the account. Together with the proceeds it is the traded volume. */
  readonly costMicroUsd: MicroUsd;
  readonly proceedsMicroUsd: MicroUsd;
  /** Index of the fill's leg in the order. */
  readonly leg: number;
  /** Fee of the venue, negative for a rebate; null: not stated. */
  readonly venueFeeMicroUsd: number | null;
  readonly basis: FillBasis;
  /** Kind of a fill that no order made; absent: a trade of an order. */
  readonly kind?: AccountFillKind;
}

/**
 * A leg: one order at a venue. Most orders of a bot have a single leg. Where held shares are sold before others are
 * bought there are two, and the second stays `reserved` until the end of the first is known.
 */
export interface OrderLeg {
  readonly prepared: PreparedOrder;
  readonly state: OrderState;
  readonly reason: RejectReason | null;
  readonly message: string | null;
  readonly venueOrderId: string | null;
  /** Time right before the bytes of the leg were sent; null: they never were. */
  readonly submittedAt: EpochMs | null;
  readonly isSettling: boolean;
}

/** Rules by which the exit watch closes positions. */
export const EXIT_RULES = [
  'stopLossPct',
  'takeProfitPct',
  'maxHoldMs',
  'closeBeforeEndMs',
  'maxDailyLossUsd',
  'close_all',
  'close_first',
] as const;
export type ExitRule = (typeof EXIT_RULES)[number];

/** Reason for which the exit watch closes a position, and the prices by which it decided. */
export interface OrderExit {
  readonly rule: ExitRule;
  /** Price at which the rule applies, in Yes terms; null: the rule depends on no price. */
  readonly triggerPrice: number | null;
  /** Price at which the position could be closed when it was decided, in Yes terms. */
  readonly exitPrice: number;
}

/** Fills that a live order would have had on paper, by the book at the time of sending. In Yes terms for binaries. */
export type OrderPaper = PaperFills;

/** Origin of an order: a call of `trade`, a decision of the engine, or (`account`) an event of the account. */
export const ORDER_SOURCES = ['trade', 'engine', 'account'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

/** An order of a bot, from a call of `trade` or a decision of the engine, or the record of an account's event. */
export interface BotOrder {
  readonly orderId: string;
  readonly botId: string;
  readonly owner: string;
  readonly mode: ExecutionMode;
  /** The bot's own id of the order. A bot can never use it again, whatever happened to the order. */
  readonly clientOrderId: string;
  readonly source: OrderSource;
  readonly venue: VenueId;
  /** The canonical asset id. */
  readonly asset: string;
  readonly storeKey: string;
  readonly venueAsset: string;
  readonly side: OrderSide;
  /** Maximum in USD that the order may move; null: it is sized in shares, or a close. */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin; null: it is sized in dollars, or a close. */
  readonly sizeShares: number | null;
  /** Whether the order closes the bot's open position, which then decides its size. */
  readonly isClose: boolean;
  readonly markPrice: number;
  /**
   * Maximum in micro-USD that the order may open; 0: the order only closes. The amount is reserved from the bot's
   * limits until the order has ended.
   */
  readonly opensMicroUsd: MicroUsd;
  /** Restriction because of which the order opens less than requested, or nothing; null: none. */
  readonly restriction: Restriction | null;
  /** Rule by which the exit watch placed the order, to close a position; null: the exit watch did not. */
  readonly exit: OrderExit | null;
  /** Fills of the order on paper; null: the order is not live, was not sent yet, or no book came in time. */
  readonly paper: OrderPaper | null;
  /** Fee that is charged at the first fill; 0: none. */
  readonly feeMicroUsd: MicroUsd;
  readonly state: OrderState;
  readonly reason: RejectReason | null;
  /** The venue's words, without secrets. */
  readonly message: string | null;
  /** Legs in the order of sending; empty until they are signed. */
  readonly legs: readonly OrderLeg[];
  /** The venue's order id of the first leg that has one. */
  readonly venueOrderId: string | null;
  readonly createdAt: EpochMs;
  /** Time right before the first bytes of the order were sent; null: none ever were. */
  readonly submittedAt: EpochMs | null;
  readonly updatedAt: EpochMs;
  /**
   * Time when the bot first requested to cancel the order; null: never. The venue is asked to cancel it until it has
   * ended.
   */
  readonly cancelRequestedAt: EpochMs | null;
  /** Micro-USD that the owner has paid for the order so far. */
  readonly chargedMicroUsd: MicroUsd;
  /**
   * Whether facts about the trades can still change: they are not confirmed on chain, or the venue has not stated their
   * prices or fees.
   */
  readonly isSettling: boolean;
  /** Fills in the order in which they became known. */
  readonly fills: readonly OrderFill[];
}

/** A place in a list of orders that is sorted by time, then id. */
export type OrderCursor = Pick<BotOrder, 'createdAt' | 'orderId'>;

/** Assets of a venue whose store keys begin with the same text. */
export interface KeyedKind {
  readonly venue: VenueId;
  readonly keyPrefix: string;
}
