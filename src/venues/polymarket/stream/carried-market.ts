import type { TSchema } from 'typebox';
import type { BookBreak, BookChange, EpochMs } from '../../../domain/index.ts';
import type { WireSchema } from '../../../upstream/client.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import { findNumber } from '../../numbers.ts';
import { findTapeSize, MAX_CHANGES, readTapeSide } from '../../tape-levels.ts';
import { type BookMessageFacts, TapedBook, type TapeListeners } from '../../taped-book.ts';
import { findVenueMillis } from '../../times.ts';
import { findInnerPrice } from '../fields.ts';
import type { MarketIdentity } from '../normalise.ts';
import { readPrint } from '../prints.ts';
import type { PolymarketQuote } from '../quote.ts';
import { type BookEvent, bookEvent, type LastTradeEvent, type PriceChange, priceChange } from '../wire.ts';
import { StreamBook } from './book.ts';
import { HeardTrades } from './heard-trades.ts';
import type { StreamShard } from './shard.ts';

/** The touch that an event states, with a change or on its own. */
interface StatedTouch {
  readonly best_bid?: string | null;
  readonly best_ask?: string | null;
}

/**
 * Number of consecutive frames with another touch that prove a lost change. A single frame may state the touch from
 * before or after its change.
 */
const MAX_DISAGREEMENTS = 3;

export interface CarriedMarketParts {
  /** Connection that carries the market. */
  readonly shard: StreamShard;
  readonly tape: TapeListeners;
  /** Counts frames that cannot be recorded. */
  readonly intake: Intake;
}

/** One market of the stream: the book of its Yes token and the state of that book on the tape. */
export class CarriedMarket {
  readonly asset: string;
  /** Id of the Yes token. */
  readonly token: string;
  readonly noToken: string;
  readonly book: StreamBook;
  readonly shard: StreamShard;
  readonly taped: TapedBook;
  readonly heard: HeardTrades;
  /** Whether a whole book of the market has ever arrived. */
  hadBook = false;
  readonly #tape: TapeListeners;
  readonly #intake: Intake;

  constructor(
    { ref, yesToken, noToken }: MarketIdentity,
    quote: PolymarketQuote,
    { shard, tape, intake }: CarriedMarketParts,
  ) {
    this.asset = ref.asset;
    this.token = yesToken;
    this.noToken = noToken;
    this.book = new StreamBook(quote);
    this.shard = shard;
    this.taped = new TapedBook(ref.asset, tape);
    this.heard = new HeardTrades(ref.asset, tape);
    this.#tape = tape;
    this.#intake = intake;
  }

  /** Applies a whole book. @returns false when the book is older than the known one, which stays. */
  replace(event: BookEvent, receivedAt: EpochMs): boolean {
    this.heard.addBook('yes', receivedAt);
    if (!this.book.replace(event, receivedAt)) return false;
    this.hadBook = true;
    if (this.#tape.books.size === 0) return true;
    const bids = readTapeSide(event.bids, 'bid', 'share');
    const asks = readTapeSide(event.asks, 'ask', 'share');
    if (bids === null || asks === null) this.#countRefusal(bookEvent, event);
    else this.taped.sendWhole({ bids, asks }, { receivedAt, venueTime: findVenueMillis(event.timestamp) });
    return true;
  }

  /**
   * Applies the changes of one frame. The touch of a late frame is not compared, because it is out of date. A frame
   * that is far too late makes the book doubtful. A frame before the first book only proves that the stream is alive.
   *
   * @returns Whether the frame contains anything new.
   */
  change(rows: readonly PriceChange[], venueTime: EpochMs | null, receivedAt: EpochMs): boolean {
    const { book } = this;
    if (book.isOutOfOrder(venueTime)) {
      this.doubt();
      return false;
    }
    const isBehind = book.isBehind(venueTime);
    const isTaped = this.#tape.books.size > 0;
    const counted: BookChange[] = [];
    let areStorable = true;
    let last: PriceChange | null = null;
    for (const row of rows) {
      const side = row.side === 'BUY' ? 'bid' : 'ask';
      const [price, size] = [findInnerPrice(row.price), findNumber(row.size)];
      if (!book.apply({ side, price, size }, venueTime) && book.isComplete) continue;
      last = row;
      if (!isTaped) continue;
      const total = findTapeSize(size);
      if (price === null || total === null || counted.length === MAX_CHANGES) areStorable = false;
      else counted.push({ side, price, size: total });
    }
    if (last === null) return false;
    if (isTaped && areStorable) this.#record(counted, { receivedAt, venueTime });
    else if (isTaped && this.taped.isKnown) this.#countRefusal(priceChange, rows);
    else if (isTaped && this.taped.isDoubted) this.doubt();
    if (!isBehind) this.compareTouch(last, receivedAt);
    return true;
  }

  /** Compares the stated touch with the touch of the book, and requests the book again after repeated differences. */
  compareTouch(stated: StatedTouch, receivedAt: EpochMs): void {
    this.book.compareTouch(stated);
    if (this.book.disagreements === 0) this.taped.confirm(receivedAt);
    if (this.book.disagreements >= MAX_DISAGREEMENTS) this.renew('disagrees', receivedAt);
  }

  /** Requests the book again. @param at Time of the last message about the book, by our clock. */
  renew(reason: BookBreak, at: EpochMs | null): void {
    this.taped.sendBreak(reason, at);
    this.book.expectWhole();
    this.shard.renew(this.token, reason);
  }

  /** Marks the book as unknown until the next whole one, because a frame about it could not be recorded. */
  doubt(): void {
    this.taped.sendBreak('refused', null);
    this.shard.refresh(this.token);
  }

  /** Requests the book again when two lists in a row show another touch than the silent stream. */
  compareListed(quote: PolymarketQuote, now: EpochMs): void {
    const { updatedAt } = this.book;
    if (this.taped.isLeftBehind(quote, this.book.quote(), updatedAt, now)) this.renew('silence', updatedAt);
  }

  #record(changes: readonly BookChange[], facts: BookMessageFacts): void {
    if (this.taped.isDoubted) this.doubt();
    else this.taped.sendChanges(changes, facts);
  }

  #countRefusal({ name, endpoint }: WireSchema<TSchema>, value: unknown): void {
    const reason = 'a price, a size or their number cannot be recorded';
    this.#intake.count(refuse(name, reason, { endpoint, row: this.asset, value }));
    this.doubt();
  }

  /** Sends the book again to listeners that have missed messages. */
  repeat(now: EpochMs): void {
    if (!this.book.isComplete || this.taped.isDoubted) return;
    this.taped.sendWhole(this.book.levels(), { receivedAt: now, venueTime: this.book.venueTime });
  }

  /**
   * Ends the book and the trades of the market.
   *
   * @param at Last time by our clock at which the stream was known to work.
   */
  lose(reason: BookBreak, at: EpochMs | null): void {
    this.taped.sendBreak(reason, at);
    this.heard.lose(reason, at);
    this.book.forget();
  }

  /** Passes a trade to the tape. @returns Whether the trade can be recorded. */
  sendTrade(event: LastTradeEvent, receivedAt: EpochMs): boolean {
    const { price, size, side, transaction_hash: hash } = event;
    const trade = readPrint(
      { price, size, side, hash },
      {
        asset: this.asset,
        outcome: event.asset_id === this.token ? 'yes' : 'no',
        venueTime: findVenueMillis(event.timestamp),
        receivedAt,
        source: 'stream',
      },
    );
    if (trade === null) return false;
    this.heard.begin(receivedAt);
    this.#tape.sendTrade(trade);
    return true;
  }
}
