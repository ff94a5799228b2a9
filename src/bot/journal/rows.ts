import type { ExecutionMode, OrderCursor, OrderState } from '../orders/order.ts';
import type { OpenMarket } from '../orders/order-store.ts';
import type { FilledOrderRow } from '../orders/rows.ts';

/** States by which orders are found; `open`: any that is not final. */
export type WantedState = OrderState | 'open';

/** Which orders of a bot are wanted. */
export interface OrderFilter {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly state?: WantedState | undefined;
  readonly market?: OpenMarket | undefined;
  /** Bounds of the time at which they were stored, epoch ms; both belong to it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Sums of one UTC day. Amounts are micro-USD. */
export interface DaySums {
  /** Orders that were stored, and what was charged for them since. */
  readonly orders: number;
  readonly accessFeesMicroUsd: number;
  readonly fills: number;
  readonly volumeMicroUsd: number;
  /** Closings of positions or parts of them, less those that were undone; those with a gain. */
  readonly closings: number;
  readonly wins: number;
  /** Gain of what was closed, before venue fees. */
  readonly gainMicroUsd: number;
  readonly venueFeesMicroUsd: number;
  /** Fills whose fee is not known. */
  readonly fillsWithoutFee: number;
}

/** Queries on committed rows. */
export interface JournalQueries {
  /** Newest first. @param before null: from the newest. */
  listOrders(
    filter: OrderFilter,
    before: OrderCursor | null,
    limit: number,
  ): Promise<readonly FilledOrderRow[]>;
  /** At most this many are counted. */
  countOrders(filter: OrderFilter, most: number): Promise<number>;
  /** Times of the first and the last thing that a bot did; null: nothing. */
  findSpan(
    botId: string,
    mode: ExecutionMode,
  ): Promise<{ readonly first: number; readonly last: number } | null>;
  /** By the start of a day: sums of days with anything. @param end Excluded. */
  sumDays(
    botId: string,
    mode: ExecutionMode,
    begin: number,
    end: number,
  ): Promise<ReadonlyMap<number, DaySums>>;
}
