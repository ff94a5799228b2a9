import {
  type AssetUpdate,
  type BookEvent,
  buildLimitlessAsset,
  type EpochMs,
  findTextMember,
  type Touch,
} from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import type { StreamStatus, VenueStream } from '../../venue-adapter.ts';
import { computeMid, NO_TOUCH, readTouch } from '../quote.ts';
import { findTime } from '../times.ts';
import { bookLevel, type LimitlessBook, marketResolved, orderbookUpdate } from '../wire.ts';
import { BookTape } from './book-tape.ts';
import { type PriceStreamOptions, Shard } from './price-shard.ts';

/** The last streamed touch of one market. */
export interface StreamedTouch extends Touch {
  readonly receivedAt: EpochMs;
}

/** Limits of connections and markets. The venue publishes none, and these numbers have worked. */
const MAX_SHARDS = 20;
const SLUGS_PER_SHARD = 28;
const MAX_RESOLUTIONS = 5_000;

/** Reads the books of the largest markets over several connections, each of which carries a part of the markets. */
export class PriceStream implements VenueStream {
  readonly #options: PriceStreamOptions;
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  readonly #touches = new Map<string, StreamedTouch>();
  readonly #tape: BookTape;
  /** Resolution times by slug. The venue reports a resolution up to three times, and the first one counts. */
  readonly #resolvedAt = new BoundedMap<string, EpochMs>(MAX_RESOLUTIONS);
  readonly #shards: Shard[] = [];
  #lastMessageAt: EpochMs | null = null;
  #isRunning = false;

  constructor(options: PriceStreamOptions) {
    this.#options = options;
    this.#tape = new BookTape(options.intake);
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (const shard of this.#shards) shard.open();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#tape.clear();
    for (const shard of this.#shards) shard.close();
    this.#touches.clear();
  }

  /**
   * Sets the markets to carry, the most important first. Carried markets stay on their connection, so that a market
   * that comes or goes changes one connection only.
   */
  setSlugs(slugs: readonly string[]): void {
    const perShard = this.#options.slugsPerShard ?? SLUGS_PER_SHARD;
    const maxShards = this.#options.maxShards ?? MAX_SHARDS;
    const wanted = new Set(slugs.slice(0, perShard * maxShards));
    const carried = new Set<string>();
    const now = this.#options.clock();
    for (const shard of this.#shards) {
      for (const slug of shard.slugs) if (!wanted.has(slug)) this.#leave(slug, shard, now);
      shard.remove((slug) => !wanted.has(slug));
      for (const slug of shard.slugs) carried.add(slug);
    }
    for (const slug of this.#touches.keys()) {
      if (!wanted.has(slug)) this.#touches.delete(slug);
    }
    for (const slug of wanted) {
      if (!carried.has(slug)) this.#shardWithRoom(perShard).add(slug);
    }
    for (const shard of this.#shards.filter(({ slugs }) => slugs.size === 0)) {
      shard.close();
      this.#shards.splice(this.#shards.indexOf(shard), 1);
    }
    for (const shard of this.#shards) shard.subscribe();
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBook(listener: (event: BookEvent) => void): () => void {
    const { books } = this.#tape.listeners;
    books.add(listener);
    return () => books.delete(listener);
  }

  repeatBooks(): void {
    this.#tape.repeat(this.#options.clock());
  }

  /**
   * Compares the stream with a row of the list that is newer than the last frame. Renews the connection when the stream
   * has stopped sending the market.
   */
  compareListed(slug: string, listed: Touch, now: EpochMs): void {
    const key = slug.toLowerCase();
    const streamed = this.#touches.get(key);
    if (streamed === undefined || !this.#tape.isLeftBehind(key, listed, streamed, now)) return;
    this.#tape.lose(key, 'silence', streamed.receivedAt);
    this.#shards.find(({ slugs }) => slugs.has(key))?.restart();
  }

  carries(asset: string): boolean {
    return this.#findShard(asset)?.connected ?? false;
  }

  lastUpdateAt(asset: string): EpochMs | null {
    return this.#touches.get(toSlug(asset))?.receivedAt ?? null;
  }

  restart(asset: string): void {
    this.#findShard(asset)?.restart();
  }

  getStatus(): StreamStatus {
    return {
      connections: this.#shards.length,
      connected: this.#shards.filter(({ connected }) => connected).length,
      subscriptions: this.#shards.reduce((sum, { slugs }) => sum + slugs.size, 0),
      reconnects: this.#shards.reduce((sum, { reconnects }) => sum + reconnects, 0),
      lastMessageAt: this.#lastMessageAt,
    };
  }

  /** Finds the newest touch of a market; null before the first one, and while its connection is down. */
  findTouch(slug: string): StreamedTouch | null {
    return this.carries(buildLimitlessAsset(slug).asset)
      ? (this.#touches.get(slug.toLowerCase()) ?? null)
      : null;
  }

  resolvedAt(slug: string): EpochMs | null {
    return this.#resolvedAt.get(slug.toLowerCase()) ?? null;
  }

  #shardWithRoom(perShard: number): Shard {
    const found = this.#shards.find(({ slugs }) => slugs.size < perShard);
    if (found !== undefined) return found;
    const shard: Shard = new Shard(this.#options, {
      onBook: (data) => this.#readBook(data, shard),
      onResolved: (data) => this.#readResolved(data),
      onDown: (slugs, reason) => {
        for (const slug of slugs) {
          this.#touches.delete(slug.toLowerCase());
          this.#tape.lose(slug, reason, shard.lastMessageAt);
        }
      },
    });
    this.#shards.push(shard);
    if (this.#isRunning) shard.open();
    return shard;
  }

  #findShard(asset: string): Shard | undefined {
    const slug = toSlug(asset);
    return this.#shards.find(({ slugs }) => slugs.has(slug));
  }

  /** Ends the book of a market that is no longer carried, because it has ended or other markets are larger. */
  #leave(slug: string, shard: Shard, now: EpochMs): void {
    const hasEnded = this.#options.hasEnded?.(slug, now) ?? false;
    this.#tape.drop(slug, hasEnded ? 'ended' : 'dropped', hasEnded ? now : shard.lastMessageAt);
  }

  #readBook(data: unknown, shard: Shard): void {
    const receivedAt = this.#options.clock();
    shard.heard(receivedAt);
    if (!this.#options.intake.accepts(orderbookUpdate, data)) {
      this.#tape.lose(findTextMember(data, 'marketSlug')?.toLowerCase() ?? '', 'refused', null);
      return;
    }
    const slug = data.marketSlug.toLowerCase();
    // A frame of the earlier set of markets may still arrive.
    if (!shard.slugs.has(slug) || !shard.isNewest(slug, data.version ?? null)) return;

    const venueTime = findTime(data.timestamp);
    const { book, isWhole } = this.#readLevels(slug, data.orderbook);
    this.#tape.add(slug, isWhole ? book : null, { receivedAt, venueTime, seq: data.version ?? null });
    if (book === null) return;
    this.#lastMessageAt = receivedAt;
    const isOver = this.#options.hasEnded?.(slug, receivedAt) ?? false;
    const touch = isOver ? NO_TOUCH : readTouch(book);
    this.#touches.set(slug, { ...touch, receivedAt });
    const { asset } = buildLimitlessAsset(slug);
    if (this.#options.isBelieved?.(asset) === false) return;
    const update: AssetUpdate = {
      asset,
      price: computeMid(touch),
      ...touch,
      venueTime,
      receivedAt,
    };
    for (const listener of this.#listeners) listener(update);
  }

  /**
   * Reads the levels and leaves out single malformed ones. `book` is null when no level of a side has a known shape.
   */
  #readLevels(slug: string, { bids, asks }: LimitlessBook): { book: LimitlessBook | null; isWhole: boolean } {
    let isWhole = true;
    const [readBids, readAsks] = [bids ?? [], asks ?? []].map((levels) => {
      const read = this.#options.intake.readRows(levels, bookLevel, () => slug);
      isWhole &&= read.length === levels.length;
      return read.length === 0 && levels.length > 0 ? null : read;
    });
    const book = readBids == null || readAsks == null ? null : { bids: readBids, asks: readAsks };
    return { book, isWhole };
  }

  #readResolved(data: unknown): void {
    if (!this.#options.intake.accepts(marketResolved, data)) return;
    const slug = data.slug.toLowerCase();
    const resolvedAt = findTime(data.resolutionDate);
    if (resolvedAt !== null && !this.#resolvedAt.has(slug)) this.#resolvedAt.set(slug, resolvedAt);
    this.#tape.lose(slug, 'ended', this.#options.clock());
  }
}

function toSlug(asset: string): string {
  return asset.replace(/^limitless-/, '');
}
