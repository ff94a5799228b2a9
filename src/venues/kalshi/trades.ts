import {
  type AssetRef,
  buildKalshiAsset,
  type Clock,
  type EpochMs,
  epochMs,
  isAssetName,
  SECOND_MS,
  type TakerSide,
  type TradeSource,
  type TradesPoll,
  type TradesRead,
  type VenueTrade,
} from '../../domain/index.ts';
import { refuse } from '../../upstream/intake.ts';
import type { RequestOptions } from '../../upstream/upstream-request.ts';
import { findTapePrice, findTapeSize } from '../tape-levels.ts';
import { findVenueTime } from '../times.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import type { KalshiClient } from './client.ts';
import { type KalshiTrade, tradeRow } from './wire.ts';

/** Overlap of two polls, in ms: the venue may list a trade a little after its time. */
const OVERLAP_MS = 30 * SECOND_MS;
const MAX_PAGES = 20;

/** Reads trades of single markets and of the whole exchange. Without a key, trades are available by polls only. */
export class KalshiTrades {
  readonly #client: KalshiClient;
  readonly #clock: Clock;
  /** Venue time of the newest trade; before the first trade, the start of the window of the first poll. */
  #newest: EpochMs | null = null;
  /** Times of the trades that earlier polls returned, by trade id, for the span that the next poll reads again. */
  readonly #given = new Map<string, EpochMs>();

  constructor(client: KalshiClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Reads the trades of all markets since the last poll, each once. The first poll reads half a minute back. */
  async poll(asking: RequestOptions): Promise<TradesPoll> {
    const polledAt = this.#clock();
    const from = epochMs((this.#newest ?? polledAt) - OVERLAP_MS);
    const { trades, wholeFrom, isCut } = await this.#read({ from }, 'poll', asking);
    this.#newest ??= from;
    // Times ahead of our clock are limited to it. Otherwise later polls would miss the trades before such a time.
    for (const { venueTime } of trades)
      if (venueTime !== null) this.#newest = epochMs(Math.min(Math.max(this.#newest, venueTime), polledAt));
    const fresh = trades.filter(({ id }) => id === null || !this.#given.has(id));
    for (const { id, venueTime } of fresh)
      if (id !== null && venueTime !== null) this.#given.set(id, venueTime);
    for (const [id, time] of this.#given) if (time < this.#newest - 2 * OVERLAP_MS) this.#given.delete(id);
    return { polledAt, trades: fresh, wholeFrom, isCut };
  }

  /** Reads the trades of one market in a window of venue times. */
  async read(
    ref: AssetRef,
    ticker: string,
    { fromMs, toMs }: TimeWindow,
    asking: RequestOptions,
  ): Promise<TradesRead> {
    const read = await this.#read({ from: fromMs, to: toMs, ticker }, 'backfill', asking);
    const isInside = ({ asset, venueTime: t }: VenueTrade) =>
      asset === ref.asset && t !== null && t >= fromMs && t <= toMs;
    return { ...read, trades: read.trades.filter(isInside) };
  }

  /** Reads the trades of the whole exchange in a window of venue times. */
  async readAll({ fromMs, toMs }: TimeWindow, asking: RequestOptions): Promise<TradesRead> {
    const read = await this.#read({ from: fromMs, to: toMs }, 'backfill', asking);
    // The venue takes whole seconds, so its answer may exceed the window.
    const isInside = ({ venueTime: t }: VenueTrade) => t !== null && t >= fromMs && t <= toMs;
    return { ...read, trades: read.trades.filter(isInside) };
  }

  async #read(
    { from, to, ticker }: { readonly from: EpochMs; readonly to?: EpochMs; readonly ticker?: string },
    source: TradeSource,
    asking: RequestOptions,
  ): Promise<TradesRead> {
    const query = new URLSearchParams({ limit: '1000', min_ts: String(Math.floor(from / SECOND_MS)) });
    if (to !== undefined) query.set('max_ts', String(Math.ceil(to / SECOND_MS)));
    if (ticker !== undefined) query.set('ticker', ticker);
    const { rows, isCut } = await this.#client.readTrades(query, MAX_PAGES, asking);
    const receivedAt = source === 'poll' ? this.#clock() : null;
    const trades = rows
      .map((row) => this.#toTrade(row, receivedAt, source))
      .filter((trade) => trade !== null)
      .sort((a, b) => (a.venueTime ?? 0) - (b.venueTime ?? 0));
    // Lists begin with the newest trade. A cut list may lack trades of the millisecond of its oldest one.
    const oldest = trades.find(({ venueTime }) => venueTime !== null)?.venueTime ?? null;
    const cutFrom = oldest === null ? null : epochMs(oldest + 1);
    return { trades, wholeFrom: isCut ? cutFrom : from, isCut };
  }

  #toTrade(row: KalshiTrade, receivedAt: EpochMs | null, source: TradeSource): VenueTrade | null {
    const price = findTapePrice(row.yes_price_dollars, 'share');
    const size = findTapeSize(row.count_fp);
    const { asset } = buildKalshiAsset(row.ticker);
    if (price === null || size === null || size === 0 || !isAssetName(asset)) {
      const { name, endpoint } = tradeRow;
      const at = { endpoint, row: row.trade_id, value: row };
      this.#client.intake.count(refuse(name, 'no name, price or size of a trade', at), true);
      return null;
    }
    const side = findSide(row);
    return {
      asset,
      price,
      size,
      side,
      sideSource: side === null ? null : 'venue',
      id: row.trade_id,
      venueTime: findVenueTime(row.created_time),
      receivedAt,
      source,
      isBlock: row.is_block_trade === true,
    };
  }
}

/** Finds the side of the taker in the first of three members that is present; null for an unknown word. */
function findSide({ taker_book_side, taker_outcome_side, taker_side }: KalshiTrade): TakerSide | null {
  switch (taker_book_side || taker_outcome_side || taker_side) {
    case taker_book_side ? 'bid' : 'yes':
      return 'buy';
    case taker_book_side ? 'ask' : 'no':
      return 'sell';
    default:
      return null;
  }
}
