import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import type { PreparedOrder } from '../execution-venue.ts';
import { queryInfo } from './info-query.ts';
import { MAX_ROWS } from './limits.ts';
import { accountFillsAnswer, type UserFill, userFill } from './wire.ts';

/**
 * The start of a list of fills is rounded down to a multiple of this time, so that one list serves all orders that an
 * account placed in the last minutes.
 */
const STEP_MS = 10 * MINUTE_MS;
/** Time before its order at which a list begins, because clocks differ. */
const EARLIER_MS = MINUTE_MS;
/** Time for which a list is used for further orders. */
const FRESH_MS = 5 * SECOND_MS;
const MAX_LISTS = 1_000;
/** Maximum number of pages that one list reads, each from the end of the page before. */
const MAX_PAGES = 5;
/** Number of rows that an account's next list may have beyond twice the rows of its last one. */
const MORE_ROWS = 100;

/** Fills that the venue lists for an account, each row read by itself. */
export interface ReadFills {
  readonly fills: readonly UserFill[];
  /** Order ids of unreadable rows; `undefined` for a row without an id, which may belong to any order. */
  readonly unreadable: ReadonlySet<unknown>;
}

interface FillsQueryOptions {
  readonly account: string;
  readonly isImpatient?: true;
}

interface FillList {
  fromMs: number;
  /** Time of the request, epoch ms. */
  readonly at: number;
  rows: Promise<ReadFills>;
}

/**
 * Keeps lists of fills by account. A list costs ten times as much as an order's state, so orders of one account share
 * it.
 */
export class AccountFills {
  readonly #http: VenueHttp;
  readonly #lists = createLastUsed<string, FillList>(MAX_LISTS);
  /**
   * Busy accounts: the fills of the minutes before an order would fill an answer, so their lists begin at the order.
   */
  readonly #busy = createLastUsed<string, true>(MAX_LISTS);
  /** Number of rows in the newest answer about each account. */
  readonly #rowCounts = createLastUsed<string, number>(MAX_LISTS);

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /**
   * Reads the fills of an account since shortly before an order was made, including those of other orders.
   *
   * @param tradedBy Time by which the order has traded, epoch ms by the venue's clock: an older list lacks its fills.
   * @param isImpatient Whether a caller waits and can be answered without the fills.
   * @throws {VenueReadError} when the venue gives no list now, or its limits have no room for one.
   */
  read(
    { account, preparedAt }: Pick<PreparedOrder, 'account' | 'preparedAt'>,
    { tradedBy, isImpatient }: { readonly tradedBy: number; readonly isImpatient: boolean },
    signal: AbortSignal,
  ): Promise<ReadFills> {
    const now = this.#http.now();
    const known = this.#lists.get(account);
    const serves = (list: FillList) =>
      list.fromMs <= preparedAt - EARLIER_MS && list.at > tradedBy && Math.abs(now - list.at) < FRESH_MS;
    if (known !== undefined && serves(known)) return known.rows;
    const asking = { account, ...(isImpatient ? { isImpatient } : {}) };
    const exactMs = preparedAt - EARLIER_MS;
    const isBusy = this.#busy.get(account) === true;
    const fromMs = isBusy ? exactMs : Math.floor(exactMs / STEP_MS) * STEP_MS;
    const list = { fromMs, at: now, rows: this.#readAll(asking, fromMs, signal) };
    this.#lists.set(account, list);
    if (!isBusy) {
      list.rows = list.rows.then((rows) => {
        if (this.#busy.get(account) !== true) return rows;
        list.fromMs = exactMs;
        return this.#readAll(asking, exactMs, signal);
      });
    }
    list.rows.catch(() => {
      if (this.#lists.peek(account) === list) this.#lists.delete(account);
    });
    return list.rows;
  }

  /**
   * Reads the list of an account. A full answer marks the account as busy. Further pages are read only if it was busy
   * before; otherwise the caller reads the list again from a later start.
   */
  async #readAll(asking: FillsQueryOptions, fromMs: number, signal: AbortSignal): Promise<ReadFills> {
    const { account } = asking;
    const wasBusy = this.#busy.get(account) === true;
    const fills: UserFill[] = [];
    const unreadable = new Set<unknown>();
    for (let page = 0, startMs = fromMs; page < MAX_PAGES; page++) {
      const rows = await this.#query(asking, startMs, signal);
      let lastMs = startMs;
      for (const row of rows) {
        if (!userFill.accepts(row)) {
          this.#http.noteRefusedRow(userFill.describeRefusal(row, null));
          unreadable.add((row as { readonly oid?: unknown } | null)?.oid);
          continue;
        }
        fills.push(row);
        lastMs = Math.max(lastMs, row.time);
      }
      if (rows.length < MAX_ROWS || lastMs === startMs) break;
      this.#busy.set(account, true);
      if (!wasBusy) break;
      // The next page repeats the fills of this millisecond; each counts once by its id.
      startMs = lastMs;
    }
    return { fills, unreadable };
  }

  async #query(
    asking: FillsQueryOptions,
    startTime: number,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const { account } = asking;
    const count = this.#rowCounts.get(account) ?? MAX_ROWS;
    const maxRows = Math.min(MAX_ROWS, 2 * count + MORE_ROWS);
    const query = { type: 'userFillsByTime', user: account, startTime };
    const terms = { ...asking, purpose: 'fees', maxRows } as const;
    const rows = await queryInfo(this.#http, terms, query, accountFillsAnswer, signal);
    this.#rowCounts.set(account, rows.length);
    return rows;
  }
}
