import {
  type AssetUpdate,
  type Clock,
  type EpochMs,
  findAssetRef,
  SECOND_MS,
  type VenueId,
} from '../../domain/index.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { BookTouch } from '../book-touches.ts';
import type { Feed, PollerHealth } from '../feed.ts';
import { NewestSnapshots } from '../newest-snapshots.ts';
import { buildSnapshot } from '../snapshot.ts';
import type { SnapshotStats } from '../snapshot-store.ts';
import type { SilenceStats } from '../watchdog/silence.ts';
import { type FeedStatus, noHealth, type ResolutionCounts } from './feed-status.ts';
import type { FrameFollower, ReceivedFrame } from './frame-follower.ts';
import { readPulse, readSource } from './pulse-frame.ts';
import { decodeSnapshot, SNAPSHOT_VERSION, SnapshotVersionError } from './snapshot-body.ts';
import type { StateHead, StateSource } from './state-source.ts';

export interface RemoteFeedOptions {
  readonly venues: readonly VenueId[];
  readonly source: StateSource;
  /** Source that is read every five seconds while `source` cannot be read. */
  readonly fallback: StateSource;
  /** Frames with the messages of the venues' streams. */
  readonly frames: FrameFollower;
  /** Configured poll interval of a venue. The actual interval is in the feed's status. */
  readonly pollMs: (venue: VenueId) => number;
  readonly clock: Clock;
  /** Monotonic clock, in ms. Default `performance.now`. */
  readonly now?: () => number;
  readonly onFault: (error: unknown) => void;
}

/** The feed that reads one venue, and the time since which it does. */
export interface FeedLeader {
  readonly url: string;
  readonly since: EpochMs;
  readonly fence: number;
}

const LOOK_EVERY_MS = SECOND_MS / 2;
const FALLBACK_EVERY_MS = 5 * SECOND_MS;
/** Time without a message after which a feed counts as stopped. */
const SILENT_AFTER_MS = 10 * SECOND_MS;

interface Channel {
  readonly venue: VenueId;
  /** Highest fence of a feed that was seen: snapshots with a lower one are ignored. */
  fence: number;
  status: FeedStatus | null;
  /** Time at which the status was written, by the monotonic clock in ms. */
  statusAt: number;
  /** Reason why the newest snapshot cannot be shown; null: it can. */
  fault: string | null;
}

/**
 * The feed of another process, by its snapshots, which are read twice a second. Answers from memory, as a local feed
 * does. The last snapshot of a feed that has ended remains, with its growing age.
 */
export class RemoteFeed extends NewestSnapshots implements Feed {
  readonly venues: readonly VenueId[];
  /** Start of this process. */
  readonly startedAt: EpochMs;
  readonly #options: RemoteFeedOptions;
  readonly #now: () => number;
  readonly #channels: ReadonlyMap<VenueId, Channel>;
  readonly #updates: Listeners<AssetUpdate>;
  readonly #looking: PeriodicTask;
  readonly #stopListening: () => void;
  #fellBackAt = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteFeedOptions) {
    super(options.clock, options.onFault);
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.venues = options.venues;
    this.startedAt = options.clock();
    this.#updates = new Listeners(options.onFault);
    this.#channels = new Map(options.venues.map((venue) => [venue, createChannel(venue)]));
    this.#looking = new PeriodicTask({
      everyMs: LOOK_EVERY_MS,
      run: () => this.look(),
      onError: options.onFault,
    });
    this.#stopListening = options.frames.onFrame((received) => this.#passOn(received));
  }

  /** Reads the present snapshots and starts to follow them. */
  async start(): Promise<void> {
    await this.look();
    this.#looking.start();
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#looking.stop();
  }

  /** Reads snapshots published since the last call. Never rejects. */
  async look(): Promise<void> {
    try {
      await this.#lookAt(this.#options.source);
    } catch {
      // Ages show that the source could not be read, whatever the reason.
      const now = this.#now();
      if (now - this.#fellBackAt < FALLBACK_EVERY_MS) return;
      this.#fellBackAt = now;
      await this.#lookAt(this.#options.fallback).catch(() => undefined);
    }
  }

  /** Returns the polling status of a venue. @throws {RangeError} for a venue that the installation does not record. */
  health(venue: VenueId): PollerHealth {
    const channel = this.#channels.get(venue);
    if (channel === undefined) throw new RangeError(`venue ${venue} is not recorded here`);
    const { status, fault } = channel;
    const snapshot = this.snapshot(venue);
    const said = status?.health ?? noHealth(venue, this.#options.pollMs(venue));
    const silentMs = this.#silentMs(channel);
    const isSilent = silentMs > SILENT_AFTER_MS;
    return {
      ...said,
      lastFetchedAt: snapshot?.fetchedAt ?? null,
      ageMs: this.ageMs(venue),
      hasSnapshot: snapshot !== null,
      running: said.running && !isSilent,
      lastError: fault ?? (isSilent ? describeSilence(silentMs) : said.lastError),
    };
  }

  /** Passes on published updates, at most one per asset in 250 ms. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    return this.#updates.add(listener);
  }

  /** Returns the feed's statistics of silent streams, now and earlier. */
  silences(): SilenceStats {
    const said = this.#statuses().map(({ health, silences }) => [health.venue, silences] as const);
    return {
      perVenue: new Map(said),
      ended: said.flatMap(([, { ended }]) => ended),
      ongoing: said.flatMap(([, { ongoing }]) => ongoing),
    };
  }

  resolutions(): ResolutionCounts {
    return this.#statuses()[0]?.resolutions ?? { waiting: 0, recorded: 0 };
  }

  /** Returns the status of the feed's stored snapshots, with the present age of the newest one. */
  snapshotStats(): SnapshotStats {
    const said = this.#statuses()[0]?.snapshots;
    if (said === undefined) return { exists: false, sizeBytes: null, lastTs: null, ageMs: null, count24h: 0 };
    const ageMs = said.lastTs === null ? null : Math.max(0, this.#options.clock() - said.lastTs);
    return { ...said, ageMs };
  }

  /** Returns the number of books of an asset that the feed has read for its subscribers. */
  upstreamCalls(asset: string): number {
    const venue = findAssetRef(asset)?.venue;
    const status = venue === undefined ? null : this.#channels.get(venue)?.status;
    return status?.refreshes[asset] ?? 0;
  }

  /** Returns the best prices of the newest book that the feed has read of an asset. */
  bookTouch(asset: string): BookTouch | null {
    const venue = findAssetRef(asset)?.venue;
    const status = venue === undefined ? null : this.#channels.get(venue)?.status;
    return status?.touches?.[asset] ?? null;
  }

  /** Returns the number of calls at the feed's internal port without a valid signature. */
  forgedCalls(): number {
    return this.#statuses()[0]?.forgedCalls ?? 0;
  }

  /** Address of the feed that last reported; null: none has. */
  get lastUrl(): string | null {
    return this.#statuses()[0]?.url ?? null;
  }

  /** Returns the process that reads each venue; absent: none does. */
  leaders(): ReadonlyMap<VenueId, FeedLeader> {
    const leading = [...this.#channels.values()].filter(
      (channel) => this.#silentMs(channel) <= SILENT_AFTER_MS,
    );
    return new Map(
      leading.flatMap(({ venue, status }) =>
        status === null ? [] : [[venue, { url: status.url, since: status.startedAt, fence: status.fence }]],
      ),
    );
  }

  async #lookAt(source: StateSource): Promise<void> {
    for (const [venue, head] of await source.readHeads(this.venues)) {
      const channel = this.#channels.get(venue);
      if (channel !== undefined && head.fence >= channel.fence) await this.#apply(channel, head, source);
    }
  }

  async #apply(channel: Channel, head: StateHead, source: StateSource): Promise<void> {
    channel.fence = head.fence;
    if (head.status !== null) {
      channel.status = head.status;
      channel.statusAt = this.#now() - head.statusAgeMs;
    }
    if (head.fetchedAt === null || head.version === null) return;
    if (head.version !== SNAPSHOT_VERSION)
      return this.#noteFault(channel, new SnapshotVersionError(head.version));
    const snapshot = this.snapshot(channel.venue);
    if (snapshot?.fetchedAt === head.fetchedAt) return;
    const body = await source.readBody(channel.venue);
    if (body === null) return;
    try {
      const poll = await decodeSnapshot(body);
      if (poll.venue !== channel.venue)
        throw new Error(`the key of ${channel.venue} holds a snapshot of ${poll.venue}`);
      if (snapshot?.fetchedAt !== poll.fetchedAt) this.show(buildSnapshot(poll));
      channel.fault = null;
    } catch (error) {
      this.#noteFault(channel, error);
    }
  }

  /** Reports a fault once. The health of the venue shows it while it lasts. */
  #noteFault(channel: Channel, error: unknown): void {
    const { message } = error as Error;
    if (channel.fault !== message) this.#options.onFault(error);
    channel.fault = message;
  }

  #passOn({ frame: { assets, numbers } }: ReceivedFrame): void {
    if (this.#updates.size === 0) return;
    for (const [index, asset] of assets.entries()) {
      const ref = readSource(numbers, index) === 'stream' ? findAssetRef(asset) : null;
      if (ref === null) continue;
      const { price, bid, ask, venueTime, receivedAt } = readPulse(numbers, index, { asset, kind: ref.kind });
      this.#updates.notify({ asset, price, bid, ask, venueTime, receivedAt });
    }
  }

  /** Lists the reports of the venues that have one, newest first. */
  #statuses(): readonly FeedStatus[] {
    const said = [...this.#channels.values()].filter(({ status }) => status !== null);
    return said.sort((a, b) => b.statusAt - a.statusAt).flatMap(({ status }) => status ?? []);
  }

  #silentMs({ statusAt }: Channel): number {
    return this.#now() - statusAt;
  }
}

function describeSilence(silentMs: number): string {
  if (!Number.isFinite(silentMs)) return 'no process reads the venue yet';
  return `the process that reads the venue has said nothing for ${Math.round(silentMs / SECOND_MS)} s`;
}

function createChannel(venue: VenueId): Channel {
  return {
    venue,
    fence: 0,
    status: null,
    statusAt: Number.NEGATIVE_INFINITY,
    fault: null,
  };
}
