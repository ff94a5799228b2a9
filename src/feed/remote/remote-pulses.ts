import { type AssetRef, findAssetRef, MINUTE_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import { getProfile } from '../../venues/registry.ts';
import type { Feed } from '../feed.ts';
import { keepTouch, MIN_PULSE_MS, type Pulse, toStatePulse } from '../pulses/pulse.ts';
import type { NumberedPulse, PulseConnection, PulseStats, Pulses } from '../pulses/pulses.ts';
import { compareEntries, type FramePosition, findFramePosition, formatEventId } from './event-id.ts';
import type { FrameFollower, ReceivedFrame } from './frame-follower.ts';
import { isStreamedAt } from './pulse-frame.ts';
import { isHeard, type Ring, type RingEntry, toNumbered, toPulse } from './pulse-ring.ts';

/** Reports the assets that have listeners in this process to the feed. */
export interface Wants {
  add(asset: string): void;
  remove(asset: string): void;
}

export interface RemotePulsesOptions {
  readonly feed: Feed;
  readonly frames: FrameFollower;
  readonly wants: Wants;
  /** Returns the number of books that the feed has read for listeners of the asset. */
  readonly upstreamCalls: (asset: string) => number;
  /** Receives the error of a listener. Other listeners still get their pulse. */
  readonly onFault: (error: unknown) => void;
}

/** Time for which pulses can be resumed, which equals that for which the streams of frames are kept. */
const KEPT_MS = 5 * MINUTE_MS;
/** Number of pulses per asset from which a reader can resume. */
const RING_SIZE = 256;
const SWEEP_MS = 30 * SECOND_MS;
/** Longest wait for a frame that a reader has already received from another process. */
const CATCH_UP_MS = SECOND_MS;
/** Time ahead of our clock beyond which an event id cannot come from a running process. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Position and size of a known frame, from which an id in it can be resumed. */
interface Mark extends Omit<FramePosition, 'index'> {
  readonly size: number;
}

/**
 * Pulses that another process publishes in frames. Every process that follows them has the same five minutes under the
 * same ids, so a reader may reconnect to any of them.
 */
export class RemotePulses implements Pulses {
  readonly connection: PulseConnection;
  readonly #options: RemotePulsesOptions;
  readonly #rings = new Map<string, Ring>();
  /** Known frames of each venue, oldest first. */
  readonly #marks = new Map<VenueId, Mark[]>();
  readonly #interruptions: Listeners<boolean>;
  readonly #waiting = new Set<() => void>();
  readonly #stopListening: (() => void)[];
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: RemotePulsesOptions) {
    this.#options = options;
    this.#interruptions = new Listeners(options.onFault);
    const interruptions = this.#interruptions;
    this.connection = {
      get isInterrupted() {
        return options.frames.isInterrupted;
      },
      onInterruption: (listener) => interruptions.add(listener),
    };
    this.#stopListening = [
      options.frames.onFrame((received) => this.#apply(received)),
      options.frames.onInterruption((isInterrupted) => this.#interruptions.notify(isInterrupted)),
    ];
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  subscribe(
    ref: AssetRef,
    listener: (pulse: NumberedPulse) => void,
    standsFor: () => number = () => 1,
  ): () => void {
    const { listeners } = this.#getRing(ref);
    listeners.set(listener, standsFor);
    if (listeners.size === 1) this.#options.wants.add(ref.asset);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) this.#options.wants.remove(ref.asset);
    };
  }

  overhear(ref: AssetRef, listener: (pulse: NumberedPulse) => void): () => void {
    const { overhearing } = this.#getRing(ref);
    overhearing.add(listener);
    return () => overhearing.delete(listener);
  }

  refreshMs(ref: AssetRef): number {
    const entry = this.#rings.get(ref.asset)?.entries.at(-1);
    const isStreamed = entry !== undefined && isStreamedAt(entry.numbers, entry.index);
    return isStreamed ? MIN_PULSE_MS : getProfile(ref.venue).pulseRefreshMs;
  }

  newest(asset: string): Pulse | null {
    const { feed } = this.#options;
    const ring = this.#rings.get(asset);
    const entry = ring?.entries.at(-1);
    const last = ring === undefined || entry === undefined ? undefined : toPulse(ring, entry);
    const state = feed.find(asset);
    const fetchedAt = state === null ? null : (feed.snapshot(state.ref.venue)?.fetchedAt ?? null);
    if (state === null || fetchedAt === null) return last ?? null;
    if (last !== undefined && last.receivedAt >= fetchedAt) return last;
    const pulse = toStatePulse(state, fetchedAt);
    const isStreamed = entry !== undefined && isStreamedAt(entry.numbers, entry.index);
    return isStreamed ? keepTouch(pulse, last) : pulse;
  }

  since(asset: string, lastId: string): readonly NumberedPulse[] | null {
    const position = findFramePosition(lastId);
    const venue = findVenue(asset);
    if (position === null || venue === null || !this.#isKnown(venue, position)) return null;
    const ring = this.#rings.get(asset);
    if (ring === undefined) return [];
    if (ring.dropped !== null && isBehind(ring.dropped, position)) return null;
    const missed = ring.entries.filter((entry) => isBehind(entry, position));
    return missed.map((entry) => toNumbered(ring, entry));
  }

  position(asset: string): string | null {
    const venue = findVenue(asset);
    const mark = venue === null ? undefined : this.#marks.get(venue)?.at(-1);
    return mark === undefined ? null : formatEventId({ ...mark, index: Math.max(0, mark.size - 1) });
  }

  at(asset: string, id: string): Pulse | null {
    const position = findFramePosition(id);
    const ring = this.#rings.get(asset);
    if (position === null || ring === undefined) return null;
    const entry = ring.entries.findLast((candidate) => !isBehind(candidate, position));
    return entry === undefined ? null : toPulse(ring, entry);
  }

  async catchUp(asset: string, lastId: string): Promise<void> {
    const position = findFramePosition(lastId);
    const venue = findVenue(asset);
    if (position === null || venue === null) return;
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      const newest = this.#marks.get(venue)?.at(-1);
      if (newest !== undefined && compareEntries(newest, position) >= 0) return;
      const leftMs = deadline - performance.now();
      const isAbsurd = newest !== undefined && position.ms - newest.ms > MAX_AHEAD_MS;
      if (leftMs <= 0 || isAbsurd) return;
      await this.#nextFrame(leftMs);
    }
  }

  stats(): PulseStats {
    const perAsset: Record<string, PulseStats['perAsset'][string]> = {};
    let totalSubscribers = 0;
    for (const [asset, ring] of this.#rings) {
      if (ring.listeners.size === 0) continue;
      const subscribers = [...ring.listeners.values()].reduce((sum, standsFor) => sum + standsFor(), 0);
      totalSubscribers += subscribers;
      const entry = ring.entries.at(-1);
      const lastPulseMs = entry === undefined ? null : toPulse(ring, entry).receivedAt;
      perAsset[asset] = { subscribers, lastPulseMs, upstreamCalls: this.#options.upstreamCalls(asset) };
    }
    return { assetsPolling: Object.keys(perAsset).length, totalSubscribers, perAsset };
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    clearInterval(this.#sweeping);
    this.#rings.clear();
    this.#marks.clear();
  }

  #apply({ venue, entry, frame, isAfterGap }: ReceivedFrame): void {
    if (isAfterGap) {
      // The gap may have contained pulses of these readers. Their streams end, and a reader that resumes gets a resync.
      this.#forget(venue);
      this.#interruptions.notify(true);
    }
    const marks = this.#getMarks(venue);
    marks.push({ ...entry, size: frame.assets.length });
    while (marks[0] !== undefined && marks[0].ms < entry.ms - KEPT_MS) marks.shift();
    for (const [index, asset] of frame.assets.entries()) {
      const ring = this.#rings.get(asset) ?? this.#makeRing(asset, venue);
      if (ring === null) continue;
      const ringEntry: RingEntry = { ...entry, index, numbers: frame.numbers };
      ring.entries.push(ringEntry);
      if (ring.entries.length > RING_SIZE) ring.dropped = ring.entries.shift() ?? null;
      if (isHeard(ring)) this.#notify(ring, ringEntry);
    }
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    if (isAfterGap) this.#interruptions.notify(this.#options.frames.isInterrupted);
  }

  #notify(ring: Ring, entry: RingEntry): void {
    const numbered = toNumbered(ring, entry);
    for (const listeners of [ring.listeners.keys(), ring.overhearing]) {
      for (const listener of listeners) {
        try {
          listener(numbered);
        } catch (error) {
          this.#options.onFault(error);
        }
      }
    }
  }

  /** Forgets the pulses of a venue, so that no earlier position can be resumed from. */
  #forget(venue: VenueId): void {
    this.#marks.delete(venue);
    for (const ring of this.#rings.values()) if (ring.ref.venue === venue) ring.entries.length = 0;
  }

  /** Whether the position is in a frame that was read and is still kept. */
  #isKnown(venue: VenueId, position: FramePosition): boolean {
    const marks = this.#marks.get(venue) ?? [];
    let low = 0;
    let high = marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareEntries(marks[middle]!, position) < 0) low = middle + 1;
      else high = middle;
    }
    const mark = marks[low];
    if (mark === undefined || compareEntries(mark, position) !== 0) return false;
    return position.index < Math.max(1, mark.size);
  }

  /** Removes old entries of assets without new pulses, which would otherwise keep their frames in memory. */
  #sweep(): void {
    for (const [asset, ring] of this.#rings) {
      const { ref, entries } = ring;
      const oldest = this.#marks.get(ref.venue)?.[0];
      while (entries[0] !== undefined && (oldest === undefined || compareEntries(entries[0], oldest) < 0)) {
        entries.shift();
      }
      if (entries.length === 0 && !isHeard(ring)) this.#rings.delete(asset);
    }
  }

  #nextFrame(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, limitMs);
      this.#waiting.add(end);
    });
  }

  #getMarks(venue: VenueId): Mark[] {
    let marks = this.#marks.get(venue);
    if (marks === undefined) {
      marks = [];
      this.#marks.set(venue, marks);
    }
    return marks;
  }

  /** Creates the ring of an asset; null: it is not an asset of the venue. */
  #makeRing(asset: string, venue: VenueId): Ring | null {
    const ref = findAssetRef(asset);
    return ref === null || ref.venue !== venue ? null : this.#getRing({ ...ref, asset });
  }

  #getRing(ref: AssetRef): Ring {
    let ring = this.#rings.get(ref.asset);
    if (ring === undefined) {
      ring = { ref, entries: [], dropped: null, listeners: new Map(), overhearing: new Set() };
      this.#rings.set(ref.asset, ring);
    }
    return ring;
  }
}

function findVenue(asset: string): VenueId | null {
  return findAssetRef(asset)?.venue ?? null;
}

/** Whether the first position is after the second. */
function isBehind(a: FramePosition, b: FramePosition): boolean {
  return (compareEntries(a, b) || a.index - b.index) > 0;
}
