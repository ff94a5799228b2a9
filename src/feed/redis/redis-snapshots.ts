import {
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  MINUTE_MS,
  VENUES,
  type VenueId,
} from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import type { Redis } from '../../storage/redis/redis.ts';
import type { Feed, VenueSnapshot } from '../feed.ts';
import { decodeSnapshot, encodeSnapshot, SNAPSHOT_VERSION } from '../remote/snapshot-body.ts';
import type { SnapshotStats, SnapshotStore, StoredPoll } from '../snapshot-store.ts';
import { PublishedState } from './published-state.ts';

export interface RedisSnapshotsOptions {
  readonly redis: Redis;
  readonly clock: Clock;
  /**
   * Returns the fence of the lease under which this process reads the venues; null: it has none yet, and writes
   * nothing.
   */
  readonly fence: () => number | null;
  /** Reports that a venue's snapshot cannot be read. The others are still read. */
  readonly onUnreadable: (venue: VenueId, error: unknown) => void;
}

/**
 * Newest state of all venues on the server that processes share. Each snapshot is written when it is shown, so that api
 * processes answer from it and a new feed continues with it.
 */
export class RedisSnapshots implements SnapshotStore {
  readonly #options: RedisSnapshotsOptions;
  readonly #state: PublishedState;
  readonly #sizes = new Map<VenueId, number>();
  /** Number of writes by minute. */
  readonly #writes = new Map<number, number>();
  readonly #writing = new Map<VenueId, InOrder>();
  #feed: Feed | null = null;
  #lastTs: EpochMs | null = null;
  #stopListening: readonly (() => void)[] = [];

  constructor(options: RedisSnapshotsOptions) {
    this.#options = options;
    this.#state = new PublishedState(options.redis);
  }

  async load(): Promise<readonly StoredPoll[]> {
    await this.#loadStats();
    const polls: StoredPoll[] = [];
    for (const venue of VENUES) {
      const body = await this.#state.readBody(venue);
      if (body === null) continue;
      try {
        const { restored: _, ...poll } = await decodeSnapshot(body);
        this.#sizes.set(venue, body.length);
        polls.push(poll);
      } catch (error) {
        this.#options.onUnreadable(venue, error);
      }
    }
    return polls;
  }

  start(feed: Feed, onError: (error: unknown) => void): void {
    const { redis } = this.#options;
    this.#feed = feed;
    const writeIfUp = (write: () => Promise<void>) => {
      if (redis.isUp) write().catch(onError);
    };
    this.#stopListening = [
      feed.onSnapshot(({ venue }) => writeIfUp(() => this.writeVenue(feed, venue))),
      // A server that was unavailable may have lost the snapshots.
      redis.onChange(() => writeIfUp(() => this.write(feed))),
    ];
    writeIfUp(() => this.write(feed));
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    if (this.#feed !== null && this.#options.redis.isUp) await this.write(this.#feed);
  }

  async write(feed: Feed): Promise<void> {
    const written = await Promise.all(feed.venues.map((venue) => this.#saveInTurn(feed, venue)));
    if (written.includes(true)) await this.#count(this.#options.clock());
  }

  /** Writes the newest snapshot of one venue. */
  async writeVenue(feed: Feed, venue: VenueId): Promise<void> {
    if (await this.#saveInTurn(feed, venue)) await this.#count(this.#options.clock());
  }

  stats(): SnapshotStats {
    const now = this.#options.clock();
    const since = now - DAY_MS;
    const counts = [...this.#writes].filter(([minute]) => minute * MINUTE_MS > since);
    return {
      exists: this.#lastTs !== null,
      sizeBytes:
        this.#lastTs === null ? null : [...this.#sizes.values()].reduce((sum, size) => sum + size, 0),
      lastTs: this.#lastTs,
      ageMs: this.#lastTs === null ? null : Math.max(0, now - this.#lastTs),
      count24h: counts.reduce((sum, [, count]) => sum + count, 0),
    };
  }

  /** Saves after the write in progress. @returns Whether there was anything to write. */
  #saveInTurn(feed: Feed, venue: VenueId): Promise<boolean> {
    const writes = this.#writing.get(venue) ?? new InOrder();
    this.#writing.set(venue, writes);
    return writes.run(() => this.#put(feed.snapshot(venue)));
  }

  async #put(snapshot: VenueSnapshot | null): Promise<boolean> {
    const fence = this.#options.fence();
    if (snapshot === null || fence === null) return false;
    const { venue, fetchedAt } = snapshot;
    const body = await encodeSnapshot(snapshot);
    await this.#state.putBody(venue, { fence, version: SNAPSHOT_VERSION, fetchedAt, body });
    this.#sizes.set(venue, body.length);
    return true;
  }

  async #count(now: EpochMs): Promise<void> {
    const { redis } = this.#options;
    const minute = Math.floor(now / MINUTE_MS);
    const old = [...this.#writes.keys()].filter((known) => known * MINUTE_MS <= now - DAY_MS);
    for (const known of old) this.#writes.delete(known);
    this.#writes.set(minute, (this.#writes.get(minute) ?? 0) + 1);
    this.#lastTs = now;
    const key = redis.key('snapshots');
    await redis.ask((client) => {
      const commands = client.multi().hIncrBy(key, String(minute), 1).hSet(key, 'last', String(now));
      return (old.length > 0 ? commands.hDel(key, old.map(String)) : commands).exec();
    });
  }

  async #loadStats(): Promise<void> {
    const { redis, clock } = this.#options;
    const { last, ...minutes } = await redis.ask((client) => client.hGetAll(redis.key('snapshots')));
    this.#lastTs = last === undefined ? null : epochMs(Number(last));
    const since = clock() - DAY_MS;
    for (const [minute, count] of Object.entries(minutes)) {
      if (Number(minute) * MINUTE_MS > since) this.#writes.set(Number(minute), Number(count));
    }
  }
}
