import type { VenueId } from '../../domain/index.ts';
import type { ExecutionMode } from '../orders/order.ts';
import type { PositionRow, ScoreRow } from '../orders/rows.ts';

/** Gains of a bot at the start of its day. */
export interface DayStartRow {
  readonly botId: string;
  readonly mode: ExecutionMode;
  /** Time of the start, epoch ms. */
  readonly startedAt: number;
  readonly realizedMicroUsd: number;
  readonly accessFeesMicroUsd: number;
  /** Unrealised gain of the open positions, by market, as JSON. */
  readonly unrealized: string;
}

/** The retry of a refused exit. */
export interface RetryRow {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Number of refusals in a row. */
  readonly tries: number;
  /** Time of the next try, epoch ms. */
  readonly nextAt: number;
  /** Reason of the newest refusal. */
  readonly reason: string;
}

/** An order of a bot that has not ended. */
export interface OpenOrderRow {
  readonly botId: string;
  readonly orderId: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Micro-USD that the order may still spend on opening positions. */
  readonly opensMicroUsd: number;
  readonly isClose: boolean;
  /** Time at which the bot requested to cancel the order, epoch ms; null: it did not. */
  readonly cancelRequestedAt: number | null;
}

/** Rows of exits within a transaction. */
export interface ExitRows {
  putDayStart(row: DayStartRow): void;
  putRetry(row: RetryRow): void;
  removeRetry(row: Pick<RetryRow, 'botId' | 'mode' | 'venue' | 'storeKey'>): void;
}

/** Reads of committed rows, for all bots in a mode. */
export interface ExitQueries {
  listPositions(mode: ExecutionMode): Promise<readonly PositionRow[]>;
  listOpenOrders(mode: ExecutionMode): Promise<readonly OpenOrderRow[]>;
  listRetries(mode: ExecutionMode): Promise<readonly RetryRow[]>;
  listDayStarts(mode: ExecutionMode): Promise<readonly DayStartRow[]>;
  listScores(
    mode: ExecutionMode,
  ): Promise<readonly Pick<ScoreRow, 'botId' | 'realizedMicroUsd' | 'accessFeesMicroUsd'>[]>;
  /** Finds the owner that placed the newest order of a bot; null: none. */
  findOwner(botId: string): Promise<string | null>;
}
