import { type AssetUpdate, buildLimitlessAsset, type EpochMs, type Touch } from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import type { StreamStatus, VenueStream } from '../venue-adapter.ts';
import { type PriceStreamOptions, Shard } from './price-shard.ts';
import { computeMid, NO_TOUCH, readTouch } from './quote.ts';
import { findTime } from './times.ts';
import { bookLevel, type LimitlessBook, marketResolved, orderbookUpdate } from './wire.ts';

/** The stream's last touch of one market. */
export interface StreamedTouch extends Touch {
  readonly receivedAt: EpochMs;
}

/** The venue states no limits; these numbers have been seen to work. */
const MAX_SHARDS = 20;
const SLUGS_PER_SHARD = 28;
const MAX_RESOLUTIONS = 5_000;

/** Books of the largest markets over several connections, each with its share of the markets. */
export class PriceStream implements VenueStream {
  readonly #options: PriceStreamOptions;
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  readonly #touches = new Map<string, StreamedTouch>();
  /** When markets resolved, by slug. The venue says it up to three times; the first counts. */
  readonly #resolvedAt = new BoundedMap<string, EpochMs>(MAX_RESOLUTIONS);
  readonly #shards: Shard[] = [];
  #lastMessageAt: EpochMs | null = null;
  #isRunning = false;

  constructor(options: PriceStreamOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (const shard of this.#shards) shard.open();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const shard of this.#shards) shard.close();
    this.#touches.clear();
  }

  /**
   * Says which markets to carry, the most important first. Those carried already stay where they are,
   * so that a market that comes or goes touches one connection only.
   */
  setSlugs(slugs: readonly string[]): void {
    const perShard = this.#options.slugsPerShard ?? SLUGS_PER_SHARD;
    const maxShards = this.#options.maxShards ?? MAX_SHARDS;
    const wanted = new Set(slugs.slice(0, perShard * maxShards));
    const carried = new Set<string>();
    for (const shard of this.#shards) {
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

  /** The newest touch of a market whose connection is up; null otherwise. */
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
    const shard = new Shard(this.#options, {
      onBook: (data) => this.#readBook(data, shard),
      onResolved: (data) => this.#readResolved(data),
      onDown: (slugs) => {
        for (const slug of slugs) this.#touches.delete(slug.toLowerCase());
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

  #readBook(data: unknown, shard: Shard): void {
    if (!this.#options.intake.accepts(orderbookUpdate, data)) return;
    const slug = data.marketSlug.toLowerCase();
    // A frame of the set before may still be on its way.
    if (!shard.slugs.has(slug) || !shard.isNewest(slug, data.version ?? null)) return;

    const book = this.#readLevels(slug, data.orderbook);
    if (book === null) return;
    const receivedAt = this.#options.clock();
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
      venueTime: findTime(data.timestamp),
      receivedAt,
    };
    for (const listener of this.#listeners) listener(update);
  }

  /** Reads the levels; null when levels have another form now: nothing is known of the book. */
  #readLevels(slug: string, { bids, asks }: LimitlessBook): LimitlessBook | null {
    const [readBids, readAsks] = [bids ?? [], asks ?? []].map((levels) => {
      const read = this.#options.intake.readRows(levels, bookLevel, () => slug);
      return read.length === 0 && levels.length > 0 ? null : read;
    });
    return readBids == null || readAsks == null ? null : { bids: readBids, asks: readAsks };
  }

  #readResolved(data: unknown): void {
    if (!this.#options.intake.accepts(marketResolved, data)) return;
    const slug = data.slug.toLowerCase();
    const resolvedAt = findTime(data.resolutionDate);
    if (resolvedAt !== null && !this.#resolvedAt.has(slug)) this.#resolvedAt.set(slug, resolvedAt);
  }
}

function toSlug(asset: string): string {
  return asset.replace(/^limitless-/, '');
}
