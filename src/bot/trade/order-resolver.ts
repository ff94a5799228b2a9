import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { type KillState, type KillSwitch, mustEnd } from '../control/kill-switch.ts';
import { isFinal, type OrderState } from '../orders/order.ts';
import type { OpenOrder } from '../orders/order-figures.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { Resolution } from './order-follow-up.ts';
import type { TradeService } from './trade-service.ts';

export interface OrderResolverOptions {
  readonly orders: Pick<OrderStore, 'listOpen'>;
  readonly trading: Pick<TradeService, 'resolve'>;
  /** Kill switch: while trading of a bot is halted, its resting orders are cancelled at once. */
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Clock by which the age of orders is computed. */
  readonly clock: Clock;
  /** Receives errors because of which an order could not be followed up. It is tried again. */
  readonly onError: (error: unknown, orderId: string) => void;
}

/** First wait between two follow-ups of one order. Each wait is twice the one before: 1, 2, 4 .. 60 s. */
const FIRST_WAIT_MS = SECOND_MS;
const MAX_WAIT_MS = 60 * SECOND_MS;
/** Time between two status queries of a resting order. */
const RESTING_WAIT_MS = 10 * SECOND_MS;
/** Longest wait between queries of an ended order whose fees or prices are not stated, or not confirmed on chain. */
const MAX_SETTLING_WAIT_MS = 10 * MINUTE_MS;
/**
 * Age from which an ended order is queried once a day: what its venue has not stated by then, it rarely states later.
 */
const OLD_MS = DAY_MS;
/** Time after a start over which the queries of old orders are spread. */
const OLD_SPREAD_MS = HOUR_MS;
/** Longest pause before the next query of an order without an answer, when our own limits kept the last query back. */
const MAX_HELD_BACK_MS = 2 * SECOND_MS;
const PAGE = 1_000;

/**
 * Kind of question about an order. Each kind has its own queue at each venue. A venue that does not answer therefore
 * delays no other venue, and orders without an answer do not wait for orders that have ended.
 */
type Question = 'cancel' | 'outcome' | 'resting' | 'settling';
const MAX_PER_LANE: Readonly<Record<Question, number>> = { cancel: 32, outcome: 4, resting: 4, settling: 4 };

interface Schedule {
  dueAt: number;
  waitMs: number;
  isQuerying: boolean;
  isCancelling: boolean;
  /**
   * Whether the order is to be cancelled, because its bot requested it, or because of a halt when the switch was last
   * read.
   */
  mustCancel: boolean;
  /** Number of the newest follow-up. Only the end of that one schedules the next. */
  followUps: number;
}

/**
 * Schedules the follow-up of all unfinished orders: each is resolved again and again until its venue answers. Orders
 * are read in pages, and memory keeps one small row for each.
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
   * Follows up every open order once, except those that ended long ago.
   *
   * @param maxWaitMs Time after which the method returns at the latest, while the follow-ups continue.
   */
  async resolveAll(maxWaitMs: number): Promise<void> {
    for await (const [order, halt] of this.#listOpen()) {
      const schedule = this.#getSchedule(order);
      this.#noteCancel(order, halt, schedule);
      if (!this.#isOld(order)) this.#followUp(order, schedule);
    }
    await withDeadline(this.waitUntilIdle(), maxWaitMs, () => undefined);
  }

  /** Starts the follow-up of every open order that is due, without waiting for its end. */
  async runRound(): Promise<void> {
    const seen = new Set<string>();
    for await (const [order, halt] of this.#listOpen()) {
      seen.add(order.orderId);
      const schedule = this.#getSchedule(order);
      this.#noteCancel(order, halt, schedule);
      // A cancel does not wait for a status query in progress, which may take long.
      const isBusy = schedule.isCancelling || (schedule.isQuerying && !schedule.mustCancel);
      if (!isBusy && schedule.dueAt <= this.#options.now()) this.#followUp(order, schedule);
    }
    for (const [orderId, { isQuerying, isCancelling }] of this.#schedules) {
      if (!isQuerying && !isCancelling && !seen.has(orderId)) this.#schedules.delete(orderId);
    }
  }

  /** Waits until no follow-up is in progress. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Stops the resolver: no follow-up begins after this call. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.waitUntilIdle();
  }

  async *#listOpen(): AsyncGenerator<[order: OpenOrder, halt: KillState]> {
    let last: OpenOrder | undefined;
    for (;;) {
      const page = await this.#options.orders.listOpen(PAGE, last);
      // The switches of all bots of a page are read at the same time, so a store that hangs delays each page only once.
      const bots = [...new Set(page.map(({ botId }) => botId))];
      const halts = await Promise.all(bots.map((botId) => this.#options.killSwitch.read(botId)));
      const haltByBot = new Map(bots.map((botId, i) => [botId, halts[i] ?? 'unknown']));
      for (const order of page) yield [order, haltByBot.get(order.botId) ?? 'unknown'];
      last = page.at(-1);
      if (page.length < PAGE) return;
      await nextTurn();
    }
  }

  /** Returns the schedule of an order. A new order waits first, because its caller is probably still working on it. */
  #getSchedule(order: OpenOrder): Schedule {
    const { orderId } = order;
    let schedule = this.#schedules.get(orderId);
    if (schedule === undefined) {
      const firstWaitMs = this.#isOld(order) ? Math.random() * OLD_SPREAD_MS : FIRST_WAIT_MS;
      schedule = {
        dueAt: this.#options.now() + firstWaitMs,
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

  /**
   * Notes a new halt or cancel, for which the order is followed up at once. While the kill switch is unknown, what was
   * read before holds.
   */
  #noteCancel({ cancelRequestedAt, opensMicroUsd }: OpenOrder, halt: KillState, schedule: Schedule): void {
    if (cancelRequestedAt === null && halt === 'unknown') return;
    const mustCancel = cancelRequestedAt !== null || mustEnd(halt, opensMicroUsd > 0);
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
      mustCancel ? 'cancel' : findQuestion(order.state),
    )(async () => {
      if (this.#isStopping) return;
      let resolved: Resolution = { order: null };
      try {
        resolved = await this.#options.trading.resolve(order);
      } catch (error) {
        this.#options.onError(error, order.orderId);
      } finally {
        schedule[mark] = false;
        if (schedule.followUps === followUp) this.#scheduleNext(schedule, resolved);
      }
    }).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /**
   * Schedules the next follow-up. Resting orders are queried at a steady rate. Orders to be cancelled are asked about
   * less and less often, but at least as often as resting ones.
   */
  #scheduleNext(schedule: Schedule, { order, retryAfterMs, finalInMs }: Resolution): void {
    const now = this.#options.now();
    const isInDoubt = order !== null && order.state === 'submitted';
    // The venue was not asked, so the wait does not grow.
    if (retryAfterMs !== undefined && (isInDoubt || schedule.mustCancel)) {
      schedule.dueAt = now + Math.min(retryAfterMs, MAX_HELD_BACK_MS);
      return;
    }
    if (order !== null && this.#isOld(order)) {
      schedule.dueAt = now + DAY_MS;
      return;
    }
    const hasEnded = order !== null && isFinal(order.state);
    const factor = retryAfterMs === undefined ? 2 : 1;
    const doubled = Math.min(hasEnded ? MAX_SETTLING_WAIT_MS : MAX_WAIT_MS, factor * schedule.waitMs);
    if (schedule.mustCancel) schedule.waitMs = Math.min(RESTING_WAIT_MS, doubled);
    else schedule.waitMs = order?.state === 'resting' ? RESTING_WAIT_MS : doubled;
    // An order that never arrived is looked up again as soon as it can no longer arrive, which ends it.
    schedule.dueAt =
      now + Math.min(schedule.waitMs, isInDoubt ? (finalInMs ?? MAX_WAIT_MS) : schedule.waitMs);
  }

  #isOld({ state, createdAt }: Pick<OpenOrder, 'state' | 'createdAt'>): boolean {
    return isFinal(state) && this.#options.clock() - createdAt > OLD_MS;
  }

  #getLane(venue: VenueId, question: Question): LimitFunction {
    const name = `${venue} ${question}`;
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = pLimit(MAX_PER_LANE[question]);
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}

function findQuestion(state: OrderState): Exclude<Question, 'cancel'> {
  if (isFinal(state)) return 'settling';
  return state === 'resting' ? 'resting' : 'outcome';
}
