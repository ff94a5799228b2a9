import { randomBytes } from 'node:crypto';
import type { AssetRef, AssetUpdate, Book, Clock, VenueId } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Feed, VenueSnapshot } from '../feed.ts';
import { findChange, type Pulse, pulseOfBook, pulseOfState } from './pulse.ts';
import type { NumberedPulse, PulseStats, Pulses } from './pulses.ts';

export interface LocalPulsesOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  /** Reads one live book; shared by all who ask for the asset. */
  readonly book: (ref: AssetRef) => Promise<Book>;
  readonly clock: Clock;
  /** How often an asset that no stream carries is refreshed while somebody listens. Default: as its venue's profile says. */
  readonly refreshMs?: (venue: VenueId) => number;
  /** Monotonic ms. Default `performance.now`. */
  readonly now?: () => number;
  /** Gets what a listener threw; the others have their pulse all the same. */
  readonly onFault?: (error: unknown) => void;
}

/** Pulses of one asset are at least this far apart; the newest one wins. */
const MIN_PULSE_MS = 250;
/** Pulses kept for readers that reconnect. */
const RING_SIZE = 256;
/** How long an asset without listeners keeps its ring. */
const RING_KEPT_MS = 300_000;

interface Channel {
  readonly ref: AssetRef;
  /** Each with a function that counts the readers it stands for. */
  readonly listeners: Map<(pulse: NumberedPulse) => void, () => number>;
  readonly ring: NumberedPulse[];
  /** Distinguishes these numbers from those of an earlier channel or process. */
  readonly run: string;
  seq: number;
  lastPulseAt: number;
  pending: Pulse | null;
  pendingTimer: NodeJS.Timeout | null;
  refreshTimer: NodeJS.Timeout | null;
  forgetTimer: NodeJS.Timeout | null;
  refreshing: boolean;
  upstreamCalls: number;
}

/** Pulses of the feed of this process, numbered in rings in memory. */
export class LocalPulses implements Pulses {
  readonly #options: LocalPulsesOptions;
  readonly #now: () => number;
  readonly #channels = new Map<string, Channel>();
  readonly #stopListening: (() => void)[];

  constructor(options: LocalPulsesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
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
    if (channel.refreshTimer === null) {
      this.#sayWhoListens(ref.venue);
      this.#startRefreshing(channel);
    }
    return () => {
      if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
      this.#sayWhoListens(ref.venue);
      if (channel.refreshTimer !== null) clearInterval(channel.refreshTimer);
      channel.refreshTimer = null;
      channel.forgetTimer = setTimeout(() => this.#channels.delete(ref.asset), RING_KEPT_MS).unref();
    };
  }

  newest(asset: string): Pulse | null {
    const channel = this.#channels.get(asset);
    const last = channel?.ring.at(-1)?.pulse;
    const state = this.#options.feed.find(asset);
    const fetchedAt =
      state === null ? null : (this.#options.feed.snapshot(state.ref.venue)?.fetchedAt ?? null);
    if (state === null || fetchedAt === null) return last ?? null;
    if (last !== undefined && last.receivedAt >= fetchedAt) return last;
    const pulse = pulseOfState(state, fetchedAt);
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
    for (const [asset, { listeners, ring, upstreamCalls }] of this.#channels) {
      if (listeners.size === 0) continue;
      const subscribers = [...listeners.values()].reduce((sum, standsFor) => sum + standsFor(), 0);
      totalSubscribers += subscribers;
      const lastPulseMs = ring.at(-1)?.pulse.receivedAt ?? null;
      perAsset[asset] = { subscribers, lastPulseMs, upstreamCalls };
    }
    return { assetsPolling: Object.keys(perAsset).length, totalSubscribers, perAsset };
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    for (const { refreshTimer, pendingTimer, forgetTimer } of this.#channels.values()) {
      for (const timer of [refreshTimer, pendingTimer, forgetTimer]) if (timer !== null) clearTimeout(timer);
    }
    this.#channels.clear();
  }

  /** Pulses enter the ring also after the last listener left, so that one who comes back has missed none. */
  #onUpdate(update: AssetUpdate): void {
    const channel = this.#channels.get(update.asset);
    if (channel === undefined) return;
    const state = this.#options.feed.find(update.asset);
    this.#emit(channel, {
      asset: channel.ref.asset,
      kind: channel.ref.kind,
      price: update.price ?? state?.price ?? null,
      bid: update.bid,
      ask: update.ask,
      change24hPct: state === null ? null : findChange(state),
      venueTime: update.venueTime,
      receivedAt: update.receivedAt,
    });
  }

  #compare(snapshot: VenueSnapshot): void {
    for (const [asset, channel] of this.#channels) {
      if (channel.ref.venue !== snapshot.venue) continue;
      const state = snapshot.byAsset.get(asset);
      if (state === undefined) continue;
      this.#emit(channel, this.#withStreamedTouch(channel, pulseOfState(state, snapshot.fetchedAt)));
    }
  }

  /** Polls of some venues state no touch; that of the stream stands while the stream follows the asset. */
  #withStreamedTouch(channel: Channel, pulse: Pulse): Pulse {
    if (pulse.bid !== null || pulse.ask !== null || channel.listeners.size === 0) return pulse;
    const { venue, asset } = channel.ref;
    if (this.#options.adapters.get(venue)?.stream?.carries(asset) !== true) return pulse;
    const last = channel.pending ?? channel.ring.at(-1)?.pulse;
    return last === undefined ? pulse : { ...pulse, bid: last.bid, ask: last.ask };
  }

  #sayWhoListens(venue: VenueId): void {
    const stream = this.#options.adapters.get(venue)?.stream;
    if (stream?.listen === undefined) return;
    const listened = [...this.#channels.values()].filter(
      ({ ref, listeners }) => ref.venue === venue && listeners.size > 0,
    );
    stream.listen(listened.map(({ ref }) => ref.asset));
  }

  #startRefreshing(channel: Channel): void {
    const { venue } = channel.ref;
    const everyMs = this.#options.refreshMs?.(venue) ?? getProfile(venue).pulseRefreshMs;
    channel.refreshTimer = setInterval(() => this.#refresh(channel), everyMs).unref();
    this.#refresh(channel);
  }

  /** An asset that a stream carries needs no refresh. A failure is silent: ages show it to the reader. */
  async #refresh(channel: Channel): Promise<void> {
    const { ref } = channel;
    if (channel.refreshing || this.#options.adapters.get(ref.venue)?.stream?.carries(ref.asset)) return;
    channel.refreshing = true;
    channel.upstreamCalls++;
    try {
      const book = await this.#options.book(ref);
      if (channel.listeners.size > 0)
        this.#emit(channel, pulseOfBook(ref, book, this.#options.feed.find(ref.asset)));
    } catch {
      // The price of the poll still follows; `receivedAt` shows how old it is.
    } finally {
      channel.refreshing = false;
    }
  }

  #emit(channel: Channel, pulse: Pulse): void {
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
    const numbered = { id: `${channel.run}-${++channel.seq}`, pulse };
    channel.ring.push(numbered);
    if (channel.ring.length > RING_SIZE) channel.ring.shift();
    for (const listener of channel.listeners.keys()) {
      try {
        listener(numbered);
      } catch (error) {
        this.#options.onFault?.(error);
      }
    }
  }

  #getChannel(ref: AssetRef): Channel {
    let channel = this.#channels.get(ref.asset);
    if (channel === undefined) {
      channel = {
        ref,
        listeners: new Map(),
        ring: [],
        run: randomBytes(6).toString('hex'),
        seq: 0,
        lastPulseAt: Number.NEGATIVE_INFINITY,
        pending: null,
        pendingTimer: null,
        refreshTimer: null,
        forgetTimer: null,
        refreshing: false,
        upstreamCalls: 0,
      };
      this.#channels.set(ref.asset, channel);
    }
    return channel;
  }
}
