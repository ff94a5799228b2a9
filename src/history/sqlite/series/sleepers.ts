import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { LiveSeries } from './live-series.ts';
import type { SeriesState } from './series.ts';

/** Time without a record after which a series has most likely ended. */
const SLEEPS_AFTER_MS = HOUR_MS;

/** The same for a series with pieces, which may be polled rarely: sealing it record by record would waste space. */
const SLEEPS_AGAIN_AFTER_MS = DAY_MS;

/** Number of live series above which saving memory matters more than well-filled packs. */
const MAX_LIVE = 50_000;
const CROWDED_AFTER_MS = 5 * MINUTE_MS;

/** Interval, in the time of polls, at which all live series are examined. */
const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Maximum cost of one commit, where a series without pieces costs 1. */
const MAX_SERIES = 512;

/**
 * Cost of a series with pieces: its last piece is decoded, filled up, and gets a pack of its own. With too many live
 * series the cost is lower, and the event loop may be blocked for longer.
 */
const COST_WITH_PIECES = 16;
const CROWDED_COST_WITH_PIECES = 2;

/** Finds series that are no longer written to. Time is that of the polls, not of a clock. */
export class Sleepers {
  readonly #live: LiveSeries;
  #queue: SeriesState[] = [];
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(live: LiveSeries) {
    this.#live = live;
  }

  /**
   * Returns sleeping series whose tails, with at most this many records together, can be sealed now; series of the same
   * polls are adjacent.
   */
  next(now: number, maxRecords: number): SeriesState[] {
    if (maxRecords <= 0) return [];
    if (this.#queue.length === 0) this.#sweep(now);
    const chosen: SeriesState[] = [];
    let records = 0;
    let cost = 0;
    const costWithPieces = this.#live.size > MAX_LIVE ? CROWDED_COST_WITH_PIECES : COST_WITH_PIECES;
    while (this.#queue.length > 0 && cost < MAX_SERIES) {
      const series = this.#queue.at(-1)!;
      if (records + series.tail.length > maxRecords && chosen.length > 0) break;
      this.#queue.pop();
      if (!this.#isAsleep(series, now)) continue;
      chosen.push(series);
      records += series.tail.length;
      cost += series.sealed.records > 0 && series.tail.length > 0 ? costWithPieces : 1;
    }
    return chosen;
  }

  /** Starts the search again, because the returned series were not sealed. */
  startOver(): void {
    this.#queue = [];
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns all live series, asleep or not, to seal everything. */
  all(): SeriesState[] {
    return inOrder([...this.#live.all()]);
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const asleep: SeriesState[] = [];
    for (const series of this.#live.all()) if (this.#isAsleep(series, now)) asleep.push(series);
    this.#queue = inOrder(asleep).reverse();
  }

  #isAsleep({ touchedAt, sealed }: SeriesState, now: number): boolean {
    const usual = sealed.records > 0 ? SLEEPS_AGAIN_AFTER_MS : SLEEPS_AFTER_MS;
    const after = this.#live.size > MAX_LIVE ? CROWDED_AFTER_MS : usual;
    // The absolute difference is used, so that a venue time far in the future does not keep a series awake forever.
    return Math.abs(now - touchedAt) > after;
  }
}

/** Orders series so that those of the same polls are adjacent and share a poll clock. */
function inOrder(series: SeriesState[]): SeriesState[] {
  return series.sort(
    (a, b) =>
      (a.venue < b.venue ? -1 : a.venue > b.venue ? 1 : 0) || a.touchedAt - b.touchedAt || a.id - b.id,
  );
}
