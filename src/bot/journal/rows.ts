import type { DaySums } from '../orders/day-sums.ts';
import type { ExecutionMode, OrderCursor, OrderState } from '../orders/order.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
import type { FilledOrderRow } from '../orders/rows.ts';

/** States by which orders are filtered. `open`: any state that is not final. */
export type WantedState = OrderState | 'open';

/** Filter of a bot's orders. */
export interface OrderFilter {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly state?: WantedState | undefined;
  readonly market?: OpenMarket | undefined;
  /** First and last storing time of matching orders, epoch ms, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Reads of committed orders and days. */
export interface JournalQueries {
  /** Lists orders, newest first. @param before Cursor of the page before; null: from the newest. */
  listOrders(
    filter: OrderFilter,
    before: OrderCursor | null,
    limit: number,
  ): Promise<readonly FilledOrderRow[]>;
  /** Counts orders, but at most `most`. */
  countOrders(filter: OrderFilter, most: number): Promise<number>;
  /** Finds the times of the first and the last event of a bot; null: it has none. */
  findSpan(
    botId: string,
    mode: ExecutionMode,
  ): Promise<{ readonly first: number; readonly last: number } | null>;
  /** Lists the sums of the days with any event, by their start. @param end End of the window, excluded. */
  sumDays(
    botId: string,
    mode: ExecutionMode,
    begin: number,
    end: number,
  ): Promise<ReadonlyMap<number, DaySums>>;
}
