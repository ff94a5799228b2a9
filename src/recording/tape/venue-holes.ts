import {
  type Clock,
  DAY_MS,
  epochMs,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
  type VenueTrade,
} from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';

/** Interval between two reads, each of one part of one hole. The venue's budget limits how fast its pages arrive. */
const READ_EVERY_MS = SECOND_MS;
const RETRY_MS = MINUTE_MS;
/** Age in ms above which a part of a hole is given up, so that a venue which fails for days is not retried forever. */
const MAX_AGE_MS = DAY_MS;

/** A span of time in epoch ms, both ends inclusive. */
export interface HoleSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Hole extends HoleSpan {
  readonly venue: VenueId;
  readonly dueMs: number;
}

export interface VenueHolesOptions {
  readonly adapters: readonly VenueAdapter[];
  readonly clock: Clock;
  /** Receives all trades of a part of a hole. @throws when they cannot be accepted now. They are then read again. */
  readonly onRead: (venue: VenueId, part: HoleSpan, trades: readonly VenueTrade[]) => void;
  readonly onError: (error: unknown, venue: VenueId) => void;
}

/**
 * Fills times in which the polls of a whole venue received nothing, from its list of trades. The newest part comes
 * first, with the length that the pages of one read reach.
 */
export class VenueHoles {
  readonly #options: VenueHolesOptions;
  readonly #ended = new AbortController();
  readonly #task: PeriodicTask;
  #holes: Hole[] = [];

  constructor(options: VenueHolesOptions) {
    this.#options = options;
    this.#task = new PeriodicTask({
      everyMs: READ_EVERY_MS,
      run: () => this.#readOne(),
      onError: () => undefined,
    });
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#task.stop();
  }

  noteHole(venue: VenueId, fromMs: number, toMs: number): void {
    const now = this.#options.clock();
    const first = Math.max(fromMs, now - MAX_AGE_MS);
    const canRead = this.#options.adapters.some(
      (one) => one.venue === venue && one.readVenueTrades !== undefined,
    );
    if (canRead && first <= toMs) this.#holes.push({ venue, fromMs: first, toMs, dueMs: now });
  }

  async #readOne(): Promise<void> {
    const { adapters, clock, onRead, onError } = this.#options;
    const now = clock();
    this.#holes = this.#holes.filter(({ toMs }) => toMs >= now - MAX_AGE_MS);
    const hole = this.#holes.find(({ dueMs }) => dueMs <= now);
    if (hole === undefined) return;
    this.#holes = this.#holes.filter((one) => one !== hole);
    const { venue, toMs } = hole;
    const fromMs = Math.max(hole.fromMs, now - MAX_AGE_MS);
    const window = { fromMs: epochMs(fromMs), toMs: epochMs(toMs) };
    const { signal } = this.#ended;
    try {
      const read = await adapters.find((one) => one.venue === venue)?.readVenueTrades?.(window, signal);
      if (read == null || read.wholeFrom === null) return;
      const wholeFromMs = Math.max(read.wholeFrom, fromMs);
      // One moment has more trades than the pages contain, so earlier trades cannot be reached.
      if (wholeFromMs > toMs) return;
      const isWhole = ({ venueTime }: VenueTrade) => venueTime !== null && venueTime >= wholeFromMs;
      onRead(venue, { fromMs: wholeFromMs, toMs }, read.trades.filter(isWhole));
      if (wholeFromMs > fromMs) this.#holes.push({ ...hole, toMs: wholeFromMs - 1 });
    } catch (error) {
      if (signal.aborted) return;
      this.#holes.push({ ...hole, dueMs: now + RETRY_MS });
      onError(error, venue);
    }
  }
}
