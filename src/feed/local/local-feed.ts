import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AssetRef,
  type AssetUpdate,
  type Clock,
  type EpochMs,
  epochMs,
  formatIsoTime,
  HOUR_MS,
  type UpstreamError,
  type VenueId,
  type VenuePoll,
} from '../../domain/index.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import type { ClockStep } from '../../upstream/clock-watch.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Concern } from '../concern.ts';
import type { Feed, PollerHealth, UnstoredPolls } from '../feed.ts';
import { NewestSnapshots } from '../newest-snapshots.ts';
import { buildSnapshot, type PollResult } from '../snapshot.ts';
import { findBeyondLimit } from './beyond-limit.ts';
import { KnownFacts } from './known-facts.ts';
import { ListAge } from './list-age.ts';
import { ListWatch } from './list-watch.ts';
import { Poller } from './poller.ts';
import { PriceGuard } from './price-guard.ts';
import { WireWatch } from './wire-watch.ts';

export interface LiveFeedOptions {
  readonly adapters: readonly VenueAdapter[];
  readonly pollMs: (venue: VenueId) => number;
  readonly clock: Clock;
  readonly random: () => number;
  /**
   * Stores a poll. The feed waits for it before the poll can be read, and before the next one. A poll that could not be
   * stored is shown all the same, because live data do not depend on the disk.
   */
  readonly record: (poll: VenuePoll) => Promise<void>;
  /** Reports that a venue could not be read. */
  readonly onFailure: (venue: VenueId, error: UpstreamError) => void;
  /** Reports our own error while a poll was stored or published: of the store, or of a listener. */
  readonly onFault: (error: unknown, venue: VenueId | null) => void;
}

interface Channel {
  readonly adapter: VenueAdapter;
  readonly poller: Poller;
  readonly facts: KnownFacts;
  readonly lists: ListWatch;
  readonly ages: ListAge;
  readonly prices: PriceGuard;
  readonly wires: WireWatch;
  /** Store keys of markets whose resolution was stored since the last poll. */
  readonly ended: Set<string>;
  refusedValues: number;
  unstored: UnstoredPolls | null;
}

/** The feed of this process, with one poller and one set of streams per venue for any number of readers. */
export class LocalFeed extends NewestSnapshots implements Feed {
  readonly venues: readonly VenueId[];
  readonly startedAt: EpochMs;
  readonly #clock: Clock;
  readonly #channels: ReadonlyMap<VenueId, Channel>;
  readonly #updateListeners: Listeners<AssetUpdate>;
  #clockStep: ClockStep | null = null;

  constructor(options: LiveFeedOptions) {
    const onListenerFault = (error: unknown) => options.onFault(error, null);
    super(options.clock, onListenerFault);
    this.#clock = options.clock;
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

  /** Shows a poll result of an earlier run, with its true age, until the first poll succeeds. */
  restore(snapshot: Omit<PollResult, 'restored'>): void {
    if (!this.#channels.has(snapshot.venue) || this.snapshot(snapshot.venue) !== null) return;
    // When the clock was ahead at the time of a snapshot, its age is not known.
    if (snapshot.fetchedAt > this.#clock()) return;
    this.show(buildSnapshot({ ...snapshot, restored: true }));
  }

  /** Returns the polling status of a venue. @throws {RangeError} for a venue that this process does not record. */
  health(venue: VenueId): PollerHealth {
    const channel = this.#channels.get(venue);
    if (channel === undefined) throw new RangeError(`venue ${venue} is not recorded here`);
    const { adapter, poller, refusedValues, unstored, lists, ages, prices, wires } = channel;
    const wire = adapter.getCounters();
    const now = this.#clock();
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
      concerns: [
        ...lists.list(now),
        ...ages.list(),
        ...prices.list(now),
        ...wires.list(wire),
        ...describeClockStep(this.#clockStep, now),
      ],
      wire: { ...wire, refused: [...wire.refused, ...prices.listRefused()] },
      stream: adapter.stream?.getStatus() ?? null,
    };
  }

  /**
   * Reports for a while that the clock of this machine was set. When it was set back, snapshots keep their age.
   * Otherwise those of a venue that does not answer would look fresh until the clock had caught up.
   */
  noteClockStep(step: ClockStep): void {
    this.#clockStep = step;
    if (step.stepMs > 0) return;
    for (const venue of this.venues) {
      const snapshot = this.snapshot(venue);
      if (snapshot === null || snapshot.fetchedAt <= this.#clock()) continue;
      this.show(buildSnapshot({ ...snapshot, fetchedAt: epochMs(snapshot.fetchedAt + step.stepMs) }));
    }
  }

  /** Notes that a resolution was stored, after which the market no longer counts as listed below our limit. */
  noteEnd({ venue, storeKey }: Pick<AssetRef, 'venue' | 'storeKey'>): void {
    if (this.snapshot(venue)?.beyondLimit.has(storeKey) === true)
      this.#channels.get(venue)?.ended.add(storeKey);
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    return this.#updateListeners.add(listener);
  }

  #createChannel(adapter: VenueAdapter, options: LiveFeedOptions): Channel {
    const { clock } = options;
    const prices = new PriceGuard({ adapter, clock });
    const lists = new ListWatch();
    const ages = new ListAge();
    const wires = new WireWatch();
    const channel: Channel = {
      adapter,
      lists,
      ages,
      prices,
      wires,
      poller: new Poller({
        adapter,
        intervalMs: options.pollMs(adapter.venue),
        random: options.random,
        review: async (poll, signal) => {
          wires.note(adapter.getCounters(), clock());
          const last = this.snapshot(adapter.venue);
          lists.review(poll, last);
          await nextTurn();
          ages.review(poll, last);
          await nextTurn();
          return prices.review(poll, last, signal);
        },
        onPoll: async (poll) => {
          wires.notePrices(poll);
          await channel.facts.mark(poll);
          await this.#recordAndShow(channel, poll, options);
        },
        onFailure: (error) => {
          wires.note(adapter.getCounters(), clock());
          options.onFailure(adapter.venue, error);
        },
        onFault: (error) => options.onFault(error, adapter.venue),
      }),
      facts: new KnownFacts(),
      ended: new Set(),
      refusedValues: 0,
      unstored: null,
    };
    return channel;
  }

  /**
   * Stores a poll, then shows it. Every price that a reader has seen is therefore in the store, unless the store
   * failed.
   */
  async #recordAndShow(
    channel: Channel,
    poll: VenuePoll,
    { record, onFault }: LiveFeedOptions,
  ): Promise<void> {
    const beyondLimit = findBeyondLimit(poll, this.snapshot(poll.venue), channel.ended);
    channel.ended.clear();
    await nextTurn();
    const isBeyondLimit = (storeKey: string) =>
      beyondLimit.has(storeKey) || poll.isBeyondLimit?.(storeKey) === true;
    try {
      await record({ ...poll, isBeyondLimit });
      channel.unstored = null;
    } catch (error) {
      const { count, sinceMs } = channel.unstored ?? { count: 0, sinceMs: poll.receivedAt };
      channel.unstored = { count: count + 1, sinceMs };
      onFault(error, poll.venue);
    }
    await nextTurn();
    const { venue, receivedAt, markets, emptyBooks } = poll;
    const snapshot = buildSnapshot({
      venue,
      fetchedAt: receivedAt,
      markets,
      emptyBooks,
      beyondLimit,
      restored: false,
    });
    channel.refusedValues += snapshot.refused.count;
    await this.showInTurns(snapshot);
  }
}

const STEP_SHOWN_MS = HOUR_MS;

function describeClockStep(step: ClockStep | null, now: EpochMs): Concern[] {
  if (step === null || Math.abs(now - step.afterMs) > STEP_SHOWN_MS) return [];
  const [before, after] = [step.beforeMs, step.afterMs].map((t) => formatIsoTime(t));
  const message = `the clock of this machine was set by ${step.stepMs} ms, from ${before} to ${after}: times of records may be wrong`;
  return [{ code: 'clock_stepped', message, count: 1, sinceMs: step.afterMs, at: null }];
}
