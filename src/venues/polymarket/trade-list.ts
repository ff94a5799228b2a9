import { type AssetRef, epochMs, SECOND_MS, type TradesRead, type VenueTrade } from '../../domain/index.ts';
import type { UpstreamClient } from '../../upstream/client.ts';
import { refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis } from '../times.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import type { MarketIdentity } from './normalise.ts';
import { readPrint, type TokenOutcome } from './prints.ts';
import { type ListedTrade, listedTrade, tradesPage } from './wire-trades.ts';

const PAGE_SIZE = 1_000;
const MAX_PAGES = 20;

/**
 * Reads the data API's list of settled trades of a market, newest first. Times are the seconds of the block, up to two
 * hours after the print on the stream. Prices are quotients. Equal rows of one transaction are separate fills.
 */
export class TradeList {
  readonly #data: UpstreamClient;
  readonly #url: string;

  constructor(data: UpstreamClient, dataUrl: string) {
    this.#data = data;
    this.#url = `${dataUrl}/v2/trades`;
  }

  async read(
    { ref, conditionId, yesToken, noToken }: MarketIdentity,
    { fromMs, toMs }: TimeWindow,
    signal: AbortSignal,
  ): Promise<TradesRead> {
    const outcomes = new Map<string, TokenOutcome>([
      [yesToken, 'yes'],
      [noToken, 'no'],
    ]);
    const trades: VenueTrade[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES && oldest >= fromMs; page++) {
      const { rows, next }: ListedPage = await this.#readPage(conditionId, cursor, ref, signal);
      for (const row of rows) {
        const time = row.timestamp * SECOND_MS;
        oldest = Math.min(oldest, time);
        if (time < fromMs || time > toMs) continue;
        const trade = this.#toTrade(row, ref, outcomes.get(row.token_id));
        if (trade !== null) trades.push(trade);
      }
      if (next === null || next === cursor)
        return { trades: trades.reverse(), wholeFrom: fromMs, isCut: false };
      cursor = next;
    }
    const isCut = oldest >= fromMs;
    // The oldest second of a cut list may be incomplete.
    return { trades: trades.reverse(), wholeFrom: isCut ? epochMs(oldest + SECOND_MS) : fromMs, isCut };
  }

  async #readPage(
    condition: string,
    cursor: string | null,
    { asset }: AssetRef,
    signal: AbortSignal,
  ): Promise<ListedPage> {
    const query = new URLSearchParams({
      condition,
      limit: String(PAGE_SIZE),
      taker_only: 'true',
      ...(cursor === null ? {} : { cursor }),
    });
    const url = `${this.#url}?${query}`;
    const { data, pagination } = await this.#data.read(
      { url, weight: 1, priority: 'backfill', signal },
      tradesPage,
    );
    return {
      rows: readEach(this.#data.intake, data ?? [], listedTrade, asset),
      next: pagination?.has_more === true ? (pagination.next_cursor ?? null) : null,
    };
  }

  #toTrade(row: ListedTrade, { asset }: AssetRef, outcome: TokenOutcome | undefined): VenueTrade | null {
    const { price, size, side, transaction_hash: hash } = row;
    const venueTime = findVenueMillis(row.timestamp * SECOND_MS);
    const facts = { asset, venueTime, receivedAt: null, source: 'backfill' as const };
    const stated = { price: findNumber(price), size: findNumber(size), side, hash };
    const trade = outcome === undefined ? null : readPrint(stated, { ...facts, outcome });
    if (trade === null) {
      const { name, endpoint } = listedTrade;
      const reason = 'no token, price or size of a trade of the market';
      this.#data.intake.count(refuse(name, reason, { endpoint, row: asset, value: row }), true);
    }
    return trade;
  }
}

interface ListedPage {
  readonly rows: readonly ListedTrade[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}
