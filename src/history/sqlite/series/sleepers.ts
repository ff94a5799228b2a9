import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { LiveSeries } from './live-series.ts';
import type { Series } from './series.ts';

/** Time without a record after which a series has most likely ended. */
const SLEEPS_AFTER_MS = HOUR_MS;

/** A series that has pieces already may be polled rarely: packing it record by record would waste room. */
const SLEEPS_AGAIN_AFTER_MS = DAY_MS;

/** Number of live series above which memory matters more than tidy packs. */
const MAX_LIVE = 50_000;
const CROWDED_AFTER_MS = 5 * MINUTE_MS;

/** How often, in the time of the polls, all live series are looked at. */
const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Series that one commit packs at most. */
const MAX_SERIES = 512;

/**
 * One with pieces counts as so many: its last piece is opened, filled up, and gets a pack of its own. Where memory
 * matters more, the event loop may wait longer.
 */
const COST_WITH_PIECES = 16;
const CROWDED_COST_WITH_PIECES = 2;

/** Finds the series that are not written to any more. Time is that of the polls, not of a clock. */
export class Sleepers {
  readonly #live: LiveSeries;
  #queue: Series[] = [];
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(live: LiveSeries) {
    this.#live = live;
  }

  /** Series whose tails, of this many records together at most, can be packed now, neighbours next to each other. */
  next(now: number, maxRecords: number): Series[] {
    if (maxRecords <= 0) return [];
    if (this.#queue.length === 0) this.#sweep(now);
    const chosen: Series[] = [];
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

  /** Searches again for series to pack, because the chosen ones were not packed. */
  startOver(): void {
    this.#queue = [];
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }

  /** All series, whether they are asleep or not: nothing is to be left in the journal. */
  all(): Series[] {
    return inOrder([...this.#live.all()]);
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const asleep: Series[] = [];
    for (const series of this.#live.all()) if (this.#isAsleep(series, now)) asleep.push(series);
    this.#queue = inOrder(asleep).reverse();
  }

  #isAsleep({ touchedAt, sealed }: Series, now: number): boolean {
    const usual = sealed.records > 0 ? SLEEPS_AGAIN_AFTER_MS : SLEEPS_AFTER_MS;
    const after = this.#live.size > MAX_LIVE ? CROWDED_AFTER_MS : usual;
    // A venue time far ahead must not keep a series awake forever.
    return Math.abs(now - touchedAt) > after;
  }
}

/** Series of the same polls side by side: they share a clock. */
function inOrder(series: Series[]): Series[] {
  return series.sort(
    (a, b) =>
      (a.venue < b.venue ? -1 : a.venue > b.venue ? 1 : 0) || a.touchedAt - b.touchedAt || a.id - b.id,
  );
}
