import {
  type AssetRef,
  DAY_MS,
  HOUR_MS,
  isDue,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
} from '../domain/index.ts';

/** Waits between two queries whether one market has ended; the last one repeats. */
const WAITS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];
const LAST_STEP = WAITS_MS.length - 1;

/** A market whose end is not known. */
export interface AwaitedEnd {
  readonly ref: AssetRef;
  /** Epoch ms of the first time that it was missed. */
  readonly since: number;
  /** Number of requests to the venue. */
  readonly asked: number;
  /** Epoch ms of the next query. */
  readonly nextAt: number;
}

/** Ends that are awaited of one venue. */
interface VenueEnds {
  /** Awaited ends in the order in which they were missed. */
  readonly all: Map<string, AwaitedEnd>;
  /** By the wait before the next query: as all of a step wait equally long, the first one is due first. */
  readonly steps: readonly Map<string, AwaitedEnd>[];
}

/** The markets whose resolution is awaited, in the order of their next request. No call walks all of them. */
export class AwaitedEnds {
  readonly #maxPerVenue: number;
  readonly #venues = new Map<VenueId, VenueEnds>();

  /** @param maxPerVenue Number of ends beyond which the one that has waited longest is let go. */
  constructor(maxPerVenue: number) {
    this.#maxPerVenue = maxPerVenue;
  }

  get size(): number {
    return [...this.#venues.values()].reduce((sum, { all }) => sum + all.size, 0);
  }

  /** @param now Epoch ms. */
  add(ref: AssetRef, now: number): void {
    const ends = this.#getEnds(ref.venue);
    if (ends.all.has(ref.asset)) return;
    if (ends.all.size >= this.#maxPerVenue) {
      const [longest] = ends.all.values();
      if (longest !== undefined) this.delete(longest.ref);
    }
    this.#insert(ends, { ref, since: now, asked: 0, nextAt: now + waitMs(0) });
  }

  /** Asks for a market again, after a wait that is longer each time. Nothing, when it is no longer awaited. */
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

  /** The market of a venue that has waited longest past its time; null: none is due. */
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
