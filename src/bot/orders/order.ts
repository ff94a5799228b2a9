import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';
import type { OrderSide, PaperFills, PreparedOrder, RejectReason } from '../execution/index.ts';
import type { Restriction } from '../limits/opening-decision.ts';

export const EXECUTION_MODES = ['mock', 'live'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/**
 * State of an order in its life.
 *
 * `reserved` (its fee is set aside) -> `submitted` (its bytes are stored and may have been sent) -> `resting`,
 * `filled`, `cancelled` or `rejected`. The last three are final.
 */
export const ORDER_STATES = ['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export type FinalState = Extract<OrderState, 'filled' | 'cancelled' | 'rejected'>;

/** Whether an order in this state can no longer change. */
export function isFinal(state: OrderState): state is FinalState {
  return state === 'filled' || state === 'cancelled' || state === 'rejected';
}

/**
 * Sources of a fill's price: `stated` by the venue; `provisional`, the worst that the order allowed, until the venue
 * states it; `corrected`, stated after a provisional one.
 */
export const FILL_BASES = ['stated', 'provisional', 'corrected'] as const;
export type FillBasis = (typeof FILL_BASES)[number];

/**
 * Kinds of fills that no order of the bot made. By the venue: `liquidation`, `settlement`, `redemption`, `transfer`. By
 * the owner: `adopted`, the record became the account's holding; `reconciled`, the record ended with an unknown gain.
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
  /** Money that left the account; together with the proceeds it makes the traded volume. */
  readonly costMicroUsd: MicroUsd;
  readonly proceedsMicroUsd: MicroUsd;
  /** Index of the fill's leg in the order. */
  readonly leg: number;
  /** Fee of the venue, negative for a rebate; null: not stated. */
  readonly venueFeeMicroUsd: number | null;
  readonly basis: FillBasis;
  /** Kind of a fill without an order; absent: a trade of an order. */
  readonly kind?: AccountFillKind;
}

/**
 * One order at a venue. Most orders of a bot have one leg; where shares are given back before others are bought there
 * are two, and the second stays `reserved` until the end of the first is known.
 */
export interface OrderLeg {
  readonly prepared: PreparedOrder;
  readonly state: OrderState;
  readonly reason: RejectReason | null;
  readonly message: string | null;
  readonly venueOrderId: string | null;
  /** Time right before the bytes of the leg left; null: they never did. */
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

/** Reason for which the exit watch closes a position, with its prices. */
export interface OrderExit {
  readonly rule: ExitRule;
  /** Price of the rule, in Yes terms; null: a rule without a price. */
  readonly triggerPrice: number | null;
  /** Price for which the position could be closed at the time of the decision, in Yes terms. */
  readonly exitPrice: number;
}

/** Fills of a live order on paper, by the book at the moment of sending. In Yes terms for binaries. */
export type OrderPaper = PaperFills;

/** Origin of an order: a call of `trade`, a decision of the engine, or `account`: an event of the account. */
export const ORDER_SOURCES = ['trade', 'engine', 'account'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

/** An order of a bot: from one call of `trade` or one decision of the engine; or the record of an account's event. */
export interface BotOrder {
  readonly orderId: string;
  readonly botId: string;
  readonly owner: string;
  readonly mode: ExecutionMode;
  /** The bot's own id of the order, unique per bot forever, with any outcome. */
  readonly clientOrderId: string;
  readonly source: OrderSource;
  readonly venue: VenueId;
  /** The canonical asset id. */
  readonly asset: string;
  readonly storeKey: string;
  readonly venueAsset: string;
  readonly side: OrderSide;
  /** Most money that the order may move; null: sized in shares, or a close. */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin; null: sized in dollars, or a close. */
  readonly sizeShares: number | null;
  /** Whether the order is sized by the open position of the bot. */
  readonly isClose: boolean;
  readonly markPrice: number;
  /**
   * Micro-USD that the order may open at most; 0: the order only closes. The amount is reserved from the bot's limits
   * until the order has ended.
   */
  readonly opensMicroUsd: MicroUsd;
  /** Restriction by which the order opens less than wanted, or nothing; null: none. */
  readonly restriction: Restriction | null;
  /** Rule by which the exit watch closes a position with the order; null: the order is no exit. */
  readonly exit: OrderExit | null;
  /** Fills of the order on paper; null: no live order, not sent yet, or no book in time. */
  readonly paper: OrderPaper | null;
  /** Fee that is charged at the first fill; 0: none. */
  readonly feeMicroUsd: MicroUsd;
  readonly state: OrderState;
  readonly reason: RejectReason | null;
  /** The venue's words, without secrets. */
  readonly message: string | null;
  /** Legs in the order of sending; empty before they are signed. */
  readonly legs: readonly OrderLeg[];
  /** The venue's order id of the first leg that has one. */
  readonly venueOrderId: string | null;
  readonly createdAt: EpochMs;
  /** Time right before the first bytes of the order left; null: they never did. */
  readonly submittedAt: EpochMs | null;
  readonly updatedAt: EpochMs;
  /**
   * Time when the bot first asked to cancel the order; null: never. The venue is asked until the order has
   * ended.
   */
  readonly cancelRequestedAt: EpochMs | null;
  /** Micro-USD that the owner has paid for the order so far. */
  readonly chargedMicroUsd: MicroUsd;
  /**
   * Whether trades of the order can still change: they wait for their chain, or the venue has not stated their prices
   * or fees yet.
   */
  readonly isSettling: boolean;
  /** Fills in the order in which they became known. */
  readonly fills: readonly OrderFill[];
}

/** A position in a list of orders by time, then id. */
export type OrderCursor = Pick<BotOrder, 'createdAt' | 'orderId'>;

/** Assets of a venue whose store keys have a common beginning. */
export interface KeyedKind {
  readonly venue: VenueId;
  readonly keyPrefix: string;
}
