import { randomBytes } from 'node:crypto';
import {
  type AssetRef,
  type AssetUpdate,
  type Book,
  findAssetRef,
  SECOND_MS,
  type VenueId,
} from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Feed, VenueSnapshot } from '../feed.ts';
import { BookRefresher } from '../pulses/book-refresher.ts';
import {
  keepTouch,
  MIN_PULSE_MS,
  type Pulse,
  toBookPulse,
  toStatePulse,
  toUpdatePulse,
} from '../pulses/pulse.ts';
import { countTraded, type TradedCount } from '../pulses/traded-count.ts';
import { encodeFrame, MAX_FRAME_PULSES, type PublishedPulse, type PulseSource } from './pulse-frame.ts';

/** Destination of frames, which also knows the assets that have listeners. */
export interface FrameSink {
  /** Whether the stream can be written to at present. */
  readonly isUp: boolean;
  /**
   * Appends each frame to the stream of its venue.
   *
   * @throws {Error} when the sink cannot be written to.
   */
  append(frames: readonly { readonly venue: VenueId; readonly bytes: Buffer }[]): Promise<void>;
  /** Reads the assets that have listeners in any process. */
  readWants(): Promise<readonly string[]>;
}

export interface PulsePublisherOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  /** Reads one live book, shared by all concurrent callers. */
  readonly book: (ref: AssetRef) => Promise<Book>;
  readonly sink: FrameSink;
  /**
   * Returns the fence of the lease under which this process reads the venues; null: it has none yet, and publishes
   * nothing.
   */
  readonly fence: () => number | null;
  readonly onFault: (error: unknown) => void;
  /** Refresh interval in ms of an asset that has listeners and no stream. Default: that of its venue's profile. */
  readonly refreshMs?: (venue: VenueId) => number;
  /** Monotonic clock, in ms. Default `performance.now`. */
  readonly now?: () => number;
}

const FRAME_MS = 50;
const WANTS_EVERY_MS = SECOND_MS / 2;
/** Number of pulses per second above which only assets with listeners are published. */
const MAX_PULSES_PER_SECOND = 100_000;

/** State of one asset. */
interface Source extends TradedCount {
  readonly ref: AssetRef;
  publishedAt: number;
  last: Pulse | null;
  /** Newest pulse that has not been published yet. */
  pending: { readonly pulse: Pulse; readonly source: PulseSource } | null;
}

/**
 * Publishes price changes of every asset to other processes, at most one pulse per asset in 250 ms. Pulses are sent in
 * frames every 50 ms, so that the cost depends on the number of frames.
 *
 * Frames of a venue are numbered. Frames that could not be written are lost, which readers detect by the numbers.
 */
export class PulsePublisher {
  readonly #options: PulsePublisherOptions;
  readonly #now: () => number;
  readonly #run = randomBytes(6).toString('hex');
  readonly #sources = new Map<string, Source>();
  /** Assets with a pulse to publish, by venue, in the order of their changes. */
  readonly #pending = new Map<VenueId, Set<Source>>();
  readonly #seqs = new Map<VenueId, number>();
  readonly #refresher: BookRefresher;
  readonly #wantsTask: PeriodicTask;
  #wanted: ReadonlySet<string> = new Set();
  #stopListening: readonly (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #appending: Promise<void> | null = null;
  #second = 0;
  #publishedInSecond = 0;

  constructor(options: PulsePublisherOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#refresher = new BookRefresher({
      adapters: options.adapters,
      book: options.book,
      refreshMs: options.refreshMs,
      onFault: options.onFault,
      onBook: (ref, book) => this.#put(ref, 'book', toBookPulse(ref, book, options.feed.find(ref.asset))),
    });
    this.#wantsTask = new PeriodicTask({
      everyMs: WANTS_EVERY_MS,
      firstAfterMs: 0,
      run: () => this.readWants(),
      // A failed read keeps the last known set of wanted assets.
      onError: () => undefined,
    });
  }

  start(): void {
    const { feed } = this.#options;
    this.#stopListening = [
      feed.onUpdate((update) => this.#onUpdate(update)),
      feed.onSnapshot((snapshot) => this.#compare(snapshot)),
    ];
    this.#timer = setInterval(() => void this.flush(), FRAME_MS).unref();
    this.#wantsTask.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#wantsTask.stop();
    this.#refresher.close();
    await this.#appending;
  }

  /** Returns the number of books read for assets with subscribers, since they have them. */
  refreshes(venue: VenueId): Readonly<Record<string, number>> {
    const calls: Record<string, number> = {};
    for (const asset of this.#wanted) {
      if (this.#sources.get(asset)?.ref.venue === venue) calls[asset] = this.#refresher.countCalls(asset);
    }
    return calls;
  }

  /** Reads which assets have listeners. Called twice a second. */
  async readWants(): Promise<void> {
    const wanted = new Set(await this.#options.sink.readWants());
    for (const asset of this.#wanted) {
      if (wanted.has(asset)) continue;
      this.#refresher.release(asset);
      this.#refresher.forget(asset);
    }
    this.#wanted = wanted;
    for (const asset of wanted) {
      const ref = this.#sources.get(asset)?.ref ?? findAssetRef(asset);
      if (ref !== null && this.#options.adapters.has(ref.venue)) this.#refresher.want(ref);
    }
  }

  /**
   * Publishes due pulses as one frame per venue. Called every 50 ms. The next call waits until the frames are written.
   */
  flush(): Promise<void> {
    this.#appending ??= this.#append().finally(() => {
      this.#appending = null;
    });
    return this.#appending;
  }

  async #append(): Promise<void> {
    const { sink } = this.#options;
    const fence = this.#options.fence();
    const frames: { venue: VenueId; bytes: Buffer }[] = [];
    for (const [venue, pending] of this.#pending) {
      const pulses = this.#takeDue(pending);
      if (pulses.length === 0) continue;
      const seq = this.#seqs.get(venue) ?? 0;
      this.#seqs.set(venue, seq + 1);
      // The number of the frame is used up all the same, so that readers notice the missing frame.
      if (!sink.isUp || fence === null) continue;
      frames.push({
        venue,
        bytes: encodeFrame({ fence, run: this.#run, seq }, pulses),
      });
    }
    if (frames.length === 0) return;
    try {
      await sink.append(frames);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Takes the pulses of assets that were last published long enough ago, at most {@link MAX_FRAME_PULSES}. */
  #takeDue(pending: Set<Source>): PublishedPulse[] {
    const now = this.#now();
    const isBusy = this.#isBusy(now);
    const pulses: PublishedPulse[] = [];
    for (const source of pending) {
      if (pulses.length === MAX_FRAME_PULSES) break;
      if (source.pending === null || now - source.publishedAt < MIN_PULSE_MS) continue;
      pending.delete(source);
      if (!isBusy || this.#wanted.has(source.ref.asset))
        pulses.push(this.#publish(source, source.pending, now));
      source.pending = null;
    }
    this.#publishedInSecond += pulses.length;
    return pulses;
  }

  #publish(
    source: Source,
    { pulse, source: from }: NonNullable<Source['pending']>,
    now: number,
  ): PublishedPulse {
    source.publishedAt = now;
    source.last = pulse;
    return {
      pulse,
      volume: countTraded(source, this.#options.feed.find(source.ref.asset)),
      source: from,
      isStreamed: this.#refresher.isStreamed(source.ref),
    };
  }

  #isBusy(now: number): boolean {
    const second = Math.floor(now / SECOND_MS);
    if (second !== this.#second) {
      this.#second = second;
      this.#publishedInSecond = 0;
    }
    return this.#publishedInSecond >= MAX_PULSES_PER_SECOND;
  }

  #onUpdate(update: AssetUpdate): void {
    const state = this.#options.feed.find(update.asset);
    const ref = this.#sources.get(update.asset)?.ref ?? state?.ref;
    if (ref !== undefined) this.#put(ref, 'stream', toUpdatePulse(ref, update, state));
  }

  #compare(snapshot: VenueSnapshot): void {
    for (const state of snapshot.markets) {
      const source = this.#getSource(state.ref);
      const pulse = toStatePulse(state, snapshot.fetchedAt);
      const before = source.pending?.pulse ?? source.last ?? undefined;
      this.#put(state.ref, 'poll', this.#refresher.isStreamed(state.ref) ? keepTouch(pulse, before) : pulse);
    }
    // Markets that are no longer listed are forgotten, because they publish no more pulses.
    for (const [asset, { ref }] of this.#sources) {
      if (ref.venue === snapshot.venue && !snapshot.byAsset.has(asset)) this.#sources.delete(asset);
    }
  }

  #put(ref: AssetRef, source: PulseSource, pulse: Pulse): void {
    const known = this.#getSource(ref);
    known.pending = { pulse, source };
    let pending = this.#pending.get(ref.venue);
    if (pending === undefined) {
      pending = new Set();
      this.#pending.set(ref.venue, pending);
    }
    pending.add(known);
  }

  #getSource(ref: AssetRef): Source {
    let source = this.#sources.get(ref.asset);
    if (source === undefined) {
      const counted = this.#options.feed.find(ref.asset);
      source = { ref, publishedAt: Number.NEGATIVE_INFINITY, last: null, pending: null, counted };
      this.#sources.set(ref.asset, source);
    }
    return source;
  }
}
