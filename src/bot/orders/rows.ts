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
  /** First leg as it was signed, as JSON; null before signing. */
  readonly prepared: string | null;
  /** Legs of the order with their states, as JSON; null: there is one, whose state is that of the order. */
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

/** A fill as positions are booked from it. */
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
  /** Place in the order in which fills are booked, where it is not that of its storing: it corrects an earlier one. */
  readonly place?: number;
}

/** A fill that the venue took back. */
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

/** A position's size and cost, and when it was opened. */
export interface StoredSize extends Position {
  /** Time of the opening, epoch ms, by the venue's clock; null: not known. */
  readonly openedAt: number | null;
}

/** A position that is not flat. */
export interface PositionRow extends BotMarket, StoredSize {
  readonly asset: string;
}

/** A part of a position that was closed, or a position that opened again. */
export interface ClosingRow extends BotMarket {
  /** Time, epoch ms. */
  readonly t: number;
  /**
   * By a fill, or by the resolution of its market, which stored rows name `settlement`; `reopened` undoes the settlement
   * before it, because the venue took the resolution back.
   */
  readonly kind: 'trade' | 'settlement' | 'reopened';
  /** Gain, or loss below 0; of `reopened` the opposite of the settlement's. */
  readonly realizedMicroUsd: number;
  /**
   * Size that the settlement closed, signed decimal text, and its cost. null: a fill, or settled by a version that
   * did not say.
   */
  readonly size: string | null;
  readonly costMicroUsd: MicroUsd | null;
  /** When the resolution was recorded by which it settled, epoch ms; null: as above. */
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
  /** Orders that were remembered, and those with a fill. */
  readonly orders: number;
  readonly filled: number;
  /** Micro-USD that owners were charged for the orders. */
  readonly accessFeesMicroUsd: MicroUsd;
}

/** A UTC day of one bot in one mode: the unique key of its sums. */
export interface BotDay extends Pick<BotMarket, 'botId' | 'mode'> {
  /** Epoch ms of 00:00. */
  readonly startMs: number;
}

/** Rows within a transaction. */
export interface OrderRows {
  findOrder(orderId: string): OrderRow | null;
  findOrderOfBot(botId: string, clientOrderId: string): OrderRow | null;
  insertOrder(row: OrderRow): void;
  updateOrder(change: OrderChange): void;

  /** Lists fills in the order in which they became known. */
  listFills(orderId: string): OrderFill[];
  /**
   * Fills of all orders of a bot in a market, in the order in which they became known; a corrected one keeps its place.
   */
  listFillsInMarket(market: BotMarket): readonly BookedFill[];
  /** Stores a fill; the engine numbers fills, and later ones have larger numbers. */
  insertFill(row: FillRow): void;
  updateVenueFee(key: FillKey, venueFeeMicroUsd: number): void;
  removeFills(orderId: string, leg: number): void;
  /** Place of a fill in the order in which fills are booked. */
  findFillPlace(key: FillKey): number | null;
  removeFill(key: FillKey): void;
  findFailedFill(key: FillKey): FailedFillRow | null;
  insertFailedFill(row: FailedFillRow): void;

  /** Whether what the owner's account holds in a market differs from the records for so long that it is no delay. */
  isMismatched(market: { readonly owner: string } & OpenMarket): boolean;
  findPosition(market: BotMarket): StoredSize | null;
  listPositions(botId: string, mode: ExecutionMode): readonly HeldPosition[];
  /** Orders that have not ended, with what each may still open. */
  listPending(botId: string, mode: ExecutionMode): readonly (PendingOpening & { readonly orderId: string })[];
  /** Finds when a part of a position in an asset was last closed; null: never. */
  findLastClosing(market: BotMarket): number | null;
  /** Orders of the engine that were stored after a time. */
  countEngineOrders(botId: string, after: number): number;
  listPositionsInMarket(market: OpenMarket): readonly PositionRow[];
  insertPosition(row: PositionRow): void;
  /** Changes a stored position but for its asset. */
  updatePosition(row: PositionRow): void;
  removePosition(market: BotMarket): void;

  /** Lists closings in the order in which they were booked. */
  listClosings(market: BotMarket): readonly ClosingRow[];
  insertClosing(row: ClosingRow): void;
  removeClosings(market: BotMarket): void;

  /** Lists what paper orders of a bot took of a side of a book. */
  listTaken(side: PaperSide): readonly TakenLevel[];
  putTaken(side: PaperSide, level: TakenLevel): void;
  removeTaken(side: PaperSide, price: string): void;
  /** Removes what orders of all bots took of a market's book. */
  removeTakenInMarket(market: OpenMarket): void;

  findScore(botId: string, mode: ExecutionMode): ScoreRow | null;
  insertScore(row: ScoreRow): void;
  updateScore(row: ScoreRow): void;
  /** Updates a score whose gain and volume, by which bots rank, stay. */
  updateActivity(row: ScoreRow): void;
  /** Adds to the sums of a day. Amounts stay at the largest number. */
  addToDay(day: BotDay, change: DaySums): void;
}

/** Rows of an order and of its consequences: the money of its owner, and the switches that halt its bot. */
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

/** Rows that are committed. */
export interface OrderQueries {
  /** Says the same as `hasClosed` of {@link OrderStore}. */
  hasClosed(botId: string, mode: ExecutionMode, kind: KeyedKind): Promise<boolean>;
  /** Venue fees of the bot's fills, and how many fills have none that is known. */
  readFees(botId: string, mode: ExecutionMode): Promise<FeeTotals>;
  findOrderOfBot(botId: string, clientOrderId: string): Promise<FilledOrderRow | null>;
  /** Lists rows, newest first. */
  listRecent(botId: string, limit: number): Promise<readonly FilledOrderRow[]>;
  /** Orders that are not final, or settling, oldest first. @param after null: from the first. */
  listOpen(after: OrderCursor | null, limit: number): Promise<readonly OpenOrder[]>;
  /** Orders that are not final, oldest first. @param after null: from the first. */
  listWaiting(after: OrderCursor | null, limit: number): Promise<readonly FilledOrderRow[]>;
  /** Counts by venue the orders of a mode that were sent before a moment and have no known outcome. */
  countUnconfirmed(mode: ExecutionMode, sentBefore: number): Promise<readonly VenueCount[]>;
  /** Whether an order of the bot in this market is not final. */
  hasOpenOrder(market: BotMarket): Promise<boolean>;

  findPosition(market: BotMarket): Promise<Position | null>;
  listTaken(side: PaperSide): Promise<readonly TakenLevel[]>;
  listPositions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]>;
  listPending(botId: string, mode: ExecutionMode): Promise<readonly PendingOpening[]>;
  /** Bots with a position in a market. */
  listHolders(market: OpenMarket): Promise<readonly Pick<PositionRow, 'botId' | 'mode'>[]>;
  /** Bots whose position a resolution settled, and that was not reopened since. */
  listSettledHolders(market: SettledMarket): Promise<readonly Pick<PositionRow, 'botId' | 'mode'>[]>;
  /** Settlements since a time that stand, by venue, key and resolution. @param after null: from the first. */
  listSettledMarkets(
    since: EpochMs,
    after: SettledMarket | null,
    limit: number,
  ): Promise<readonly SettledMarket[]>;
  /** Markets with a position of any bot, by venue and key. @param after null: from the first. */
  listOpenMarkets(after: OpenMarket | null, limit: number): Promise<readonly OpenMarket[]>;

  findScore(botId: string, mode: ExecutionMode): Promise<ScoreRow | null>;
  countPositions(botId: string, mode: ExecutionMode): Promise<number>;
  /** Scores of bots with a fill, by realised gain, then volume, best first. */
  listScores(mode: ExecutionMode, limit: number): Promise<readonly (ScoreRow & OpenPositions)[]>;
  /** Fills after a position on the tape, oldest first. */
  listTape(mode: ExecutionMode, afterSeq: number, limit: number): Promise<readonly TapeFill[]>;
  /** The newest fills, newest first. */
  listNewestFills(mode: ExecutionMode, limit: number): Promise<readonly TapeFill[]>;
}

interface OpenPositions {
  readonly openPositions: number;
}
