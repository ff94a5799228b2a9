import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { AssetRef, Clock } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Pulses } from '../../feed/pulses/pulses.ts';
import type { M2m } from '../../m2m/m2m.ts';
import { formatEventBytes, formatResync } from './frames.ts';
import type { StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';
import { type Member, Subscribers } from './subscribers.ts';
import type { Topic } from './topics.ts';

export interface SignalTopicOptions {
  readonly ref: AssetRef;
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly m2m: M2m;
  readonly hub: StreamHub;
  readonly clock: Clock;
  readonly log: Logger;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Reason why a frame was sent. */
export type SignalCause = 'init' | 'pulse' | 'idle';

/** Minimum time between two frames of one connection. */
const MIN_SIGNAL_MS = 1_500;
/** Maximum time between two frames, even if nothing changes. */
const IDLE_SIGNAL_MS = 15_000;
/** Number of frames kept for resuming readers: at least a minute and a half. */
const RING_SIZE = 64;
/** Time within which joining readers share their first frame. */
const INIT_SHARED_MS = 250;

interface SignalMember extends Member {
  readonly reader: StreamReader;
  /** Monotonic time of the newest frame that the reader received, ms. */
  notifiedAt: number;
}

interface FirstFrame {
  /** Monotonic time when the making of the frame began, ms. */
  readonly at: number;
  /** Number of the topic's newest frame at that time. */
  readonly number: number;
  readonly bytes: Promise<Buffer>;
}

interface SignalFrame {
  readonly bytes: Buffer;
  /** Monotonic time when the frame was made, ms. */
  readonly at: number;
}

/**
 * Stream of the bundles of one asset. Each bundle is computed and formatted once for all readers.
 *
 * A reader whose newest frame is younger than 1,500 ms skips a frame. It receives the next one, or the skipped one
 * after that time if no newer frame is being made.
 */
export class SignalTopic implements Topic {
  readonly #options: SignalTopicOptions;
  readonly #subscribers: Subscribers<SignalMember, SignalFrame>;
  readonly #run = randomBytes(6).toString('hex');
  readonly #ring: SignalFrame[] = [];
  readonly #late = new Set<SignalMember>();
  #number = 0;
  #unsubscribe: (() => void) | null = null;
  #pulseTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lateTimer: NodeJS.Timeout | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isSending = false;
  #init: FirstFrame | null = null;
  /** Number of readers whose first frame is being made. */
  #joining = 0;

  constructor(options: SignalTopicOptions) {
    this.#options = options;
    this.#subscribers = new Subscribers(options.hub.slices, (member, frame) => this.#notify(member, frame));
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0 && this.#joining === 0;
  }

  /**
   * Adds a reader: sends the missed frames, a first frame and all later ones. @returns A function that removes the
   * reader.
   */
  async join(reader: StreamReader, lastEventId: string | null): Promise<() => void> {
    const { hub, pulses, ref, now } = this.#options;
    const first = this.#firstFrame();
    this.#joining++;
    try {
      this.#unsubscribe ??= pulses.subscribe(
        ref,
        () => this.#onPulse(),
        () => this.#subscribers.size,
      );
      const bytes = await first.bytes;
      const missed = lastEventId === null ? [] : this.#since(lastEventId);
      if (missed === null) hub.write(reader, formatResync(lastEventId ?? ''));
      else for (const frame of missed) hub.write(reader, frame.bytes);
      hub.write(reader, bytes);
    } finally {
      this.#joining--;
      if (this.isEmpty && !reader.isOpen) this.close();
    }
    const member = { reader, joinedAfter: this.#subscribers.position, notifiedAt: now() };
    if (reader.isOpen) {
      if (this.#subscribers.size === 0) {
        this.#sentAt = member.notifiedAt;
        this.#waitForIdle();
      }
      this.#subscribers.join(member);
      // The reader has missed a frame that was sent while its first one was made, so it is sent later.
      if (this.#number > first.number) this.#waitFor(member, MIN_SIGNAL_MS);
    }
    return () => this.#leave(member);
  }

  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    for (const timer of [this.#pulseTimer, this.#idleTimer, this.#lateTimer]) {
      if (timer !== null) clearTimeout(timer);
    }
    this.#pulseTimer = null;
    this.#idleTimer = null;
    this.#lateTimer = null;
    this.#late.clear();
  }

  #leave(member: SignalMember): void {
    this.#subscribers.leave(member);
    this.#late.delete(member);
    if (this.isEmpty) this.close();
  }

  /** Finds the frames after an event id; null: some of them are no longer kept. */
  #since(lastEventId: string): readonly SignalFrame[] | null {
    const [run, number = ''] = lastEventId.split('-');
    if (run !== this.#run || !/^\d{1,15}$/.test(number)) return null;
    const missed = this.#number - Number(number);
    if (missed < 0 || missed > this.#ring.length) return null;
    return missed === 0 ? [] : this.#ring.slice(-missed);
  }

  #firstFrame(): FirstFrame {
    const now = this.#options.now();
    if (this.#init === null || now - this.#init.at > INIT_SHARED_MS) {
      const bytes = this.#makeFrame('init', this.#number);
      this.#init = { at: now, number: this.#number, bytes };
      bytes.catch(() => {
        this.#init = null;
      });
    }
    return this.#init;
  }

  #onPulse(): void {
    if (this.#subscribers.size === 0 || this.#pulseTimer !== null) return;
    const waitMs = MIN_SIGNAL_MS - (this.#options.now() - this.#sentAt);
    this.#pulseTimer = setTimeout(
      () => {
        this.#pulseTimer = null;
        this.#send('pulse');
      },
      // Timers may fire a fraction of a millisecond early.
      Math.max(0, Math.ceil(waitMs) + 1),
    ).unref();
  }

  #waitForIdle(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#send('idle'), IDLE_SIGNAL_MS).unref();
  }

  /**
   * Makes and publishes a frame. If the bundle cannot be made, no frame is sent, and the next pulse or idle timer tries
   * again.
   */
  async #send(cause: SignalCause): Promise<void> {
    if (this.#isSending || this.#subscribers.size === 0) return;
    this.#isSending = true;
    this.#waitForIdle();
    try {
      const bytes = await this.#makeFrame(cause, this.#number + 1);
      const frame = { bytes, at: this.#options.now() };
      this.#number++;
      this.#sentAt = frame.at;
      this.#ring.push(frame);
      if (this.#ring.length > RING_SIZE) this.#ring.shift();
      this.#subscribers.publish(frame);
    } catch (error) {
      this.#options.log.error({ err: error, asset: this.#options.ref.asset }, 'no bundle for the stream');
    } finally {
      this.#isSending = false;
    }
  }

  async #makeFrame(cause: SignalCause, number: number): Promise<Buffer> {
    const { ref, feed, m2m, clock } = this.#options;
    const id = `${this.#run}-${number}`;
    const state = feed.find(ref.asset);
    const bundle = await m2m.bundles.buildBundle({ ref, state }, { series: false });
    const { venueTime, receivedAt } = m2m.views.build({ ref, state });
    return formatEventBytes({ id, data: { ...bundle, cause, venueTime, receivedAt, sentAt: clock() } });
  }

  #notify(member: SignalMember, { bytes, at }: SignalFrame): void {
    const waitMs = MIN_SIGNAL_MS - (at - member.notifiedAt);
    if (waitMs > 0) {
      this.#waitFor(member, waitMs);
      return;
    }
    this.#late.delete(member);
    member.notifiedAt = at;
    this.#options.hub.write(member.reader, bytes);
  }

  #waitFor(member: SignalMember, waitMs: number): void {
    this.#late.add(member);
    this.#lateTimer ??= setTimeout(() => this.#notifyLate(), waitMs).unref();
  }

  /** Sends the newest frame to readers whose waiting time has ended, unless a newer one is being made. */
  #notifyLate(): void {
    this.#lateTimer = null;
    const newest = this.#ring.at(-1);
    const now = this.#options.now();
    let shortestWait = Number.POSITIVE_INFINITY;
    for (const member of this.#late) {
      const waitMs = MIN_SIGNAL_MS - (now - member.notifiedAt);
      if (waitMs > 0) shortestWait = Math.min(shortestWait, waitMs);
      else if (newest === undefined || this.#pulseTimer !== null) this.#late.delete(member);
      else this.#notify(member, { bytes: newest.bytes, at: now });
    }
    if (shortestWait < Number.POSITIVE_INFINITY) {
      this.#lateTimer ??= setTimeout(() => this.#notifyLate(), shortestWait).unref();
    }
  }
}
