import {
  type Clock,
  DAY_MS,
  epochMs,
  findAssetRef,
  MINUTE_MS,
  type TradesRead,
  UpstreamError,
  type VenueId,
} from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { SETTLED_WITHIN_MS } from './listed-trades.ts';
import { MAX_SETTLING_MS } from './settled-comparison.ts';

/** Interval between reads, of which one runs at a time: a fifth of the rate that the strictest venue allows. */
const READ_EVERY_MS = 250;
const RETRY_MS = MINUTE_MS;
/** Age from which a print that no list contains is no longer searched. */
const GIVE_UP_MS = DAY_MS;

/** Time without received trades in epoch ms, both ends inclusive. */
interface Hole {
  readonly fromMs: number;
  readonly toMs: number;
  /** Time from which a list is complete and contains all trades of the hole. */
  readonly filledAtMs: number;
}

interface Due {
  fromMs: number;
  dueMs: number;
  holes: readonly Hole[];
}

export interface TradeReadsOptions {
  readonly adapters: readonly VenueAdapter[];
  /** Whether the venue lists trades after they settled. */
  readonly listsSettled: (venue: VenueId) => boolean;
  readonly clock: Clock;
  readonly onRead: (
    asset: string,
    read: TradesRead & { readonly fromMs: number; readonly toMs: number; readonly isOfSettled: boolean },
  ) => void;
  /** Called when the trades of a hole have been read. */
  readonly onFilled: (asset: string, hole: { readonly fromMs: number; readonly toMs: number }) => void;
  readonly onError: (error: unknown, venue: VenueId) => void;
}

/** Reads trades of single markets from their venues, to compare settled trades and to fill holes. */
export class TradeReads {
  readonly #options: TradeReadsOptions;
  readonly #adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly #due = new Map<string, Due>();
  readonly #ended = new AbortController();
  readonly #task: PeriodicTask;

  constructor(options: TradeReadsOptions) {
    this.#options = options;
    const able = options.adapters.filter(({ readTrades }) => readTrades !== undefined);
    this.#adapters = new Map(able.map((adapter) => [adapter.venue, adapter]));
    this.#task = new PeriodicTask({
      everyMs: READ_EVERY_MS,
      run: () => this.#readOne(),
      onError: () => undefined,
    });
  }

  start(): void {
    if (this.#adapters.size > 0) this.#task.start();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#task.stop();
  }

  /** Notes a trade that arrived, or that was not compared yet. @param t Time of the trade. */
  noteTrade(asset: string, venue: VenueId, t: number): void {
    if (!this.#options.listsSettled(venue) || this.#due.has(asset)) return;
    this.#add(asset, { fromMs: t, dueMs: t + SETTLED_WITHIN_MS, holes: [] });
  }

  /** Notes a hole of received trades that has ended. */
  noteHole(asset: string, venue: VenueId, fromMs: number, toMs: number): void {
    if (toMs < fromMs) return;
    const now = this.#options.clock();
    const filledAtMs = this.#options.listsSettled(venue) ? now + SETTLED_WITHIN_MS : now;
    this.#add(asset, { fromMs, dueMs: now, holes: [{ fromMs, toMs, filledAtMs }] });
  }

  /**
   * Notes that trades of a market were dropped although their time counts as received.
   *
   * @param fromMs Time of the first one.
   */
  noteLeft(asset: string, fromMs: number): void {
    this.#add(asset, { fromMs, dueMs: this.#options.clock(), holes: [] });
  }

  /** Notes the result of a comparison. */
  noteCompared(asset: string, oldestMissingMs: number | null, nextMs: number | null): void {
    const now = this.#options.clock();
    // The last print of a market has no later one that could prove that it failed, so it is searched for a limited
    // time.
    if (oldestMissingMs !== null && now - oldestMissingMs < GIVE_UP_MS)
      this.#add(asset, {
        fromMs: oldestMissingMs,
        dueMs: Math.max(oldestMissingMs + MAX_SETTLING_MS, now + SETTLED_WITHIN_MS),
        holes: [],
      });
    if (nextMs !== null) this.#add(asset, { fromMs: nextMs, dueMs: nextMs + SETTLED_WITHIN_MS, holes: [] });
  }

  #add(asset: string, more: Due): void {
    const ref = findAssetRef(asset);
    if (ref === null || !this.#adapters.has(ref.venue)) return;
    const due = this.#due.get(asset);
    if (due === undefined) this.#due.set(asset, more);
    else {
      due.fromMs = Math.min(due.fromMs, more.fromMs);
      due.dueMs = Math.min(due.dueMs, more.dueMs);
      due.holes = [...due.holes, ...more.holes];
    }
  }

  async #readOne(): Promise<void> {
    const now = this.#options.clock();
    const found = this.#due.entries().find(([, { dueMs }]) => dueMs <= now);
    if (found === undefined) return;
    const [asset, due] = found;
    this.#due.delete(asset);
    const ref = findAssetRef(asset);
    const adapter = ref === null ? undefined : this.#adapters.get(ref.venue);
    if (ref === null || adapter?.readTrades === undefined) return;
    const { signal } = this.#ended;
    const window = { fromMs: epochMs(due.fromMs), toMs: now };
    try {
      const read = await adapter.readTrades(ref, window, signal);
      const isOfSettled = this.#options.listsSettled(ref.venue);
      const fromMs = Math.max(due.fromMs, read.wholeFrom ?? now);
      this.#options.onRead(asset, { ...read, fromMs, toMs: now, isOfSettled });
      this.#fill(asset, due.holes, fromMs, now);
    } catch (error) {
      if (signal.aborted) return;
      const isGone = error instanceof UpstreamError && error.failure === 'not_found';
      if (!isGone) this.#add(asset, { ...due, dueMs: now + RETRY_MS });
      this.#options.onError(error, ref.venue);
    }
  }

  /** Notes which holes a list has filled. @param wholeFromMs Time from which the list was complete. */
  #fill(asset: string, holes: readonly Hole[], wholeFromMs: number, now: number): void {
    for (const hole of holes) {
      if (hole.filledAtMs > now) {
        this.#add(asset, { fromMs: hole.fromMs, dueMs: hole.filledAtMs, holes: [hole] });
        continue;
      }
      const fromMs = Math.max(hole.fromMs, wholeFromMs);
      if (fromMs <= hole.toMs) this.#options.onFilled(asset, { fromMs, toMs: hole.toMs });
    }
  }
}
