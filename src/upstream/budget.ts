import { SlowedRate } from './slowed-rate.ts';

/**
 * Priorities of requests when a budget runs short, highest first: polls, then books for requests in progress, candles
 * and statistics for requests in progress, resolutions, and back-fill, for which no request waits.
 */
export const PRIORITIES = ['poll', 'book', 'statistics', 'resolution', 'backfill'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Fraction of the budget that may be used in total before a request of this priority must wait. */
const SHARE: Readonly<Record<Priority, number>> = {
  poll: 1,
  book: 0.9,
  statistics: 0.8,
  resolution: 0.7,
  backfill: 0.6,
};

/**
 * Fraction of the budget left by announced polls that each priority may use. Books are cheap, and one twentieth is only
 * for them. Back-fill, which lasts hours after a first start, leaves two thirds, so that requests with a waiting caller
 * find room immediately and the few requests for resolutions do not wait behind it.
 */
const SHARE_OF_REST: Readonly<Record<Exclude<Priority, 'poll'>, number>> = {
  book: 1,
  statistics: 0.95,
  resolution: 0.5,
  backfill: 0.35,
};

export interface RateBudgetOptions {
  /** Weight allowed per window, at most half of the published limit. */
  readonly limit: number;
  readonly windowMs: number;
  /**
   * Weight per window that polls leave free while other requests wait. Needed where polls would otherwise use all of
   * it, because one poll takes longer than the interval between two. Default: 0, for polls that announce their weight.
   */
  readonly othersWeight?: number;
  /** Minimum time in ms between two calls. Default: 0. */
  readonly spacingMs?: number;
  /** Monotonic clock, in ms. */
  readonly now?: () => number;
}

interface RoomRequest {
  readonly weight: number;
  /** Maximum weight of the window. */
  readonly room: number;
  /** Weight that is already used in the window. */
  readonly spent: number;
  /** Whether the call is the first of the window. */
  readonly isFirst: boolean;
  readonly now: number;
  /** Whether a past call is included in `spent`. */
  readonly counts: (spending: Spending) => boolean;
}

interface Spending {
  readonly at: number;
  readonly weight: number;
  readonly isPoll: boolean;
}

/**
 * Counts the used weight in a sliding window, so that the venue's limit is respected without requests to the venue.
 * Lower priorities stop earlier and thereby leave room for the polls.
 *
 * When polls announce the weight that they need, this weight is reserved, or the weight that they used in the last
 * window if it was higher. All other requests share the rest. An announcement is valid for one window.
 */
export class RateBudget {
  /** Full limit. After rejections for the rate, less is used: see {@link RateBudget.slowDown}. */
  readonly limit: number;
  readonly windowMs: number;
  readonly #spacingMs: number;
  readonly #othersWeight: number;
  readonly #now: () => number;
  #takenAt = Number.NEGATIVE_INFINITY;
  #leftAt = Number.NEGATIVE_INFINITY;
  #spendings: Spending[] = [];
  #spent = 0;
  #spentByPolls = 0;
  #announced = 0;
  #announcedAt = Number.NEGATIVE_INFINITY;
  /** Last time at which a call other than a poll had to wait for room. */
  #awaitedAt = Number.NEGATIVE_INFINITY;
  #blockedUntil = 0;
  readonly #slowed = new SlowedRate();

  constructor(options: RateBudgetOptions) {
    this.limit = options.limit;
    this.windowMs = options.windowMs;
    this.#spacingMs = options.spacingMs ?? 0;
    this.#othersWeight = options.othersWeight ?? 0;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Reserves the weight of the polls in the coming window. */
  announcePolls(weight: number): void {
    this.#announced = weight;
    this.#announcedAt = this.#now();
  }

  /** Takes the weight and returns 0, or takes nothing and returns the wait in ms. */
  tryTake(weight: number, priority: Priority): number {
    const now = this.#now();
    this.#forget(now);
    if (now < this.#blockedUntil) return Math.ceil(this.#blockedUntil - now);

    const waitMs = Math.max(
      this.#waitMs(weight, priority, now),
      Math.ceil(this.#takenAt + this.#spacingMs - now),
      0,
    );
    if (waitMs > 0) {
      if (priority !== 'poll') this.#awaitedAt = now;
      return waitMs;
    }
    this.#takenAt = now;
    this.#add({ at: now, weight, isPoll: priority === 'poll' });
    return 0;
  }

  /**
   * Returns 0 when a call that has its weight may be sent, and otherwise the wait in ms. Without this spacing, calls
   * that were queued behind a slow one would be sent at the same moment.
   */
  tryLeave(): number {
    const now = this.#now();
    const waitMs = Math.ceil(this.#leftAt + this.#spacingMs - now);
    if (waitMs > 0) return waitMs;
    this.#leftAt = now;
    return 0;
  }

  /** Blocks the budget for the time that the venue stated (`Retry-After`, 429). */
  block(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + durationMs);
  }

  /** Reduces the used rate for a while, because the venue rejected a call for its rate. */
  slowDown(): void {
    this.#slowed.slowDown(this.#now());
  }

  /** Returns the fraction of the full rate that is currently used, from 1/8 to 1. */
  rateFrac(): number {
    return this.#slowed.frac(this.#now());
  }

  /** Computes the fraction of the limit that is used, 0 to 1. */
  usedFrac(): number {
    this.#forget(this.#now());
    return Math.min(1, this.#spent / this.limit);
  }

  /**
   * Computes the fraction of the weight not reserved for polls that is used, 0 to 1. Equals {@link usedFrac} when
   * nothing was announced.
   */
  usedBesidePollsFrac(): number {
    const now = this.#now();
    this.#forget(now);
    const reserved = this.#reserved(now);
    if (reserved === null) return this.usedFrac();
    return Math.min(1, (this.#spent - this.#spentByPolls) / Math.max(1, this.limit - reserved));
  }

  #waitMs(weight: number, priority: Priority, now: number): number {
    const reserved = this.#reserved(now);
    const limit = this.limit * this.#slowed.frac(now);
    if (priority === 'poll' || reserved === null) {
      const isFirst = this.#spent === 0;
      const room = limit * SHARE[priority];
      const waitMs = this.#waitForRoom({
        weight,
        room,
        spent: this.#spent,
        isFirst,
        now,
        counts: () => true,
      });
      return priority === 'poll' ? Math.max(waitMs, this.#waitForOthers(weight, limit, now)) : waitMs;
    }
    const rest = Math.max(0, limit - reserved) * SHARE_OF_REST[priority];
    const spent = this.#spent - this.#spentByPolls;
    const fits = this.#spent === 0 || this.#spent + weight <= limit;
    const besidePolls = { spent, isFirst: spent === 0 && fits, counts: ({ isPoll }: Spending) => !isPoll };
    const inAll = { spent: this.#spent, isFirst: this.#spent === 0, counts: () => true };
    return Math.max(
      this.#waitForRoom({ weight, room: rest, now, ...besidePolls }),
      this.#waitForRoom({ weight, room: limit, now, ...inAll }),
    );
  }

  /** Computes how long a poll waits, in ms, so that other requests get their weight of the window. */
  #waitForOthers(weight: number, limit: number, now: number): number {
    const isAwaited = now - this.#awaitedAt <= this.windowMs;
    if (this.#othersWeight === 0 || !isAwaited) return 0;
    const room = (limit * (this.limit - this.#othersWeight)) / this.limit;
    const spent = this.#spentByPolls;
    return this.#waitForRoom({
      weight,
      room,
      spent,
      isFirst: spent === 0,
      now,
      counts: ({ isPoll }) => isPoll,
    });
  }

  /**
   * Computes the wait in ms until a call fits. A call that is heavier than its whole share is still allowed as the
   * first one of the window.
   */
  #waitForRoom({ weight, room, spent, isFirst, now, counts }: RoomRequest): number {
    if (spent + weight <= room || isFirst) return 0;
    let toFree = spent + weight - room;
    let lastAt = now;
    for (const spending of this.#spendings) {
      if (!counts(spending)) continue;
      lastAt = spending.at;
      toFree -= spending.weight;
      if (toFree <= 0) break;
    }
    // A call that is heavier than its share waits for an empty window, which begins when the last call leaves it.
    return Math.max(1, Math.ceil(lastAt + this.windowMs - now));
  }

  /** Computes the weight that is reserved for polls. null: no announcement is valid, so nothing is reserved. */
  #reserved(now: number): number | null {
    if (this.#othersWeight > 0 && this.#spentByPolls > 0)
      return Math.min(this.limit - this.#othersWeight, this.#spentByPolls);
    if (now - this.#announcedAt > this.windowMs) return null;
    return Math.min(this.limit, Math.max(this.#announced, this.#spentByPolls));
  }

  #add(spending: Spending): void {
    this.#spendings.push(spending);
    this.#spent += spending.weight;
    if (spending.isPoll) this.#spentByPolls += spending.weight;
  }

  #forget(now: number): void {
    let expired = 0;
    for (const { at, weight, isPoll } of this.#spendings) {
      if (at > now - this.windowMs) break;
      this.#spent -= weight;
      if (isPoll) this.#spentByPolls -= weight;
      expired++;
    }
    if (expired > 0) this.#spendings = this.#spendings.slice(expired);
    if (this.#spendings.length === 0) {
      this.#spent = 0;
      this.#spentByPolls = 0;
    }
  }
}
