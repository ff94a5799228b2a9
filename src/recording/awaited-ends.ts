import {
  type AssetRef,
  DAY_MS,
  HOUR_MS,
  isDue,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
} from '../domain/index.ts';

/** Waits before each further query about the end of one market, in ms. The last one repeats. */
const WAITS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];
const LAST_STEP = WAITS_MS.length - 1;

/** A market whose resolution is not known. */
export interface AwaitedEnd {
  readonly ref: AssetRef;
  /** Time in epoch ms at which the resolution was first missed. */
  readonly since: number;
  /** Number of requests to the venue. */
  readonly asked: number;
  /** Time in epoch ms of the next request. */
  readonly nextAt: number;
}

/** Markets of one venue whose resolutions are awaited. */
interface VenueEnds {
  /** Awaited markets in the order in which they were first missed. */
  readonly all: Map<string, AwaitedEnd>;
  /**
   * Awaited markets by the length of their present wait. All of one map wait equally long, so the first one is due
   * first.
   */
  readonly steps: readonly Map<string, AwaitedEnd>[];
}

/** Markets whose resolution is awaited, in the order of their next request. No call iterates over all of them. */
export class AwaitedEnds {
  readonly #maxPerVenue: number;
  readonly #venues = new Map<VenueId, VenueEnds>();

  /**
   * Begins without a market.
   *
   * @param maxPerVenue Maximum number of markets per venue. Beyond it, the one that has waited longest is dropped.
   */
  constructor(maxPerVenue: number) {
    this.#maxPerVenue = maxPerVenue;
  }

  get size(): number {
    return [...this.#venues.values()].reduce((sum, { all }) => sum + all.size, 0);
  }

  /** Adds a market. @param now Epoch ms. */
  add(ref: AssetRef, now: number): void {
    const ends = this.#getEnds(ref.venue);
    if (ends.all.has(ref.asset)) return;
    if (ends.all.size >= this.#maxPerVenue) {
      const [longest] = ends.all.values();
      if (longest !== undefined) this.delete(longest.ref);
    }
    this.#insert(ends, { ref, since: now, asked: 0, nextAt: now + waitMs(0) });
  }

  /**
   * Schedules the next request for a market, after a longer wait each time. Does nothing when it is no longer awaited.
   */
  askLater(ref: AssetRef, now: number): void {
    const ends = this.#getEnds(ref.venue);
    const end = ends.all.get(ref.asset);
    if (end === undefined) return;
    const asked = end.asked + 1;
    ends.steps[toStep(end.asked)]?.delete(ref.asset);
    this.#insert(ends, { ...end, asked, nextAt: now + waitMs(asked) });
  }

  delete({ venue, asset }: Pick<AssetRef, 'venue' | 'asset'>): void {
    const ends = this.#getEnds(venue);
    const end = ends.all.get(asset);
    if (end === undefined) return;
    ends.all.delete(asset);
    ends.steps[toStep(end.asked)]?.delete(asset);
  }

  /** Finds the due market of a venue whose request is most overdue; null: none is due. */
  findDue(venue: VenueId, now: number): AwaitedEnd | null {
    let due: AwaitedEnd | null = null;
    for (const step of this.#getEnds(venue).steps) {
      const [first] = step.values();
      if (first === undefined || !isDue(now, first.nextAt, waitMs(first.asked))) continue;
      if (due === null || first.nextAt < due.nextAt) due = first;
    }
    return due;
  }

  #insert(ends: VenueEnds, end: AwaitedEnd): void {
    ends.all.set(end.ref.asset, end);
    ends.steps[toStep(end.asked)]?.set(end.ref.asset, end);
  }

  #getEnds(venue: VenueId): VenueEnds {
    let ends = this.#venues.get(venue);
    if (ends === undefined) {
      ends = { all: new Map(), steps: WAITS_MS.map(() => new Map()) };
      this.#venues.set(venue, ends);
    }
    return ends;
  }
}

const toStep = (asked: number): number => Math.min(asked, LAST_STEP);
const waitMs = (asked: number): number => WAITS_MS[toStep(asked)]!;
