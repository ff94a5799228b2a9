import { LRUCache } from 'lru-cache';
import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import type { PreparedOrder } from '../execution-venue.ts';
import { queryInfo } from './info-query.ts';
import { computeRowsWeight } from './limits.ts';
import { type UserFill, userFillsAnswer } from './wire.ts';

/** Lists begin at a whole one of these, so that one list serves all orders of an account of the last minutes. */
const STEP_MS = 10 * MINUTE_MS;
/** A list begins a little before its order was made, because clocks differ. */
const EARLIER_MS = MINUTE_MS;
/** How long a list serves further orders. */
const FRESH_MS = 5 * SECOND_MS;
const MAX_LISTS = 1_000;

interface FillList {
  readonly fromMs: number;
  /** When it was requested, epoch ms. */
  readonly at: number;
  readonly rows: Promise<readonly UserFill[]>;
}

/** Fills by account. A list costs ten times what an order's state costs, so orders of one account share it. */
export class AccountFills {
  readonly #http: VenueHttp;
  readonly #lists = new LRUCache<string, FillList>({ max: MAX_LISTS });

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /**
   * Fills of an account since a little before an order was made, those of other orders too.
   *
   * @param tradedBy By when the order has traded, in epoch ms by the venue's clock: an older list misses its fills.
   * @throws {ReadFailure} when the venue gives no list now, or its limits have no room for one.
   */
  read(
    { account, preparedAt }: Pick<PreparedOrder, 'account' | 'preparedAt'>,
    tradedBy: number,
    signal: AbortSignal,
  ): Promise<readonly UserFill[]> {
    const now = this.#http.now();
    const known = this.#lists.get(account);
    const serves = (list: FillList) =>
      list.fromMs <= preparedAt - EARLIER_MS && list.at > tradedBy && Math.abs(now - list.at) < FRESH_MS;
    if (known !== undefined && serves(known)) return known.rows;
    const fromMs = Math.floor((preparedAt - EARLIER_MS) / STEP_MS) * STEP_MS;
    const list = { fromMs, at: now, rows: this.#query(account, fromMs, signal) };
    this.#lists.set(account, list);
    list.rows.catch(() => {
      if (this.#lists.peek(account) === list) this.#lists.delete(account);
    });
    return list.rows;
  }

  async #query(account: string, startTime: number, signal: AbortSignal): Promise<readonly UserFill[]> {
    const ofAccount = { purpose: 'fees', account } as const;
    const query = { type: 'userFillsByTime', user: account, startTime };
    const rows = await queryInfo(this.#http, ofAccount, query, userFillsAnswer, signal);
    this.#http.addCost(ofAccount, computeRowsWeight(rows.length));
    return rows;
  }
}
