import type { DaySums } from '../orders/day-sums.ts';
import type { ExecutionMode, OrderCursor, OrderState } from '../orders/order.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
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

/** Queries on committed rows. */
export interface JournalQueries {
  /** Lists orders, newest first. @param before null: from the newest. @param before null: from the newest. */
  listOrders(
    filter: OrderFilter,
    before: OrderCursor | null,
    limit: number,
  ): Promise<readonly FilledOrderRow[]>;
  /** Counts orders, at most so many as given. */
  countOrders(filter: OrderFilter, most: number): Promise<number>;
  /** Days of the first and the last thing that a bot did; null: nothing. */
  findSpan(
    botId: string,
    mode: ExecutionMode,
  ): Promise<{ readonly first: number; readonly last: number } | null>;
  /** Sums days that have anything, by their start. @param end Excluded. @param end Excluded. */
  sumDays(
    botId: string,
    mode: ExecutionMode,
    begin: number,
    end: number,
  ): Promise<ReadonlyMap<number, DaySums>>;
}
