import {
  type Clock,
  cutPage,
  DAY_MS,
  decodeCursor,
  type EpochMs,
  encodeCursor,
  epochMs,
} from '../../domain/index.ts';
import { type DaySums, NO_SUMS } from '../orders/day-sums.ts';
import { toOrder } from '../orders/operations/order-row.ts';
import type { BotOrder, ExecutionMode, OrderCursor } from '../orders/order.ts';
import type { JournalQueries, OrderFilter } from './rows.ts';

/** Number of orders up to which they are counted: counting a year of them would take longer than reading a page. */
const MAX_COUNTED = 10_000;

export interface OrderPage {
  readonly orders: readonly BotOrder[];
  /** Number of orders that match the filter; null: more than {@link MAX_COUNTED}. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** Sums of one day of a bot. Amounts are micro-USD. */
export interface JournalDay extends DaySums {
  /** Start of the day, 00:00 UTC. */
  readonly startMs: EpochMs;
}

export interface DayPage {
  /** Days without a gap, newest first. A day without any event has zeros. */
  readonly days: readonly JournalDay[];
  /** Number of days in the window, from the bot's first day on. */
  readonly total: number;
  readonly nextCursor: string | null;
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Lists the orders of a bot and its gain by day, in pages, newest first. */
export class Journal {
  readonly #queries: JournalQueries;
  readonly #clock: Clock;

  constructor(queries: JournalQueries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Lists orders, newest first. @returns null: the cursor is not valid for this list. */
  async listOrders(filter: OrderFilter, { limit, cursor }: Page): Promise<OrderPage | null> {
    const before = cursor === undefined ? null : readOrderCursor(cursor);
    if (before === undefined) return null;
    const [rows, counted] = await Promise.all([
      this.#queries.listOrders(filter, before, limit + 1),
      this.#queries.countOrders(filter, MAX_COUNTED + 1),
    ]);
    const toCursor = ({ order }: (typeof rows)[number]) =>
      encodeCursor('bot-order', [order.createdAt, order.orderId]);
    const { shown, nextCursor } = cutPage(rows, limit, toCursor);
    return {
      orders: shown.map(({ order, fills }) => toOrder(order, fills)),
      total: counted > MAX_COUNTED ? null : counted,
      nextCursor,
    };
  }

  /** Lists the days of a window, from the bot's first day on. @returns null: the cursor is not valid for this list. */
  async listDays(
    botId: string,
    mode: ExecutionMode,
    { from = 0, to, limit, cursor }: Span & Page,
  ): Promise<DayPage | null> {
    const position = cursor === undefined ? null : decodeCursor('bot-day', ['count'], cursor);
    if (cursor !== undefined && (position === null || position[0] % DAY_MS !== 0)) return null;
    const span = await this.#queries.findSpan(botId, mode);
    if (span === null) return { days: [], total: 0, nextCursor: null };
    // A venue's clock may be ahead of ours, and so may its fills.
    const newest = Math.max(this.#clock(), span.last);
    const first = toDay(Math.max(from, span.first));
    const last = toDay(Math.min(to ?? newest, newest));
    const end = Math.min(last, position === null ? last : position[0] - DAY_MS);
    const begin = Math.max(first, end - (limit - 1) * DAY_MS);
    const total = Math.max(0, (last - first) / DAY_MS + 1);
    if (end < first) return { days: [], total, nextCursor: null };
    const sums = await this.#queries.sumDays(botId, mode, begin, end + DAY_MS);
    const days = Array.from({ length: (end - begin) / DAY_MS + 1 }, (_, i) => {
      const startMs = end - i * DAY_MS;
      return { startMs: epochMs(startMs), ...(sums.get(startMs) ?? NO_SUMS) };
    });
    return { days, total, nextCursor: begin > first ? encodeCursor('bot-day', [begin]) : null };
  }
}

const toDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** Reads the cursor of a list of orders; undefined: no page can have contained it. */
function readOrderCursor(cursor: string): OrderCursor | undefined {
  const position = decodeCursor('bot-order', ['count', 'text'], cursor);
  return position === null ? undefined : { createdAt: epochMs(position[0]), orderId: position[1] };
}
