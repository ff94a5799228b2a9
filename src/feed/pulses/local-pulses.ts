import { randomBytes } from 'node:crypto';
import type { AssetRef, AssetUpdate, Book, Clock, VenueId } from '../../domain/index.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Feed, VenueSnapshot } from '../feed.ts';
import { BookRefresher } from './book-refresher.ts';
import { keepTouch, MIN_PULSE_MS, type Pulse, toBookPulse, toStatePulse, toUpdatePulse } from './pulse.ts';
import type { NumberedPulse, PulseStats, Pulses } from './pulses.ts';
import { countTraded, type TradedCount } from './traded-count.ts';

export interface LocalPulsesOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  /** Reads one live book, shared by all concurrent callers. */
  readonly book: (ref: AssetRef) => Promise<Book>;
  readonly clock: Clock;
  /** Refresh interval in ms of an asset that has listeners and no stream. Default: that of its venue's profile. */
  readonly refreshMs?: (venue: VenueId) => number;
  /** Monotonic clock, in ms. Default `performance.now`. */
  readonly now?: () => number;
  /** Receives the error of a listener or a refresh. Other listeners still get their pulse. */
  readonly onFault?: (error: unknown) => void;
}

/** Number of pulses per asset that are kept for readers that reconnect. */
const RING_SIZE = 256;
/** Time for which an asset without listeners keeps its ring. */
const RING_KEPT_MS = 300_000;

interface Channel extends TradedCount {
  readonly ref: AssetRef;
  /** Listeners, each with a function that counts the readers behind it. */
  readonly listeners: Map<(pulse: NumberedPulse) => void, () => number>;
  /** Listeners for which nothing is refreshed. */
  readonly overhearing: Set<(pulse: NumberedPulse) => void>;
  readonly overhearingChanges: Set<(pulse: Pulse) => void>;
  readonly ring: NumberedPulse[];
  /** Random id that distinguishes the numbers of this channel from those of an earlier channel or process. */
  readonly run: string;
  seq: number;
  lastPulseAt: number;
  pending: Pulse | null;
  pendingTimer: NodeJS.Timeout | null;
  forgetTimer: NodeJS.Timeout | null;
}

/** Pulses of the feed of this process, numbered and kept in rings in memory. */
export class LocalPulses implements Pulses {
  readonly #options: LocalPulsesOptions;
  readonly #now: () => number;
  readonly #channels = new Map<string, Channel>();
  readonly #refresher: BookRefresher;
  readonly #stopListening: (() => void)[];

  constructor(options: LocalPulsesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#refresher = new BookRefresher({
      adapters: options.adapters,
      book: options.book,
      refreshMs: options.refreshMs,
      onFault: (error) => options.onFault?.(error),
      onBook: (ref, book) => this.#onBook(ref, book),
    });
    this.#stopListening = [
      options.feed.onUpdate((update) => this.#onUpdate(update)),
      options.feed.onSnapshot((snapshot) => this.#compare(snapshot)),
    ];
  }

  subscribe(
    ref: AssetRef,
    listener: (pulse: NumberedPulse) => void,
    standsFor: () => number = () => 1,
  ): () => void {
    const channel = this.#getChannel(ref);
    channel.listeners.set(listener, standsFor);
    if (channel.forgetTimer !== null) clearTimeout(channel.forgetTimer);
    channel.forgetTimer = null;
    this.#refresher.want(ref);
    return () => {
      if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
      this.#refresher.release(ref.asset);
      this.#forgetLater(channel);
    };
  }

  overhear(ref: AssetRef, listener: (pulse: NumberedPulse) => void): () => void {
    const channel = this.#getChannel(ref);
    channel.overhearing.add(listener);
    return () => {
      channel.overhearing.delete(listener);
      this.#forgetLater(channel);
    };
  }

  overhearChanges(ref: AssetRef, listener: (pulse: Pulse) => void): () => void {
    const channel = this.#getChannel(ref);
    channel.overhearingChanges.add(listener);
    return () => {
      channel.overhearingChanges.delete(listener);
      this.#forgetLater(channel);
    };
  }

  refreshMs(ref: AssetRef): number {
    return this.#refresher.isStreamed(ref) ? MIN_PULSE_MS : this.#refresher.everyMs(ref.venue);
  }

  newest(asset: string): Pulse | null {
    const channel = this.#channels.get(asset);
    const last = channel?.ring.at(-1)?.pulse;
    const state = this.#options.feed.find(asset);
    const fetchedAt =
      state === null ? null : (this.#options.feed.snapshot(state.ref.venue)?.fetchedAt ?? null);
    if (state === null || fetchedAt === null) return last ?? null;
    if (last !== undefined && last.receivedAt >= fetchedAt) return last;
    const pulse = toStatePulse(state, fetchedAt);
    return channel === undefined ? pulse : this.#withStreamedTouch(channel, pulse);
  }

  since(asset: string, lastId: string): readonly NumberedPulse[] | null {
    const channel = this.#channels.get(asset);
    const [run, number] = lastId.split('-');
    if (channel === undefined || run !== channel.run || !/^\d{1,15}$/.test(number ?? '')) return null;
    const missed = channel.seq - Number(number);
    if (missed < 0 || missed > channel.ring.length) return null;
    return missed === 0 ? [] : channel.ring.slice(-missed);
  }

  position(asset: string): string | null {
    const channel = this.#channels.get(asset);
    return channel === undefined ? null : `${channel.run}-${channel.seq}`;
  }

  at(asset: string, id: string): Pulse | null {
    return this.#channels.get(asset)?.ring.find((numbered) => numbered.id === id)?.pulse ?? null;
  }

  stats(): PulseStats {
    const perAsset: Record<
      string,
      { subscribers: number; lastPulseMs: number | null; upstreamCalls: number }
    > = {};
    let totalSubscribers = 0;
    for (const [asset, { listeners, ring }] of this.#channels) {
      if (listeners.size === 0) continue;
      const subscribers = [...listeners.values()].reduce((sum, standsFor) => sum + standsFor(), 0);
      totalSubscribers += subscribers;
      const lastPulseMs = ring.at(-1)?.pulse.receivedAt ?? null;
      perAsset[asset] = { subscribers, lastPulseMs, upstreamCalls: this.#refresher.countCalls(asset) };
    }
    return { assetsPolling: Object.keys(perAsset).length, totalSubscribers, perAsset };
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    this.#refresher.close();
    for (const { pendingTimer, forgetTimer } of this.#channels.values()) {
      for (const timer of [pendingTimer, forgetTimer]) if (timer !== null) clearTimeout(timer);
    }
    this.#channels.clear();
  }

  /** Adds an update to the ring, even after the last listener left, so that a returning reader has missed none. */
  #onUpdate(update: AssetUpdate): void {
    const channel = this.#channels.get(update.asset);
    if (channel === undefined) return;
    this.#emit(channel, toUpdatePulse(channel.ref, update, this.#options.feed.find(update.asset)));
  }

  #compare(snapshot: VenueSnapshot): void {
    for (const [asset, channel] of this.#channels) {
      if (channel.ref.venue !== snapshot.venue) continue;
      const state = snapshot.byAsset.get(asset);
      if (state === undefined) continue;
      this.#emit(channel, this.#withStreamedTouch(channel, toStatePulse(state, snapshot.fetchedAt)));
    }
  }

  #withStreamedTouch(channel: Channel, pulse: Pulse): Pulse {
    if (channel.listeners.size === 0 || !this.#refresher.isStreamed(channel.ref)) return pulse;
    return keepTouch(pulse, channel.pending ?? channel.ring.at(-1)?.pulse);
  }

  #onBook(ref: AssetRef, book: Book): void {
    const channel = this.#channels.get(ref.asset);
    if (channel !== undefined)
      this.#emit(channel, toBookPulse(ref, book, this.#options.feed.find(ref.asset)));
  }

  #emit(channel: Channel, pulse: Pulse): void {
    this.#notify(channel.overhearingChanges, pulse);
    const waitMs = MIN_PULSE_MS - (this.#now() - channel.lastPulseAt);
    if (channel.pendingTimer === null && waitMs <= 0) {
      this.#send(channel, pulse);
      return;
    }
    channel.pending = pulse;
    channel.pendingTimer ??= setTimeout(() => {
      channel.pendingTimer = null;
      if (channel.pending !== null) this.#send(channel, channel.pending);
    }, waitMs).unref();
  }

  #send(channel: Channel, pulse: Pulse): void {
    channel.pending = null;
    channel.lastPulseAt = this.#now();
    const id = `${channel.run}-${++channel.seq}`;
    const numbered = { id, pulse, volume: countTraded(channel, this.#options.feed.find(channel.ref.asset)) };
    channel.ring.push(numbered);
    if (channel.ring.length > RING_SIZE) channel.ring.shift();
    this.#notify(channel.listeners.keys(), numbered);
    this.#notify(channel.overhearing, numbered);
  }

  #notify<T>(listeners: Iterable<(heard: T) => void>, heard: T): void {
    for (const listener of listeners) {
      try {
        listener(heard);
      } catch (error) {
        this.#options.onFault?.(error);
      }
    }
  }

  /** Forgets the ring of an asset some time after its last listener of any sort has left. */
  #forgetLater(channel: Channel): void {
    if (isHeard(channel) || channel.forgetTimer !== null) return;
    channel.forgetTimer = setTimeout(() => {
      channel.forgetTimer = null;
      if (isHeard(channel) || this.#channels.get(channel.ref.asset) !== channel) return;
      this.#channels.delete(channel.ref.asset);
      this.#refresher.forget(channel.ref.asset);
    }, RING_KEPT_MS).unref();
  }

  #getChannel(ref: AssetRef): Channel {
    let channel = this.#channels.get(ref.asset);
    if (channel === undefined) {
      channel = {
        ref,
        listeners: new Map(),
        overhearing: new Set(),
        overhearingChanges: new Set(),
        ring: [],
        run: randomBytes(6).toString('hex'),
        seq: 0,
        lastPulseAt: Number.NEGATIVE_INFINITY,
        pending: null,
        pendingTimer: null,
        forgetTimer: null,
        counted: this.#options.feed.find(ref.asset),
      };
      this.#channels.set(ref.asset, channel);
    }
    return channel;
  }
}

function isHeard({ listeners, overhearing, overhearingChanges }: Channel): boolean {
  return listeners.size + overhearing.size + overhearingChanges.size > 0;
}
