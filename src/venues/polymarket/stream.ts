import { type AssetUpdate, type Clock, computeAge, type EpochMs, MINUTE_MS } from '../../domain/index.ts';
import type { Intake } from '../../upstream/intake.ts';
import type { StreamStatus, VenueStream } from '../venue-adapter.ts';
import { findInnerPrice } from './fields.ts';
import type { PolledMarket } from './normalise.ts';
import { chooseRecordedPrice, type PolymarketQuote } from './quote.ts';
import { StreamBook } from './stream-book.ts';
import { StreamShard } from './stream-shard.ts';
import type { StreamEvent } from './wire.ts';

export interface MarketStreamOptions {
  /** Address with or without the channel's path `/ws/market`. */
  readonly wsUrl: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Counts events that a schema refused. */
  readonly intake: Intake;
  /** Whether the touch of an asset is that of the venue's list; its updates are kept back while it is not. Absent: always. */
  readonly isBelieved?: (asset: string) => boolean;
  /** Number of markets that the stream carries, the largest. Default 2,000: five connections. */
  readonly maxAssets?: number;
  /** The books of a subscription must arrive within this time. */
  readonly checkAfterMs?: number;
}

interface CarriedBook {
  readonly asset: string;
  readonly token: string;
  readonly book: StreamBook;
  readonly shard: StreamShard;
}

const MAX_ASSETS = 2_000;
/** A market that is carried keeps its place until it ranks below this share of the places. */
const KEEP_FACTOR = 1.1;
/** A touch older than this must be confirmed by the next poll before it counts as current. */
const FRESH_MS = MINUTE_MS;
/** A market without a book, or resolved, is subscribed again after this time if it is still listed. */
const RETRY_WITHOUT_BOOK_MS = 10 * MINUTE_MS;
/** One frame may state the touch before or after its change; three in a row are a lost change. */
const MAX_DISAGREEMENTS = 3;

/** The market stream: the Yes tokens of the largest markets, spread over as many connections as needed. */
export class MarketStream implements VenueStream {
  readonly #options: MarketStreamOptions;
  readonly #url: string;
  readonly #byToken = new Map<string, CarriedBook>();
  readonly #byAsset = new Map<string, CarriedBook>();
  readonly #withoutBook = new Map<string, EpochMs>();
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  #shards: StreamShard[] = [];
  #isRunning = false;
  #reconnectsBefore = 0;

  constructor(options: MarketStreamOptions) {
    this.#options = options;
    this.#url = buildChannelUrl(options.wsUrl);
  }

  start(): void {
    this.#isRunning = true;
    for (const shard of this.#shards) shard.start();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const shard of this.#shards) shard.stop();
    for (const { book } of this.#byToken.values()) book.forget();
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  carries(asset: string): boolean {
    return this.#byAsset.get(asset)?.shard.connected ?? false;
  }

  lastUpdateAt(asset: string): EpochMs | null {
    return this.#byAsset.get(asset)?.book.updatedAt ?? null;
  }

  restart(asset: string): void {
    const carried = this.#byAsset.get(asset);
    carried?.book.expectWhole();
    carried?.shard.renew(carried.token);
  }

  getStatus(): StreamStatus {
    const times = this.#shards.map(({ lastMessageAt }) => lastMessageAt).filter((time) => time !== null);
    return {
      connections: this.#shards.length,
      connected: this.#shards.filter(({ connected }) => connected).length,
      subscriptions: this.#byToken.size,
      reconnects: this.#shards.reduce((sum, { reconnects }) => sum + reconnects, this.#reconnectsBefore),
      lastMessageAt: times.length === 0 ? null : (Math.max(...times) as EpochMs),
    };
  }

  /** The touch of a market when the stream has its whole book and got something of it a short time ago. */
  freshQuote(asset: string): PolymarketQuote | null {
    const carried = this.#byAsset.get(asset);
    if (carried === undefined || !carried.book.isComplete || !carried.shard.connected) return null;
    const { updatedAt } = carried.book;
    if (updatedAt === null || computeAge(this.#options.clock(), updatedAt) > FRESH_MS) return null;
    return carried.book.quote();
  }

  /**
   * Carries the largest of the markets that a poll listed, given largest first. A carried market
   * is not subscribed again, and does not lose its place for a small change of rank.
   */
  track(listed: readonly PolledMarket[]): void {
    const now = this.#options.clock();
    const places = this.#options.maxAssets ?? MAX_ASSETS;
    const open = listed.filter(({ lifecycle }) => lifecycle === 'open');

    const kept = new Set<string>();
    for (const { identity, quote } of open.slice(0, Math.ceil(places * KEEP_FACTOR))) {
      const carried = this.#byToken.get(identity.yesToken);
      if (carried === undefined || kept.size >= places) continue;
      kept.add(identity.yesToken);
      carried.book.listed = quote.listed;
      carried.book.lastTrade ??= quote.lastTrade;
    }
    this.#drop([...this.#byToken.keys()].filter((token) => !kept.has(token)));

    const fresh = open
      .filter(({ identity }) => !kept.has(identity.yesToken) && this.#mayAsk(identity.yesToken, now))
      .slice(0, places - kept.size);
    this.#carry(fresh);
    this.#closeEmptyShards();
    const tokens = new Set(open.map(({ identity }) => identity.yesToken));
    for (const token of this.#withoutBook.keys()) if (!tokens.has(token)) this.#withoutBook.delete(token);
  }

  #mayAsk(token: string, now: EpochMs): boolean {
    const askedAt = this.#withoutBook.get(token);
    if (askedAt === undefined) return true;
    if (computeAge(now, askedAt) < RETRY_WITHOUT_BOOK_MS) return false;
    this.#withoutBook.delete(token);
    return true;
  }

  #carry(fresh: readonly PolledMarket[]): void {
    let next = 0;
    for (let i = 0; next < fresh.length; i++) {
      const shard = this.#shards[i] ?? this.#openShard();
      const part = fresh.slice(next, next + shard.room);
      next += part.length;
      for (const { identity, quote } of part) {
        const { asset } = identity.ref;
        const carried = { asset, token: identity.yesToken, book: new StreamBook(quote), shard };
        this.#byToken.set(carried.token, carried);
        this.#byAsset.set(asset, carried);
      }
      shard.add(part.map(({ identity }) => identity.yesToken));
      if (this.#isRunning) shard.start();
    }
  }

  #openShard(): StreamShard {
    const { clock, random, intake, checkAfterMs } = this.#options;
    const shard = new StreamShard({
      url: this.#url,
      clock,
      random,
      intake,
      onEvents: (events, receivedAt) => this.#read(events, receivedAt),
      onLost: (tokens) => {
        for (const token of tokens) this.#byToken.get(token)?.book.forget();
      },
      onWithoutBook: (tokens) => {
        for (const token of tokens) this.#withoutBook.set(token, clock());
        this.#drop(tokens);
      },
      ...(checkAfterMs === undefined ? {} : { checkAfterMs }),
    });
    this.#shards.push(shard);
    return shard;
  }

  #closeEmptyShards(): void {
    for (const shard of this.#shards.filter(({ size }) => size === 0)) {
      this.#reconnectsBefore += shard.reconnects;
      shard.stop();
    }
    this.#shards = this.#shards.filter(({ size }) => size > 0);
  }

  #drop(tokens: readonly string[]): void {
    const byShard = Map.groupBy(tokens, (token) => this.#byToken.get(token)?.shard);
    for (const [shard, part] of byShard) {
      for (const token of part) {
        const carried = this.#byToken.get(token);
        this.#byToken.delete(token);
        if (carried === undefined) continue;
        this.#byAsset.delete(carried.asset);
      }
      shard?.remove(part);
    }
  }

  #read(events: readonly StreamEvent[], receivedAt: EpochMs): void {
    for (const event of events) {
      switch (event.event_type) {
        case 'book': {
          const carried = this.#byToken.get(event.asset_id);
          if (carried?.book.replace(event, receivedAt) !== true) break;
          this.#notify(carried, event.timestamp, receivedAt);
          break;
        }
        case 'price_change': {
          // A frame states both tokens of a market; the No token is not carried and is skipped.
          const changed = new Map<CarriedBook, (typeof event.price_changes)[number]>();
          for (const change of event.price_changes) {
            const carried = this.#byToken.get(change.asset_id);
            if (carried === undefined) continue;
            // A late change states a touch of before: it is not compared either. One before the first book tells of life.
            if (carried.book.apply(change, event.timestamp) || !carried.book.isComplete)
              changed.set(carried, change);
          }
          for (const [carried, lastChange] of changed) {
            this.#check(carried, lastChange);
            this.#notify(carried, event.timestamp, receivedAt);
          }
          break;
        }
        case 'last_trade_price': {
          const carried = this.#byToken.get(event.asset_id);
          if (carried === undefined) break;
          carried.book.lastTrade = findInnerPrice(event.price) ?? carried.book.lastTrade;
          this.#notify(carried, event.timestamp, receivedAt);
          break;
        }
        case 'best_bid_ask': {
          const carried = this.#byToken.get(event.asset_id);
          if (carried === undefined) break;
          carried.book.touch(event.timestamp, receivedAt);
          this.#check(carried, event);
          break;
        }
        case 'tick_size_change': {
          const carried = this.#byToken.get(event.asset_id);
          if (carried !== undefined)
            carried.book.tick = findInnerPrice(event.new_tick_size) ?? carried.book.tick;
          break;
        }
        case 'market_resolved':
          this.#leave(event.assets_ids, receivedAt);
          break;
      }
    }
  }

  /**
   * Lets a market go that has resolved: the event is sent to every subscriber about every market, several times. Gamma
   * may list the market a little longer.
   */
  #leave(tokens: readonly string[], receivedAt: EpochMs): void {
    const ours = tokens.filter((token) => this.#byToken.has(token));
    for (const token of ours) this.#withoutBook.set(token, receivedAt);
    this.#drop(ours);
  }

  #check(carried: CarriedBook, stated: { best_bid?: string | null; best_ask?: string | null }): void {
    carried.book.compareTouch(stated);
    if (carried.book.disagreements < MAX_DISAGREEMENTS) return;
    carried.book.expectWhole();
    carried.shard.renew(carried.token);
  }

  #notify(carried: CarriedBook | undefined, timestamp: string | null | undefined, receivedAt: EpochMs): void {
    if (carried === undefined) return;
    carried.book.touch(timestamp, receivedAt);
    if (!carried.book.isComplete || this.#options.isBelieved?.(carried.asset) === false) return;
    const quote = carried.book.quote();
    const update: AssetUpdate = {
      asset: carried.asset,
      price: chooseRecordedPrice(quote),
      bid: quote.bid,
      ask: quote.ask,
      venueTime: carried.book.venueTime,
      receivedAt,
    };
    for (const listener of this.#listeners) listener(update);
  }
}

function buildChannelUrl(wsUrl: string): string {
  const base = wsUrl.replace(/\/+$/, '');
  return base.endsWith('/ws/market') ? base : `${base}/ws/market`;
}
