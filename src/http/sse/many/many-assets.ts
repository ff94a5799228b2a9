import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FlowState } from '../../../analytics/index.ts';
import type { AssetRef, Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { LiveTrades } from '../../../feed/live-trades.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { startFlow } from '../flow-frames.ts';
import { formatEvent, formatResync } from '../frames.ts';
import { toPriceFrame } from '../price-frame.ts';
import type { StreamHub } from '../stream-hub.ts';
import type { StreamReader } from '../stream-reader.ts';
import { EventLog, formatManyEvent, type StreamKind } from './event-log.ts';
import { FULL_BYTES, LogReader } from './log-reader.ts';
import { type EventSource, formatTopic, LogTopics, type SourceName } from './log-topics.ts';
import {
  createFlowSource,
  createQuoteSource,
  createRawFlowSource,
  createRawQuoteSource,
  createTradeSource,
} from './pulse-sources.ts';
import { SignalSource } from './signal-source.ts';
import { createGapSource, createResolutionSource } from './stored-sources.ts';

export interface ManyAssetsOptions {
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly hub: StreamHub;
  readonly m2m: M2m;
  readonly history: Pick<HistoryReader, 'listResolutions' | 'listReopened' | 'listGaps'>;
  /** Trades as they arrive; null: this process does not hear them. */
  readonly liveTrades: LiveTrades | null;
  readonly log: Logger;
  readonly clock: Clock;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Assets and topics that one reader subscribes to. */
export interface ManyWish {
  /** Assets without repetitions. */
  readonly refs: readonly AssetRef[];
  /** Requested names that no asset has. */
  readonly unknown: readonly string[];
  readonly kinds: readonly StreamKind[];
  /** Maximum number of events a second of one asset and kind; null: all. */
  readonly maxRate: number | null;
  /** Whether every change is an event that is sent at once. */
  readonly isRaw: boolean;
}

/** Time for which events are joined into one write to a reader. */
const JOIN_MS = 50;

/**
 * Streams of many assets. Every event has a number in one log of the process, from which a reader resumes.
 *
 * A new reader receives a snapshot of each asset, then `ready`, whose id is its position. A resuming reader receives
 * `ready` and the events that it missed, or `resync` and all that a new one receives.
 */
export class ManyAssets {
  readonly #options: ManyAssetsOptions;
  readonly #log: EventLog;
  readonly #topics: LogTopics;
  readonly #signals: SignalSource;
  readonly #readers = new Set<LogReader>();
  readonly #unfollow: (() => void) | null;
  #timer: NodeJS.Timeout | null = null;
  #isTurning = false;

  constructor(options: ManyAssetsOptions) {
    const { pulses, now } = options;
    this.#options = options;
    this.#log = new EventLog({ now });
    this.#signals = new SignalSource(options);
    this.#topics = new LogTopics(this.#log, createSources(options, this.#signals));
    this.#unfollow =
      pulses.connection?.onInterruption((isInterrupted) => {
        // Pulses may be lost from now on, and the hub ends all streams.
        if (isInterrupted) this.#log.restart();
      }) ?? null;
  }

  /** Adds a reader. @returns A function that removes it. */
  async join(wish: ManyWish, reader: StreamReader, lastEventId: string | null): Promise<() => void> {
    const { hub, now, clock, log } = this.#options;
    const sources = wish.kinds.map((kind) => toSource(kind, wish.isRaw));
    const names = wish.refs.flatMap((ref) => sources.map((source) => ({ source, ref })));
    const topics = new Set(names.map(formatTopic));
    const position = lastEventId === null ? null : this.#findPosition(lastEventId, topics);
    const member: LogReader = new LogReader({
      reader,
      hub,
      log: this.#log,
      topics,
      assets: wish.refs.length,
      intervalMs: wish.maxRate === null ? null : 1_000 / wish.maxRate,
      clock,
      isRaw: wish.isRaw,
      onLost: (seq) => {
        this.#beginAnew(wish, reader, member, this.#log.toId(seq)).catch((error: unknown) => {
          log.error({ err: error }, 'stream could not begin anew');
          reader.destroy();
        });
      },
    });
    const leaves = names.map((name) => this.#topics.join(name, member));
    if (wish.unknown.length > 0) this.#write(reader, 'unknown', { assets: wish.unknown });
    this.#readers.add(member);
    this.#timer ??= setInterval(() => this.#turn(), JOIN_MS).unref();
    const leave = () => {
      for (const leaveTopic of leaves) leaveTopic();
      this.#readers.delete(member);
      if (this.#readers.size === 0) this.#stop();
    };
    try {
      if (position === null) await this.#beginAnew(wish, reader, member, lastEventId);
      else {
        this.#write(reader, 'ready', this.#describe(wish));
        member.begin(position, this.#startFlows(wish, this.#findPrices(position, wish)), now());
      }
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  close(): void {
    this.#unfollow?.();
    this.#stop();
    this.#topics.close();
  }

  /** Sends the newest state of each asset, then the position of the reader and all later events. */
  async #beginAnew(
    wish: ManyWish,
    reader: StreamReader,
    member: LogReader,
    lastEventId: string | null,
  ): Promise<void> {
    const { hub, pulses, clock, now } = this.#options;
    const { position } = this.#log;
    const flows = this.#startFlows(wish, null);
    // Only `ready` has an id: a reader that is cut off before it has not received all snapshots, and starts over.
    if (lastEventId !== null) hub.write(reader, formatResync(lastEventId));
    const newest = wish.kinds.includes('quote') ? wish.refs.map(({ asset }) => pulses.newest(asset)) : [];
    const sentAt = clock();
    const snapshots = newest.flatMap((pulse) =>
      pulse === null
        ? []
        : [formatManyEvent(null, 'quote', { ...toPriceFrame(pulse), sentAt }, { snapshot: true })],
    );
    if (snapshots.length > 0) hub.write(reader, snapshots.join(''));
    if (wish.kinds.includes('signal')) await this.#sendSignals(wish, reader);
    this.#write(reader, 'ready', this.#describe(wish), this.#log.toId(position));
    member.begin(position, flows, now());
  }

  /** Sends the signals that were made for other readers. All others follow as events, each in its turn. */
  async #sendSignals({ refs }: ManyWish, reader: StreamReader): Promise<void> {
    for (const { asset } of refs) {
      if (!reader.isOpen || reader.waitingBytes > FULL_BYTES) return;
      const frame = this.#signals.newest(asset);
      if (frame === null) continue;
      this.#options.hub.write(reader, formatManyEvent(null, 'signal', frame, { snapshot: true }));
      // The event loop runs other work between two bundles, so that two hundred of them do not block it.
      await nextTurn();
    }
  }

  #describe({ refs }: ManyWish) {
    const { pulses } = this.#options;
    return {
      assets: refs.map(({ asset }) => asset),
      everyMs: Object.fromEntries(refs.map((ref) => [ref.asset, pulses.refreshMs(ref)])),
    };
  }

  #write(reader: StreamReader, type: 'ready' | 'unknown', members: object, id: string | null = null): void {
    this.#options.hub.write(reader, formatEvent({ id, event: type, data: { type, ...members } }));
  }

  /** Finds the position of a reader that comes back; null: events that it wants may be missing after it. */
  #findPosition(lastEventId: string, topics: ReadonlySet<string>): number | null {
    const seq = this.#log.findPosition(lastEventId);
    if (seq === null) return null;
    for (const topic of topics) if (!this.#topics.covers(topic, seq)) return null;
    return seq;
  }

  /** Finds the prices at a position, from which the order flow of assets goes on. */
  #findPrices(position: number, { kinds, refs }: ManyWish): ReadonlyMap<string, number | null> {
    const prices = new Map<string, number | null>();
    if (!kinds.includes('flow')) return prices;
    const missing = new Set(refs.map(({ asset }) => asset));
    for (const { asset, pulse } of this.#log.upTo(position)) {
      if (pulse === null || !missing.delete(asset)) continue;
      prices.set(asset, pulse.pulse.price);
      if (missing.size === 0) break;
    }
    return prices;
  }

  /**
   * Starts the flow of each requested asset; none when the stream has no flows.
   *
   * @param prices Prices from which the flow goes on; null: it begins with the newest ones.
   */
  #startFlows(
    { kinds, refs }: ManyWish,
    prices: ReadonlyMap<string, number | null> | null,
  ): Map<string, FlowState> {
    if (!kinds.includes('flow')) return new Map();
    const { feed, pulses } = this.#options;
    return new Map(
      refs.map(({ asset }) => {
        const price = prices === null ? pulses.newest(asset)?.price : prices.get(asset);
        return [asset, startFlow(price ?? null, feed.find(asset)?.volumeCounter ?? null)];
      }),
    );
  }

  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    this.#options.hub.slices.run(this.#turnAll());
  }

  *#turnAll(): Generator<void> {
    const now = this.#options.now();
    try {
      for (const reader of this.#readers) {
        reader.turn(now);
        yield;
      }
    } finally {
      this.#isTurning = false;
    }
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function createSources(
  options: ManyAssetsOptions,
  signals: SignalSource,
): Partial<Record<SourceName, EventSource>> {
  const { feed, pulses, history, liveTrades, clock, log } = options;
  const stored = {
    clock,
    onFault: (error: unknown) => log.error({ err: error }, 'events could not be read'),
  };
  const hearChanges = pulses.overhearChanges?.bind(pulses);
  return {
    quote: createQuoteSource(pulses, clock),
    flow: createFlowSource(pulses),
    signal: signals,
    resolution: createResolutionSource(history, stored),
    gap: createGapSource(history, stored),
    ...(liveTrades === null ? {} : { trade: createTradeSource(liveTrades, clock) }),
    ...(hearChanges === undefined
      ? {}
      : {
          rawQuote: createRawQuoteSource(pulses, hearChanges, clock),
          rawFlow: createRawFlowSource(pulses, hearChanges, feed),
        }),
  };
}

function toSource(kind: StreamKind, isRaw: boolean): SourceName {
  if (!isRaw) return kind;
  return kind === 'quote' ? 'rawQuote' : kind === 'flow' ? 'rawFlow' : kind;
}
