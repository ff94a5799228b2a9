import {
  type AssetRef,
  type Clock,
  type EpochMs,
  findStoredAsset,
  KIND_TRAITS,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
} from '../../domain/index.ts';
import { type BotControl, DEFAULT_BOT_CONFIG, joinHalts, NO_EXIT_STATE } from '../control/control.ts';
import type { ControlStore } from '../control/control-store.ts';
import { type LimitCeilings, needsExitWatch } from '../limits/limits.ts';
import type { ExecutionMode } from '../orders/order.ts';
import type { PositionRow } from '../orders/rows.ts';
import { isDust } from '../positions/dust.ts';
import type { TradeService } from '../trade/trade-service.ts';
import { decideExit } from './exit-decision.ts';
import { type Exit, ExitOrders } from './exit-orders.ts';
import type { ExitStore } from './exit-store.ts';
import { LossWatch } from './loss-watch.ts';
import { computeUnrealized, isLong } from './position-value.ts';
import { findExitPrice, type Quote } from './quote.ts';
import type { OpenOrderRow, RetryRow } from './rows.ts';

export interface ExitWatchOptions {
  readonly mode: ExecutionMode;
  /** Whether orders may be placed. Live orders need a second switch of the operator. */
  readonly isExecutionAllowed: boolean;
  readonly controls: Pick<ControlStore, 'listWatched' | 'readGlobalHalt' | 'changeExitState'>;
  readonly store: ExitStore;
  readonly trading: Pick<TradeService, 'trade' | 'cancel'>;
  /** Finds the newest quote of a market; null: not listed. */
  readonly findQuote: (ref: AssetRef) => Quote | null;
  readonly getVenueAsset: (ref: AssetRef) => string;
  readonly ceilings: LimitCeilings;
  readonly clock: Clock;
  readonly onError: (error: unknown, botId: string | null) => void;
}

/** A bot whose positions the exit watch follows. */
interface BotInView {
  readonly botId: string;
  readonly control: BotControl;
  readonly positions: readonly WatchedPosition[];
  readonly orders: readonly OpenOrderRow[];
}

type WatchedPosition = PositionRow & {
  readonly ref: AssetRef;
  readonly isBinary: boolean;
  readonly quote: Quote | null;
  /** Whether the position is below one lot. No order can close it, so none is placed. */
  readonly isDust: boolean;
};

const DEFAULT_CONTROL: BotControl = { config: DEFAULT_BOT_CONFIG, halt: 'none', exitState: NO_EXIT_STATE };
/** Shortest time between two checks of the positions. Pulses of the feed within this time share one check. */
const MIN_GAP_MS = 50;
/** Time after a check that found nothing to watch, during which pulses start no other; timers and calls still do. */
const IDLE_GAP_MS = SECOND_MS;
/** Longest time for which a closing that comes before a halt delays the halt. */
const MAX_FIRST_MS = MINUTE_MS;

/**
 * Closes positions: when a rule of their bot says so, when the day's loss has reached its limit, and when everything is
 * to be closed. Every pulse of the feed starts a check, and so does a timer every few seconds, whether the engine runs
 * or not. The state is stored, so a restart continues with it.
 */
export class ExitWatch {
  readonly #options: ExitWatchOptions;
  readonly #exits: ExitOrders;
  readonly #losses: LossWatch;
  #blind: readonly { readonly venue: VenueId; readonly count: number }[] = [];
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;
  #isIdle = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExitWatchOptions) {
    this.#options = options;
    this.#losses = new LossWatch(options);
    this.#exits = new ExitOrders({ ...options, onDone: () => this.wake() });
  }

  /** Notes that a price has changed, and starts a check. */
  pulse(): void {
    if (!this.#isIdle || performance.now() - this.#lastAt > IDLE_GAP_MS) this.wake();
  }

  /** Starts a check soon. */
  wake(): void {
    this.#isWanted = true;
    if (this.#running !== null || this.#isStopped) return;
    const waitMs = Math.max(0, this.#lastAt + MIN_GAP_MS - performance.now());
    this.#running = new Promise<void>((resolve) => setTimeout(resolve, waitMs))
      .then(() => this.#lookWhileWanted())
      .finally(() => {
        this.#running = null;
        if (this.#isWanted) this.wake();
      });
  }

  /** Checks all positions once, and waits until the orders are placed. */
  async run(): Promise<void> {
    await this.#look();
    await this.#exits.waitUntilIdle();
  }

  /** Stops the exit watch: nothing is decided after this call. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isWanted = false;
    await this.#running;
    await this.#exits.waitUntilIdle();
  }

  /** Counts by venue the positions that a rule watches, but whose markets give no price. */
  listBlind(): readonly { readonly venue: VenueId; readonly count: number }[] {
    return this.#blind;
  }

  /**
   * Finds the last computed fall of a bot's equity since 00:00 UTC, micro-USD; below 0: a rise. null: not followed or
   * not computed yet.
   */
  findDayLoss(botId: string): number | null {
    return this.#losses.findLoss(botId);
  }

  async #lookWhileWanted(): Promise<void> {
    this.#isWanted = false;
    this.#lastAt = performance.now();
    await this.#look().catch((error: unknown) => this.#options.onError(error, null));
  }

  async #look(): Promise<void> {
    const { controls, store, mode, clock, isExecutionAllowed } = this.#options;
    if (!isExecutionAllowed) return;
    const [watched, rows, globalHalt] = await Promise.all([
      controls.listWatched(mode),
      store.queries.listPositions(mode),
      controls.readGlobalHalt(),
    ]);
    const now = clock();
    const wanted = this.#chooseBots(watched, rows);
    this.#isIdle = wanted.length === 0;
    if (wanted.length === 0) {
      this.#blind = [];
      return;
    }
    const [orders, retries] = await Promise.all([
      store.queries.listOpenOrders(mode),
      store.queries.listRetries(mode),
    ]);
    const ordersByBot = Map.groupBy(orders, ({ botId }) => botId);
    const bots = wanted.map((bot) => ({ ...bot, orders: ordersByBot.get(bot.botId) ?? [] }));
    await this.#forgetRetries(retries, rows);
    const retryByKey = new Map(retries.map((row) => [toKey(row), row]));
    const closing = await this.#stopLosers(bots, now);
    const blind: WatchedPosition[] = [];
    const exits: Exit[] = [];
    for (const bot of closing) {
      if (joinHalts(bot.control.halt, globalHalt) === 'all') continue;
      const found = this.#decide(bot, retryByKey, now);
      exits.push(...found.exits);
      blind.push(...found.blind);
    }
    this.#blind = [...Map.groupBy(blind, ({ venue }) => venue)].map(([venue, { length }]) => ({
      venue,
      count: length,
    }));
    this.#exits.place(exits);
    await Promise.all(closing.map((bot) => this.#work(bot, retryByKey)));
  }

  /** Forgets refusals of positions that are closed meanwhile, so that they do not count for a later position. */
  async #forgetRetries(retries: readonly RetryRow[], rows: readonly PositionRow[]): Promise<void> {
    if (retries.length === 0) return;
    const held = new Set(rows.map(toKey));
    const gone = retries.filter((row) => !held.has(toKey(row)));
    await Promise.all(gone.map((row) => this.#options.store.keepRetry({ ...row, tries: 0 })));
  }

  /** Chooses the bots that have anything to watch, with their open positions. */
  #chooseBots(
    watched: ReadonlyMap<string, BotControl>,
    rows: readonly PositionRow[],
  ): Omit<BotInView, 'orders'>[] {
    const { ceilings, findQuote } = this.#options;
    const held = Map.groupBy(rows, ({ botId }) => botId);
    const ids = new Set([...watched.keys(), ...held.keys()]);
    return [...ids].flatMap((botId) => {
      const control = watched.get(botId) ?? DEFAULT_CONTROL;
      if (control.exitState.closing === null && !needsExitWatch(control.config, ceilings)) return [];
      const positions = (held.get(botId) ?? []).flatMap((row) => {
        const ref = findStoredAsset(row.venue, row.storeKey);
        if (ref === null) return [];
        const isBinary = KIND_TRAITS[ref.kind].unit === 'probability';
        const quote = findQuote(ref);
        return [{ ...row, ref, isBinary, quote, isDust: isDust(row.size, quote?.lot) }];
      });
      return [{ botId, control, positions }];
    });
  }

  /** Stops the bots whose day's loss has reached its limit. @returns All bots; a stopped one has its new closing. */
  async #stopLosers(bots: readonly BotInView[], now: EpochMs): Promise<readonly BotInView[]> {
    const { controls } = this.#options;
    const worth = bots.map(({ botId, control, positions }) => {
      const { maxStaleMs } = control.config;
      const unrealized = new Map(
        positions.map((position) => {
          const price = findExitPrice(position.quote, isLong(position), { now, maxAgeMs: maxStaleMs });
          const gain = price === null ? null : Math.round(computeUnrealized(position, price));
          return [`${position.venue} ${position.storeKey}`, gain] as const;
        }),
      );
      return { botId, control, unrealized };
    });
    const stops = await this.#losses.run(worth, now);
    return Promise.all(
      bots.map(async (bot) => {
        const stop = stops.get(bot.botId);
        if (stop === undefined) return bot;
        await controls.changeExitState(bot.botId, { step: 'stop', stop });
        const closing = { cause: 'max_daily_loss', sinceMs: now } as const;
        return {
          ...bot,
          control: { ...bot.control, exitState: { ...bot.control.exitState, stop, closing } },
        };
      }),
    );
  }

  #decide(
    { botId, control, positions, orders }: BotInView,
    retries: ReadonlyMap<string, RetryRow>,
    now: EpochMs,
  ): { readonly exits: readonly Exit[]; readonly blind: readonly WatchedPosition[] } {
    const { config, exitState } = control;
    const exits: Exit[] = [];
    const blind: WatchedPosition[] = [];
    for (const position of positions.filter((one) => !one.isDust)) {
      const { ref, quote } = position;
      const decision = decideExit({
        position,
        quote,
        exits: config,
        closing: exitState.closing,
        maxStaleMs: config.maxStaleMs,
        now,
      });
      if (decision.action === 'blind') blind.push(position);
      if (decision.action !== 'close' || this.#exits.isBusy(botId, ref)) continue;
      const retry = retries.get(toKey(position)) ?? null;
      const isClosing = orders.some(
        (one) => one.isClose && one.venue === ref.venue && one.storeKey === ref.storeKey,
      );
      if (isClosing || (retry !== null && retry.nextAt > now)) continue;
      const { exit } = decision;
      const gainMicroUsd = computeUnrealized(position, exit.exitPrice);
      exits.push({ botId, ref, exit, gainMicroUsd, retry });
    }
    return { exits, blind };
  }

  /** Cancels the resting orders of a bot that is being closed, and ends the closing once nothing is left. */
  async #work(
    { botId, control, positions, orders }: BotInView,
    retries: ReadonlyMap<string, RetryRow>,
  ): Promise<void> {
    const { controls, trading, onError, clock } = this.#options;
    const { closing } = control.exitState;
    if (closing === null) return;
    const isOurs = ({ venue, storeKey, isClose }: OpenOrderRow) =>
      isClose && this.#exits.isBusy(botId, { venue, storeKey });
    const resting = orders.filter((order) => order.cancelRequestedAt === null && !isOurs(order));
    for (const { orderId } of resting) {
      void trading
        .cancel({ botId }, orderId)
        .catch((error: unknown) => onError(error, botId))
        .finally(() => this.wake());
    }
    // A halt after a closing waits until each position was tried once, or a minute has passed for those without a
    // price.
    const isTried = (position: WatchedPosition) =>
      (retries.get(toKey(position))?.nextAt ?? 0) > closing.sinceMs;
    const isLate = clock() - closing.sinceMs > MAX_FIRST_MS;
    const open = positions.filter((one) => !one.isDust);
    const left = closing.cause === 'close_first' ? open.filter((one) => !isLate && !isTried(one)) : open;
    if (left.length > 0 || orders.length > 0) return;
    await controls.changeExitState(botId, { step: 'closed', sinceMs: closing.sinceMs });
  }
}

const toKey = ({ botId, venue, storeKey }: Pick<RetryRow, 'botId' | 'venue' | 'storeKey'>) =>
  `${botId} ${venue} ${storeKey}`;
