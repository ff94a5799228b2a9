import type { AssetUpdate, Clock, EpochMs, UpstreamError, VenueId, VenuePoll } from '../../domain/index.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Feed, PollerHealth, UnstoredPolls } from '../feed.ts';
import { NewestSnapshots } from '../newest-snapshots.ts';
import { buildSnapshot, type PollResult } from '../snapshot.ts';
import { KnownFacts } from './known-facts.ts';
import { Poller } from './poller.ts';

export interface LiveFeedOptions {
  readonly adapters: readonly VenueAdapter[];
  readonly pollMs: (venue: VenueId) => number;
  readonly clock: Clock;
  readonly random: () => number;
  /**
   * Stores a poll. Awaited before the poll can be read, and before the next one. A poll that could not be stored is
   * served all the same: live data outlives a full disk.
   */
  readonly record: (poll: VenuePoll) => Promise<void>;
  /** A venue could not be read. */
  readonly onFailure: (venue: VenueId, error: UpstreamError) => void;
  /** Our own error while a poll was stored or published: of the store, or of a listener. */
  readonly onFault: (error: unknown, venue: VenueId | null) => void;
}

interface Channel {
  readonly adapter: VenueAdapter;
  readonly poller: Poller;
  readonly facts: KnownFacts;
  refusedValues: number;
  unstored: UnstoredPolls | null;
}

/** The feed of this process: one poller and one set of streams per venue, however many readers. */
export class LocalFeed extends NewestSnapshots implements Feed {
  readonly venues: readonly VenueId[];
  readonly startedAt: EpochMs;
  readonly #channels: ReadonlyMap<VenueId, Channel>;
  readonly #updateListeners: Listeners<AssetUpdate>;

  constructor(options: LiveFeedOptions) {
    const onListenerFault = (error: unknown) => options.onFault(error, null);
    super(options.clock, onListenerFault);
    this.startedAt = options.clock();
    this.#updateListeners = new Listeners(onListenerFault);
    this.venues = options.adapters.map(({ venue }) => venue);
    this.#channels = new Map(
      options.adapters.map((adapter) => [adapter.venue, this.#createChannel(adapter, options)] as const),
    );
  }

  start(): void {
    for (const { adapter, poller } of this.#channels.values()) {
      adapter.stream?.onUpdate((update) => this.#updateListeners.notify(update));
      adapter.stream?.start();
      poller.start();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#channels.values()].map(async ({ adapter, poller }) => {
        await poller.stop();
        await adapter.stream?.stop();
        await adapter.close();
      }),
    );
  }

  /** Shows a poll result of an earlier run, with its true age, until the first poll answers. */
  restore(snapshot: Omit<PollResult, 'restored'>): void {
    if (!this.#channels.has(snapshot.venue) || this.snapshot(snapshot.venue) !== null) return;
    this.show(buildSnapshot({ ...snapshot, restored: true }));
  }

  /** @throws {RangeError} for a venue that this process does not record. */
  health(venue: VenueId): PollerHealth {
    const channel = this.#channels.get(venue);
    if (channel === undefined) throw new RangeError(`venue ${venue} is not recorded here`);
    const { adapter, poller, refusedValues, unstored } = channel;
    const snapshot = this.snapshot(venue);
    return {
      venue,
      lastFetchedAt: snapshot?.fetchedAt ?? null,
      ageMs: this.ageMs(venue),
      okCount: poller.okCount,
      failCount: poller.failCount,
      lastError: poller.lastError,
      pollIntervalMs: poller.intervalMs,
      effectiveIntervalMs: poller.effectiveIntervalMs,
      hasSnapshot: snapshot !== null,
      running: poller.running,
      refusedValues,
      unstored,
      wire: adapter.getCounters(),
      stream: adapter.stream?.getStatus() ?? null,
    };
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    return this.#updateListeners.add(listener);
  }

  #createChannel(adapter: VenueAdapter, options: LiveFeedOptions): Channel {
    const channel: Channel = {
      adapter,
      poller: new Poller({
        adapter,
        intervalMs: options.pollMs(adapter.venue),
        random: options.random,
        onPoll: (poll) => {
          channel.facts.mark(poll);
          return this.#recordAndShow(channel, poll, options);
        },
        onFailure: (error) => options.onFailure(adapter.venue, error),
        onFault: (error) => options.onFault(error, adapter.venue),
      }),
      facts: new KnownFacts(),
      refusedValues: 0,
      unstored: null,
    };
    return channel;
  }

  /** Recorded, then shown: everything a reader has seen is in the store, unless the store could not write. */
  async #recordAndShow(
    channel: Channel,
    poll: VenuePoll,
    { record, onFault }: LiveFeedOptions,
  ): Promise<void> {
    try {
      await record(poll);
      channel.unstored = null;
    } catch (error) {
      const { count, sinceMs } = channel.unstored ?? { count: 0, sinceMs: poll.receivedAt };
      channel.unstored = { count: count + 1, sinceMs };
      onFault(error, poll.venue);
    }
    const { venue, receivedAt, markets, emptyBooks } = poll;
    const snapshot = buildSnapshot({ venue, fetchedAt: receivedAt, markets, emptyBooks, restored: false });
    channel.refusedValues += snapshot.refused.count;
    this.show(snapshot);
  }
}
