import { type Clock, SECOND_MS, type VenueId, type VenueTrade } from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { decidePolledTime } from './heard-poll.ts';
import type { HeardChange } from './messages.ts';

const POLL_EVERY_MS = 10 * SECOND_MS;

export interface TradePollsOptions {
  readonly adapters: readonly VenueAdapter[];
  readonly clock: Clock;
  /**
   * Whether the markets of the venue are known. Before that its trades are not requested, because trades of unlisted
   * markets would be dropped although their time counts as received.
   */
  readonly areMarketsKnown: (venue: VenueId) => boolean;
  readonly onTrade: (trade: VenueTrade) => void;
  readonly onHeard: (change: HeardChange) => void;
  /** Called when trades of a venue are received again after a hole. Times are epoch ms, both ends inclusive. */
  readonly onHole: (venue: VenueId, fromMs: number, toMs: number) => void;
  /** Called after each poll. */
  readonly onPolled: (venue: VenueId) => void;
  /** Called when a poll left pages unread. */
  readonly onCut: (venue: VenueId) => void;
  readonly onError: (error: unknown, venue: VenueId) => void;
}

/** Polls the newest trades of venues that list the trades of all their markets. */
export class TradePolls {
  readonly #options: TradePollsOptions;
  readonly #tasks: readonly PeriodicTask[];
  readonly #ended = new AbortController();
  /** Time in epoch ms up to which trades of a venue are known. */
  readonly #knownTo = new Map<VenueId, number>();
  /** Time up to which trades of a venue were known before, when they are not known at present. */
  readonly #endedAt = new Map<VenueId, number>();
  /** Start of the time that the polls of this run know. */
  readonly #beganAt = new Map<VenueId, number>();

  constructor(options: TradePollsOptions) {
    this.#options = options;
    this.#tasks = options.adapters
      .filter(({ pollTrades }) => pollTrades !== undefined)
      .map(
        (adapter) =>
          new PeriodicTask({
            everyMs: POLL_EVERY_MS,
            firstAfterMs: SECOND_MS,
            run: () => this.#poll(adapter),
            onError: (error) => {
              if (!this.#ended.signal.aborted) options.onError(error, adapter.venue);
            },
          }),
      );
  }

  start(): void {
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#tasks.map((task) => task.stop()));
  }

  /** Whether the trades of the venue are polled. */
  polls(venue: VenueId): boolean {
    return this.#options.adapters.some(
      (adapter) => adapter.venue === venue && adapter.pollTrades !== undefined,
    );
  }

  /** Finds the time in epoch ms up to which trades of the venue are known; null before the first poll. */
  findKnownTo(venue: VenueId): number | null {
    return this.#knownTo.get(venue) ?? null;
  }

  /** Notes the time up to which an earlier run knew the trades of the venue. */
  continueFrom(venue: VenueId, toMs: number): void {
    const beganMs = this.#beganAt.get(venue);
    if (beganMs === undefined) this.#endedAt.set(venue, toMs);
    else this.#options.onHole(venue, toMs + 1, beganMs - 1);
  }

  /** Ends the known time of every venue without a report. The next poll starts a new one. @param toMs Latest end. */
  forget(toMs: number): void {
    for (const [venue, knownTo] of this.#knownTo) this.#endedAt.set(venue, Math.min(knownTo, toMs));
    this.#knownTo.clear();
  }

  /** Ends the known time of every venue and reports it. @param toMs Latest end, in epoch ms. */
  end(reason: 'disk', toMs: number): void {
    for (const [venue, knownTo] of this.#knownTo)
      this.#options.onHeard({
        kind: 'end',
        key: { venue, market: null },
        toMs: Math.min(knownTo, toMs),
        reason,
      });
    this.forget(toMs);
  }

  async #poll(adapter: VenueAdapter): Promise<void> {
    const { venue } = adapter;
    if (!this.#options.areMarketsKnown(venue)) return;
    const poll = await adapter.pollTrades?.(this.#ended.signal);
    if (poll === undefined) return;
    const { onTrade, onHeard, onHole, onCut, onPolled } = this.#options;
    for (const trade of poll.trades) onTrade(trade);
    onPolled(venue);
    if (poll.isCut) onCut(venue);
    const known = this.#knownTo.get(venue) ?? null;
    const time = decidePolledTime(known, poll);
    if (time === null) return;
    const key = { venue, market: null };
    this.#knownTo.set(venue, time.toMs);
    if (time.kind === 'extend') onHeard({ kind: 'extend', key, toMs: time.toMs });
    else {
      if (time.kind === 'hole' && known !== null)
        onHeard({ kind: 'end', key, toMs: known, reason: time.reason });
      onHeard({ kind: 'begin', key, fromMs: time.fromMs, polledToMs: time.toMs });
      const endedMs = known ?? this.#endedAt.get(venue);
      this.#endedAt.delete(venue);
      if (!this.#beganAt.has(venue)) this.#beganAt.set(venue, time.fromMs);
      if (endedMs !== undefined && endedMs + 1 < time.fromMs) onHole(venue, endedMs + 1, time.fromMs - 1);
    }
  }
}
