import { randomUUID } from 'node:crypto';
import type { AssetRef, Book, Clock, VenueId } from '../../src/domain/index.ts';
import type { BookTouches } from '../../src/feed/book-touches.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { FrameStreams } from '../../src/feed/redis/frame-streams.ts';
import { PublishedState } from '../../src/feed/redis/published-state.ts';
import { RedisSnapshots } from '../../src/feed/redis/redis-snapshots.ts';
import { WantedAssets } from '../../src/feed/redis/wanted-assets.ts';
import { FeedReport } from '../../src/feed/remote/feed-report.ts';
import { type FrameEntry, FrameFollower, type FrameSource } from '../../src/feed/remote/frame-follower.ts';
import { PulsePublisher } from '../../src/feed/remote/pulse-publisher.ts';
import { RemoteFeed } from '../../src/feed/remote/remote-feed.ts';
import { RemotePulses } from '../../src/feed/remote/remote-pulses.ts';
import type { StateSource } from '../../src/feed/remote/state-source.ts';
import { StatusPublisher } from '../../src/feed/remote/status-publisher.ts';
import { openRedis, type Redis } from '../../src/storage/redis/redis.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';

export interface PublishingOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  readonly book?: (ref: AssetRef) => Promise<Book>;
  readonly touches?: BookTouches;
  readonly refreshMs?: (venue: VenueId) => number;
  /** Monotonic clock in ms. */
  readonly now?: () => number;
  readonly fence?: number;
  readonly onFault?: (error: unknown) => void;
}

/** Opens the publishing side of a process that reads the venues. */
export async function openPublishing(url: string, tag: string, options: PublishingOptions) {
  const { feed, adapters, clock, fence = 1, onFault = () => undefined } = options;
  const redis = await openRedis({ url, tag });
  const streams = new FrameStreams(redis, feed.venues);
  while (!streams.isUp) await new Promise(setImmediate);
  let appended = 0;
  const pulses = new PulsePublisher({
    feed,
    adapters,
    book: options.book ?? (() => Promise.reject(new Error('no books here'))),
    sink: {
      get isUp() {
        return streams.isUp;
      },
      append: async (frames) => {
        await streams.append(frames);
        appended += frames.length;
      },
      readWants: () => streams.readWants(),
    },
    fence: () => fence,
    onFault,
    ...(options.refreshMs === undefined ? {} : { refreshMs: options.refreshMs }),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const snapshots = new RedisSnapshots({
    redis,
    clock,
    fence: () => fence,
    onUnreadable: (_, error) => onFault(error),
  });
  const report = new FeedReport({
    feed,
    fence: () => fence,
    url: () => 'http://127.0.0.1:1',
    silences: () => ({ perVenue: new Map(), ended: [], ongoing: [] }),
    resolutions: () => ({ waiting: 0, recorded: 0 }),
    snapshots: () => snapshots.stats(),
    refreshes: (venue) => pulses.refreshes(venue),
    touches: (venue) => options.touches?.list(venue) ?? {},
    forgedCalls: () => 0,
  });
  const status = new StatusPublisher({
    venues: feed.venues,
    report,
    sink: new PublishedState(redis),
    writeSnapshot: (venue) => snapshots.writeVenue(feed, venue),
    onFault,
  });
  return {
    redis,
    pulses,
    snapshots,
    status,
    /** Frames that were written. */
    appended: () => appended,
    close: async () => {
      await pulses.stop();
      await status.stop();
      streams.close();
      redis.close();
    },
  };
}

export type Publishing = Awaited<ReturnType<typeof openPublishing>>;

/** Passes entries on, and counts them once they were taken. */
class CountedSource implements FrameSource {
  /** Number of events that the follower has taken: it has asked for the events after them. */
  taken = 0;
  #given = 0;
  readonly #source: FrameSource;

  constructor(source: FrameSource) {
    this.#source = source;
  }

  async read(after: ReadonlyMap<VenueId, string>, isPatient: boolean): Promise<readonly FrameEntry[]> {
    this.taken = this.#given;
    const entries = await this.#source.read(after, isPatient);
    this.#given += entries.length;
    return entries;
  }

  close(): void {
    this.#source.close();
  }
}

const NO_SOURCE: StateSource = {
  readHeads: () => Promise.reject(new Error('no internal port here')),
  readBody: () => Promise.reject(new Error('no internal port here')),
};

export interface FollowingOptions {
  readonly venues: readonly VenueId[];
  readonly clock: Clock;
  readonly fallback?: StateSource;
  /** Monotonic ms. */
  readonly now?: () => number;
  readonly onFault?: (error: unknown) => void;
}

/** Opens the following side of a process that answers; `feed` replaces its own, where a test has one. */
export async function openFollowing(
  url: string,
  tag: string,
  options: FollowingOptions & { readonly feed?: Feed },
) {
  const {
    venues,
    clock,
    fallback = NO_SOURCE,
    now = () => performance.now(),
    onFault = () => undefined,
  } = options;
  const redis = await openRedis({ url, tag });
  const source = new CountedSource(new FrameStreams(redis, venues));
  const frames = new FrameFollower({ source, onFault });
  const state = new PublishedState(redis);
  const feed = new RemoteFeed({
    venues,
    source: state,
    fallback,
    frames,
    pollMs: () => 1,
    clock,
    now,
    onFault,
  });
  const wants = new WantedAssets({ redis, processId: randomUUID(), onFault });
  const pulses = new RemotePulses({
    feed: options.feed ?? feed,
    frames,
    wants,
    upstreamCalls: (asset) => feed.upstreamCalls(asset),
    onFault,
  });
  return {
    redis: redis as Redis,
    frames,
    feed,
    wants,
    pulses,
    /** Waits until so many entries of the streams were taken. */
    untilTaken: async (count: number) => {
      while (source.taken < count) await new Promise(setImmediate);
    },
    close: async () => {
      pulses.close();
      await wants.stop();
      await feed.stop();
      await frames.stop();
      redis.close();
    },
  };
}

export type Following = Awaited<ReturnType<typeof openFollowing>>;
