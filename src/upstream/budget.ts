import { SlowedRate } from './slowed-rate.ts';

/**
 * In this order callers give way to each other when a budget runs short: polls, books for requests in progress,
 * candles and statistics for requests in progress, resolutions, and back-fill, which no request waits for.
 */
export const PRIORITIES = ['poll', 'book', 'statistics', 'resolution', 'backfill'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The share of the budget that each priority may fill before it must wait. */
const SHARE: Readonly<Record<Priority, number>> = {
  poll: 1,
  book: 0.9,
  statistics: 0.8,
  resolution: 0.7,
  backfill: 0.6,
};

/**
 * The share of what announced polls leave. A book costs little, and a twentieth is for books alone; back-fill leaves
 * two thirds, so that requests with a waiting caller find room at once. It lasts hours after a first start, and the few
 * questions how markets ended do not wait behind it.
 */
const SHARE_OF_REST: Readonly<Record<Exclude<Priority, 'poll'>, number>> = {
  book: 1,
  statistics: 0.95,
  resolution: 0.5,
  backfill: 0.35,
};

export interface RateBudgetOptions {
  /** Weight allowed per window: half of the published limit, or less. */
  readonly limit: number;
  readonly windowMs: number;
  /**
   * Weight of a window that polls leave while others wait, where they would take it all: polls that last longer than they
   * are apart. Default: none, as where polls announce what they need.
   */
  readonly othersWeight?: number;
  /** Least time between two calls. Default: none. */
  readonly spacingMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface RoomRequest {
  readonly weight: number;
  /** Weight that the window may hold. */
  readonly room: number;
  /** Weight that the window holds already. */
  readonly spent: number;
  /** Whether the call is the first one of the window. */
  readonly isFirst: boolean;
  readonly now: number;
  /** Whether a spending is part of `spent`. */
  readonly counts: (spending: Spending) => boolean;
}

interface Spending {
  readonly at: number;
  readonly weight: number;
  readonly isPoll: boolean;
}

/**
 * Counts spent weight in a sliding window, so that the venue's limit is kept without asking it.
 * Lower priorities stop earlier and so leave room for the polls.
 *
 * Where polls announce what they need, exactly that is set aside, or what they used in the last window if that
 * was more; the others share all the rest. An announcement holds for one window.
 */
export class RateBudget {
  /** The full limit. After refusals less of it is given: see {@link RateBudget.slowDown}. */
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
  /** When a call other than a poll had to wait for room. */
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

  /** Reserves the weight of the coming window's polls. */
  announcePolls(weight: number): void {
    this.#announced = weight;
    this.#announcedAt = this.#now();
  }

  /** Takes the weight now and returns 0, or takes nothing and returns how long to wait in ms. */
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
   * Returns 0 and lets a call with weight leave, or returns the wait in ms. Without this spacing, calls that queued behind
   * a slow one would leave at the same moment.
   */
  tryLeave(): number {
    const now = this.#now();
    const waitMs = Math.ceil(this.#leftAt + this.#spacingMs - now);
    if (waitMs > 0) return waitMs;
    this.#leftAt = now;
    return 0;
  }

  /** Adds weight that only the answer states, for example one per row. */
  addSpent(weight: number): void {
    this.#add({ at: this.#now(), weight, isPoll: false });
  }

  /** Blocks the budget for as long as the venue said (`Retry-After`, 429). */
  block(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + durationMs);
  }

  /** The venue refused a call for its rate: less of it is used for a while. */
  slowDown(): void {
    this.#slowed.slowDown(this.#now());
  }

  /** The share of the full rate that is given now, an eighth to 1. */
  rateFrac(): number {
    return this.#slowed.frac(this.#now());
  }

  /** Share of the limit that is used, 0 to 1, also when an answer cost more than was left. */
  usedFrac(): number {
    this.#forget(this.#now());
    return Math.min(1, this.#spent / this.limit);
  }

  /**
   * Used share of the weight that is not reserved for polls, 0 to 1. The same as {@link usedFrac} without an
   * announcement.
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

  /** How long a poll waits so that others find their weight of the window. */
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

  /** A call heavier than its whole share must still be possible when it is the first one of the window. */
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
    // A call heavier than its share waits for an empty window, which the last spending leaves behind.
    return Math.max(1, Math.ceil(lastAt + this.windowMs - now));
  }

  /** null: polls announced nothing, or no longer do, and leave nothing by themselves. */
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
