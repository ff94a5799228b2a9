import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { AssetRef, Clock } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Pulses } from '../../feed/pulses/pulses.ts';
import type { M2m } from '../../m2m/m2m.ts';
import { formatEventBytes, formatResync } from './frames.ts';
import { MIN_SIGNAL_MS, type SignalCause, SignalPace } from './signal-pace.ts';
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

/** Builds the frame of a bundle, without a request for its past. */
export async function buildSignal(
  { ref, feed, m2m, clock }: Pick<SignalTopicOptions, 'ref' | 'feed' | 'm2m' | 'clock'>,
  cause: SignalCause,
) {
  const state = feed.find(ref.asset);
  const bundle = await m2m.bundles.buildBundle({ ref, state }, { series: false });
  const { venueTime, receivedAt } = m2m.views.build({ ref, state });
  return { ...bundle, cause, venueTime, receivedAt, sentAt: clock() };
}

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
  readonly #pace: SignalPace<Buffer>;
  readonly #run = randomBytes(6).toString('hex');
  readonly #ring: SignalFrame[] = [];
  readonly #late = new Set<SignalMember>();
  #number = 0;
  #unsubscribe: (() => void) | null = null;
  #lateTimer: NodeJS.Timeout | null = null;
  #init: FirstFrame | null = null;
  /** Number of readers whose first frame is being made. */
  #joining = 0;

  constructor(options: SignalTopicOptions) {
    this.#options = options;
    this.#subscribers = new Subscribers(options.hub.slices, (member, frame) => this.#notify(member, frame));
    this.#pace = new SignalPace({
      asset: options.ref.asset,
      make: (cause) => this.#makeFrame(cause, this.#number + 1),
      send: (bytes, at) => this.#publish({ bytes, at }),
      log: options.log,
      now: options.now,
    });
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
        () => this.#pace.notePulse(),
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
      if (this.#subscribers.size === 0) this.#pace.start(member.notifiedAt);
      this.#subscribers.join(member);
      // The reader has missed a frame that was sent while its first one was made, so it is sent later.
      if (this.#number > first.number) this.#waitFor(member, MIN_SIGNAL_MS);
    }
    return () => this.#leave(member);
  }

  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#pace.stop();
    if (this.#lateTimer !== null) clearTimeout(this.#lateTimer);
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

  #publish(frame: SignalFrame): void {
    this.#number++;
    this.#ring.push(frame);
    if (this.#ring.length > RING_SIZE) this.#ring.shift();
    this.#subscribers.publish(frame);
  }

  async #makeFrame(cause: SignalCause, number: number): Promise<Buffer> {
    const id = `${this.#run}-${number}`;
    return formatEventBytes({ id, data: await buildSignal(this.#options, cause) });
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
      else if (newest === undefined || this.#pace.isExpecting) this.#late.delete(member);
      else this.#notify(member, { bytes: newest.bytes, at: now });
    }
    if (shortestWait < Number.POSITIVE_INFINITY) {
      this.#lateTimer ??= setTimeout(() => this.#notifyLate(), shortestWait).unref();
    }
  }
}
