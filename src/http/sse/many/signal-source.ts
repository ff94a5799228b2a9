import type { Logger } from 'pino';
import type { AssetRef, Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { IDLE_SIGNAL_MS, MIN_SIGNAL_MS, type SignalCause } from '../signal-pace.ts';
import { buildSignal } from '../signal-topic.ts';
import type { LoggedEvent } from './event-log.ts';
import type { LogReader } from './log-reader.ts';
import type { EventSource } from './log-topics.ts';

export interface SignalSourceOptions {
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly m2m: M2m;
  readonly clock: Clock;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Interval of the turns, in ms. Bundles of one turn share their reads of the store. */
const TURN_MS = 250;
/**
 * Maximum number of bundles of a turn, which makes 40 a second for all readers together. A bundle takes about 2 ms,
 * so that they take less than a tenth of a core.
 */
const BUNDLES_A_TURN = 10;

interface Signal {
  readonly ref: AssetRef;
  readonly log: (event: LoggedEvent) => void;
  /** Readers of the asset; null: none now. */
  readers: ReadonlySet<LogReader> | null;
  /** Reason for which the next bundle is due; null: only when it was quiet. */
  cause: SignalCause | null;
  /** Monotonic time when the newest bundle was made, ms. */
  madeAt: number;
  /** Newest frame; null: none was made since the asset has readers. */
  newest: object | null;
  isBeingMade: boolean;
}

/**
 * Source of bundles of all assets. Each bundle is made once for all readers: after a pulse, and when it was quiet, as on a
 * stream of one asset. However many readers and assets there are, the bundles of one turn are limited, so that with many
 * assets each of them comes less often. Readers share the turns: one that follows few assets does not wait behind one that
 * follows many.
 */
export class SignalSource implements EventSource {
  readonly #options: SignalSourceOptions;
  readonly #signals = new Map<string, Signal>();
  #timer: NodeJS.Timeout | null = null;
  #beingMade = 0;

  constructor(options: SignalSourceOptions) {
    this.#options = options;
  }

  hear(ref: AssetRef, log: (event: LoggedEvent) => void): () => void {
    const { now } = this.#options;
    this.#signals.set(ref.asset, {
      ref,
      log,
      readers: null,
      cause: null,
      madeAt: now(),
      newest: null,
      isBeingMade: false,
    });
    return () => this.#signals.delete(ref.asset);
  }

  want(ref: AssetRef, readers: ReadonlySet<LogReader>): () => void {
    const { pulses, now } = this.#options;
    const signal = this.#signals.get(ref.asset);
    if (signal === undefined) throw new RangeError(`signals of ${ref.asset} are not heard`);
    signal.readers = readers;
    signal.cause = 'init';
    signal.madeAt = now() - MIN_SIGNAL_MS;
    const unsubscribe = pulses.subscribe(
      ref,
      () => {
        signal.cause ??= 'pulse';
      },
      () => readers.size,
    );
    this.#timer ??= setInterval(() => this.#turn(), TURN_MS).unref();
    return () => {
      unsubscribe();
      signal.readers = null;
      signal.newest = null;
      if (this.#listWanted().length === 0) this.#stop();
    };
  }

  /** Finds the newest frame of an asset with readers; null: none was made yet. */
  newest(asset: string): object | null {
    return this.#signals.get(asset)?.newest ?? null;
  }

  #listWanted(): WantedSignal[] {
    return [...this.#signals.values()].filter((signal): signal is WantedSignal => signal.readers !== null);
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #turn(): void {
    const now = this.#options.now();
    const due = this.#listWanted().filter((signal) => isDue(signal, now));
    // Those of earlier turns that wait for a venue count too.
    const chosen = chooseShared(due, now).slice(0, Math.max(0, BUNDLES_A_TURN - this.#beingMade));
    if (chosen.length === 0) return;
    this.#options.m2m.bundles.prepare(chosen.map(({ ref }) => ref));
    for (const signal of chosen) void this.#make(signal);
  }

  /** Makes and logs a bundle. If it cannot be made, the next turn in which it is due tries again. */
  async #make(signal: WantedSignal): Promise<void> {
    const { ref, readers } = signal;
    const cause = signal.cause ?? 'idle';
    signal.isBeingMade = true;
    signal.cause = null;
    signal.madeAt = this.#options.now();
    this.#beingMade++;
    try {
      const frame = await buildSignal({ ...this.#options, ref }, cause);
      if (signal.readers !== readers) return;
      signal.newest = frame;
      signal.log({ asset: ref.asset, kind: 'signal', frame });
    } catch (error) {
      this.#options.log.error({ err: error, asset: ref.asset }, 'no bundle for the stream');
    } finally {
      signal.isBeingMade = false;
      this.#beingMade--;
    }
  }
}

type WantedSignal = Signal & { readonly readers: ReadonlySet<LogReader> };

function isDue({ cause, madeAt, isBeingMade }: Signal, now: number): boolean {
  return !isBeingMade && now - madeAt >= (cause === null ? IDLE_SIGNAL_MS : MIN_SIGNAL_MS);
}

/**
 * Orders signals by readers in turn: first one of each reader, then a second of each. An asset counts as one of that reader
 * which has the fewest. Of one reader those that have waited longest come first; among readers those that have waited
 * longest for each of their assets.
 */
function chooseShared(due: readonly WantedSignal[], now: number): WantedSignal[] {
  const claims = due.map((signal) => {
    const owner = findSmallest(signal.readers);
    return { signal, owner, claim: (now - signal.madeAt) / (owner?.assets ?? 1) };
  });
  const counts = new Map<LogReader | null, number>();
  return claims
    .sort((a, b) => b.claim - a.claim)
    .map(({ signal, owner }) => {
      const place = counts.get(owner) ?? 0;
      counts.set(owner, place + 1);
      return { signal, place };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ signal }) => signal);
}

function findSmallest(readers: ReadonlySet<LogReader>): LogReader | null {
  let smallest: LogReader | null = null;
  for (const reader of readers) if (smallest === null || reader.assets < smallest.assets) smallest = reader;
  return smallest;
}
