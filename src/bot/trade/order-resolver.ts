import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { SECOND_MS, type VenueId } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import type { KillState, KillSwitch } from '../control/kill-switch.ts';
import type { OrderState } from '../orders/order.ts';
import type { OpenOrder, OrderStore } from '../orders/order-store.ts';
import type { TradeService } from './trade-service.ts';

export interface OrderResolverOptions {
  readonly orders: Pick<OrderStore, 'listOpen'>;
  readonly trading: Pick<TradeService, 'resolve'>;
  /** Whether trading of a bot is halted right now: then resting orders are cancelled at once. */
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Receives why an order could not be followed up; it is tried again. */
  readonly onError: (error: unknown, orderId: string) => void;
}

/** Waits between two follow-ups of one order: 1, 2, 4 .. 60 s. */
const FIRST_WAIT_MS = SECOND_MS;
const MAX_WAIT_MS = 60 * SECOND_MS;
/** How often the status of a resting order is queried. */
const RESTING_WAIT_MS = 10 * SECOND_MS;
const PAGE = 1_000;
/** Status queries to one venue at a time: a venue that hangs holds up no other. */
const MAX_PER_VENUE = 4;
/** Cancels have a lane of their own: they do not wait for status queries. */
const MAX_CANCELS_PER_VENUE = 32;

interface Schedule {
  dueAt: number;
  waitMs: number;
  isQuerying: boolean;
  isCancelling: boolean;
  /** Its bot wants it cancelled, or was halted at the last look. */
  mustCancel: boolean;
  /** Number of the newest follow-up; only its end schedules the next one. */
  followUps: number;
}

/**
 * Schedules the follow-up of all orders that are not final: each is resolved again and again until its venue answers.
 * Open orders are read in pages; memory keeps one small row for each.
 */
export class OrderResolver {
  readonly #options: OrderResolverOptions;
  readonly #schedules = new Map<string, Schedule>();
  readonly #lanes = new Map<string, LimitFunction>();
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(options: OrderResolverOptions) {
    this.#options = options;
  }

  /**
   * Follows up every open order once.
   *
   * @param maxWaitMs Resolves after this at the latest; the follow-ups continue.
   */
  async resolveAll(maxWaitMs: number): Promise<void> {
    for await (const [order, halt] of this.#listOpen()) {
      const schedule = this.#getSchedule(order);
      this.#noteCancel(order, halt, schedule);
      this.#followUp(order, schedule);
    }
    await withDeadline(this.waitUntilIdle(), maxWaitMs, () => undefined);
  }

  /** Begins the follow-up of every open order that is due. Does not wait for its end. */
  async runRound(): Promise<void> {
    const seen = new Set<string>();
    for await (const [order, halt] of this.#listOpen()) {
      seen.add(order.orderId);
      const schedule = this.#getSchedule(order);
      this.#noteCancel(order, halt, schedule);
      // A status query in progress may take long, and is no reason not to cancel.
      const isBusy = schedule.isCancelling || (schedule.isQuerying && !schedule.mustCancel);
      if (!isBusy && schedule.dueAt <= this.#options.now()) this.#followUp(order, schedule);
    }
    for (const [orderId, { isQuerying, isCancelling }] of this.#schedules) {
      if (!isQuerying && !isCancelling && !seen.has(orderId)) this.#schedules.delete(orderId);
    }
  }

  /** Resolves when no follow-up is in progress. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** No follow-up begins after this call. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.waitUntilIdle();
  }

  async *#listOpen(): AsyncGenerator<[order: OpenOrder, halt: KillState]> {
    let last: OpenOrder | undefined;
    for (;;) {
      const page = await this.#options.orders.listOpen(PAGE, last);
      // The switches of a page's bots are read together: a store that hangs delays a page once, not once for each order.
      const bots = [...new Set(page.map(({ botId }) => botId))];
      const halts = await Promise.all(bots.map((botId) => this.#options.killSwitch.read(botId)));
      const haltByBot = new Map(bots.map((botId, i) => [botId, halts[i] ?? 'unknown']));
      for (const order of page) yield [order, haltByBot.get(order.botId) ?? 'unknown'];
      last = page.at(-1);
      if (page.length < PAGE) return;
      await nextTurn();
    }
  }

  /** A new order waits first: the caller who places it is probably still working on it. */
  #getSchedule({ orderId }: OpenOrder): Schedule {
    let schedule = this.#schedules.get(orderId);
    if (schedule === undefined) {
      schedule = {
        dueAt: this.#options.now() + FIRST_WAIT_MS,
        waitMs: FIRST_WAIT_MS,
        isQuerying: false,
        isCancelling: false,
        mustCancel: false,
        followUps: 0,
      };
      this.#schedules.set(orderId, schedule);
    }
    return schedule;
  }

  /** A new halt or cancel does not wait for the order's schedule. While the kill switch is unknown, the earlier state holds. */
  #noteCancel({ cancelRequestedAt }: OpenOrder, halt: KillState, schedule: Schedule): void {
    if (cancelRequestedAt === null && halt === 'unknown') return;
    const mustCancel = cancelRequestedAt !== null || halt === 'set';
    if (mustCancel && !schedule.mustCancel) {
      schedule.dueAt = this.#options.now();
      schedule.waitMs = FIRST_WAIT_MS / 2;
    }
    schedule.mustCancel = mustCancel;
  }

  #followUp(order: OpenOrder, schedule: Schedule): void {
    const { mustCancel } = schedule;
    const followUp = ++schedule.followUps;
    const mark = mustCancel ? 'isCancelling' : 'isQuerying';
    schedule[mark] = true;
    const running = this.#getLane(
      order.venue,
      mustCancel,
    )(async () => {
      if (this.#isStopping) return;
      let state: OrderState | undefined;
      try {
        state = (await this.#options.trading.resolve(order))?.state;
      } catch (error) {
        this.#options.onError(error, order.orderId);
      } finally {
        schedule[mark] = false;
        if (schedule.followUps === followUp) this.#scheduleNext(schedule, state);
      }
    }).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resting orders are queried at a steady rate; orders to be cancelled more and more seldom, but at least as often. */
  #scheduleNext(schedule: Schedule, state: OrderState | undefined): void {
    const doubled = Math.min(MAX_WAIT_MS, 2 * schedule.waitMs);
    if (schedule.mustCancel) schedule.waitMs = Math.min(RESTING_WAIT_MS, doubled);
    else schedule.waitMs = state === 'resting' ? RESTING_WAIT_MS : doubled;
    schedule.dueAt = this.#options.now() + schedule.waitMs;
  }

  #getLane(venue: VenueId, isCancel: boolean): LimitFunction {
    const name = isCancel ? `${venue} cancels` : venue;
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = pLimit(isCancel ? MAX_CANCELS_PER_VENUE : MAX_PER_VENUE);
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}
