import type { LedgerRows } from '../../billing/ledger/rows.ts';
import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';
import type { ControlRows } from '../control/rows.ts';
import type { PaperSide, TakenLevel } from '../execution/index.ts';
import type { HeldPosition, PendingOpening } from '../limits/exposure.ts';
import type { Position, PositionFill } from '../positions/position.ts';
import type { DaySums } from './day-sums.ts';
import type { AccountFillKind, BotOrder, ExecutionMode, KeyedKind, OrderCursor, OrderFill } from './order.ts';
import type {
  FeeTotals,
  OpenMarket,
  OpenOrder,
  SettledMarket,
  StoredPosition,
  VenueCount,
} from './order-figures.ts';
import type { TapeFill } from './order-store.ts';

/** Stored form of an order; its fills are rows of their own. */
export interface OrderRow
  extends Omit<BotOrder, 'sizeUsd' | 'legs' | 'fills' | 'restriction' | 'exit' | 'paper'> {
  /** Size in USD; 0: sized in shares, or a close. */
  readonly sizeUsd: number;
  /** Signed first leg, as JSON; null before signing. */
  readonly prepared: string | null;
  /** Legs with their states, as JSON; null: a single leg, whose state is the order's. */
  readonly legs: string | null;
  /** Restriction of the order as JSON; null: none. */
  readonly restriction: string | null;
  readonly exit: string | null;
  readonly paper: string | null;
}

/** The columns of an order that change during its life. */
export type OrderChange = Pick<
  OrderRow,
  | 'orderId'
  | 'state'
  | 'reason'
  | 'message'
  | 'prepared'
  | 'legs'
  | 'venueOrderId'
  | 'chargedMicroUsd'
  | 'submittedAt'
  | 'updatedAt'
  | 'isSettling'
  | 'cancelRequestedAt'
  | 'opensMicroUsd'
  | 'restriction'
  | 'paper'
>;

/** A fill with the facts that are needed to book it in a position. */
export interface BookedFill extends PositionFill {
  readonly t: number;
  readonly kind: AccountFillKind | 'trade';
}

/** Unique key of a fill. */
export interface FillKey {
  readonly orderId: string;
  readonly fillId: string;
}

/** Stored form of a fill. */
export interface FillRow extends OrderFill, FillKey {
  readonly botId: string;
  readonly mode: ExecutionMode;
  /**
   * Position of the fill in the order of booking. Stored only for a corrected fill, which is booked in place of an
   * earlier one.
   */
  readonly place?: number;
}

/** A fill that failed on its chain after the venue had reported it. */
export interface FailedFillRow extends FillKey, Pick<OrderFill, 't' | 'price' | 'size' | 'notionalMicroUsd'> {
  /** Time of the failure, epoch ms. */
  readonly failedAt: number;
}

/** A market of one bot in one mode: the unique key of a position. */
export interface BotMarket {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly venue: VenueId;
  readonly storeKey: string;
}

/** Size and cost of a position, with the time of its opening. */
export interface StoredSize extends Position {
  /** Time of the opening, epoch ms, by the venue's clock; null: not known. */
  readonly openedAt: number | null;
}

/** Stored position of a bot; its size is not 0. */
export interface PositionRow extends BotMarket, StoredSize {
  readonly asset: string;
}

/** A closing of a position or of a part of it, or the reopening of a settled one. */
export interface ClosingRow extends BotMarket {
  /** Time of the closing, epoch ms. */
  readonly t: number;
  /**
   * Kind of closing: by a fill (`trade`), or by the resolution of the market (`settlement`). `reopened` undoes the
   * settlement before it, because the venue took the resolution back.
   */
  readonly kind: 'trade' | 'settlement' | 'reopened';
  /** Gain; below 0: a loss. For `reopened` it is the settlement's gain with the opposite sign. */
  readonly realizedMicroUsd: number;
  /**
   * Size that the settlement closed, signed decimal text. null: closed by a fill, or settled by a version that did not
   * store it.
   */
  readonly size: string | null;
  readonly costMicroUsd: MicroUsd | null;
  /** Time at which the settling resolution was recorded, epoch ms; null: closed by a fill, or not stored. */
  readonly resolvedAt: EpochMs | null;
}

/** Totals of a bot in one mode, since its first order. */
export interface ScoreRow {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly realizedMicroUsd: MicroUsd;
  readonly fills: number;
  readonly farFills: number;
  readonly volumeMicroUsd: MicroUsd;
  readonly closings: number;
  readonly wins: number;
  /** Number of stored orders. `filled` is the number of those with a fill. */
  readonly orders: number;
  readonly filled: number;
  /** Micro-USD that owners have paid for the orders. */
  readonly accessFeesMicroUsd: MicroUsd;
}

/** A UTC day of one bot in one mode: the unique key of its sums. */
export interface BotDay extends Pick<BotMarket, 'botId' | 'mode'> {
  /** Start of the day, 00:00 UTC, epoch ms. */
  readonly startMs: number;
}

/** Rows of orders within a transaction. */
export interface OrderRows {
  findOrder(orderId: string): OrderRow | null;
  findOrderOfBot(botId: string, clientOrderId: string): OrderRow | null;
  insertOrder(row: OrderRow): void;
  updateOrder(change: OrderChange): void;

  /** Lists fills in the order in which they became known. */
  listFills(orderId: string): OrderFill[];
  /**
   * Lists the fills of all orders of a bot in a market, in the order in which they became known. A corrected fill has
   * the place of the one that it corrects.
   */
  listFillsInMarket(market: BotMarket): readonly BookedFill[];
  /** Stores a fill, to which the engine gives the next number. */
  insertFill(row: FillRow): void;
  updateVenueFee(key: FillKey, venueFeeMicroUsd: number): void;
  removeFills(orderId: string, leg: number): void;
  /** Finds the position of a fill in the order of booking. */
  findFillPlace(key: FillKey): number | null;
  removeFill(key: FillKey): void;
  findFailedFill(key: FillKey): FailedFillRow | null;
  insertFailedFill(row: FailedFillRow): void;

  /**
   * Whether the account's holding in a market differs from the records in more consecutive readings than a delay
   * explains.
   */
  isMismatched(market: { readonly owner: string } & OpenMarket): boolean;
  findPosition(market: BotMarket): StoredSize | null;
  listPositions(botId: string, mode: ExecutionMode): readonly HeldPosition[];
  /** Lists a bot's unfinished orders, with what each may still open or close. */
  listPending(botId: string, mode: ExecutionMode): readonly (PendingOpening & { readonly orderId: string })[];
  /** Finds the time at which a position in an asset was last closed, in whole or in part; null: never. */
  findLastClosing(market: BotMarket): number | null;
  /** Counts orders of the engine that were stored after a time. */
  countEngineOrders(botId: string, after: number): number;
  listPositionsInMarket(market: OpenMarket): readonly PositionRow[];
  insertPosition(row: PositionRow): void;
  /** Updates every member of a stored position except its asset. */
  updatePosition(row: PositionRow): void;
  removePosition(market: BotMarket): void;

  /** Lists closings in the order in which they were booked. */
  listClosings(market: BotMarket): readonly ClosingRow[];
  insertClosing(row: ClosingRow): void;
  removeClosings(market: BotMarket): void;

  /** Lists the sizes that paper orders of a bot took from one side of a book. */
  listTaken(side: PaperSide): readonly TakenLevel[];
  putTaken(side: PaperSide, level: TakenLevel): void;
  removeTaken(side: PaperSide, price: string): void;
  /** Removes the sizes that orders of all bots took from a market's book. */
  removeTakenInMarket(market: OpenMarket): void;

  findScore(botId: string, mode: ExecutionMode): ScoreRow | null;
  insertScore(row: ScoreRow): void;
  updateScore(row: ScoreRow): void;
  /** Updates the counts of a score, but not gain and volume, by which bots are ranked. */
  updateActivity(row: ScoreRow): void;
  /** Adds to the sums of a day. Amounts that would overflow stay at the largest safe integer. */
  addToDay(day: BotDay, change: DaySums): void;
}

/** Rows that an order changes or depends on: its own, its owner's money, and the switches that halt its bot. */
export interface TradingRows {
  readonly orders: OrderRows;
  readonly ledger: LedgerRows;
  readonly control: Pick<ControlRows, 'find' | 'findFlag'>;
}

/** An order with its fills, in the order in which they became known. */
export interface FilledOrderRow {
  readonly order: OrderRow;
  readonly fills: readonly OrderFill[];
}

/** Reads of committed orders. */
export interface OrderQueries {
  /** Whether the bot ever closed a position in a kind of asset, or ended the record of one. */
  hasClosed(botId: string, mode: ExecutionMode, kind: KeyedKind): Promise<boolean>;
  /** Sums the venue fees of the bot's fills, and counts the fills without a known fee. */
  readFees(botId: string, mode: ExecutionMode): Promise<FeeTotals>;
  findOrderOfBot(botId: string, clientOrderId: string): Promise<FilledOrderRow | null>;
  /** Lists a bot's newest orders, newest first. */
  listRecent(botId: string, limit: number): Promise<readonly FilledOrderRow[]>;
  /**
   * Lists unfinished and settling orders, oldest first.
   *
   * @param after Last order of the page before; null: from the first.
   */
  listOpen(after: OrderCursor | null, limit: number): Promise<readonly OpenOrder[]>;
  /** Lists unfinished orders, oldest first. @param after Last order of the page before; null: from the first. */
  listWaiting(after: OrderCursor | null, limit: number): Promise<readonly FilledOrderRow[]>;
  /** Counts by venue the orders of a mode without a known outcome that were sent before a time. */
  countUnconfirmed(mode: ExecutionMode, sentBefore: number): Promise<readonly VenueCount[]>;
  /** Whether the bot has an unfinished order in this market. */
  hasOpenOrder(market: BotMarket): Promise<boolean>;

  findPosition(market: BotMarket): Promise<Position | null>;
  listTaken(side: PaperSide): Promise<readonly TakenLevel[]>;
  listPositions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]>;
  listPending(botId: string, mode: ExecutionMode): Promise<readonly PendingOpening[]>;
  /** Lists the bots with a position in a market. */
  listHolders(market: OpenMarket): Promise<readonly Pick<PositionRow, 'botId' | 'mode'>[]>;
  /** Lists the bots whose position in the market was settled by one resolution, and was not reopened since. */
  listSettledHolders(market: SettledMarket): Promise<readonly Pick<PositionRow, 'botId' | 'mode'>[]>;
  /**
   * Lists the markets with settlements since a time that were not undone, by venue, key and resolution.
   *
   * @param after Last market of the page before; null: from the first.
   */
  listSettledMarkets(
    since: EpochMs,
    after: SettledMarket | null,
    limit: number,
  ): Promise<readonly SettledMarket[]>;
  /** Lists the markets in which any bot has a position, by venue and key. @param after null: from the first. */
  listOpenMarkets(after: OpenMarket | null, limit: number): Promise<readonly OpenMarket[]>;

  findScore(botId: string, mode: ExecutionMode): Promise<ScoreRow | null>;
  countPositions(botId: string, mode: ExecutionMode): Promise<number>;
  /** Lists the scores of bots with a fill, the best first: by realised gain, then volume. */
  listScores(mode: ExecutionMode, limit: number): Promise<readonly (ScoreRow & OpenPositions)[]>;
  /** Lists the fills after a position on the tape, oldest first. */
  listTape(mode: ExecutionMode, afterSeq: number, limit: number): Promise<readonly TapeFill[]>;
  /** Lists the newest fills, newest first. */
  listNewestFills(mode: ExecutionMode, limit: number): Promise<readonly TapeFill[]>;
}

interface OpenPositions {
  readonly openPositions: number;
}
