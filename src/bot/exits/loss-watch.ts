import { type EpochMs, MICRO_PER_USD, microUsd } from '../../domain/index.ts';
import type { BotControl, LossStop } from '../control/control.ts';
import { findLimitsInForce, type LimitCeilings } from '../limits/limits.ts';
import type { ExecutionMode } from '../orders/order.ts';
import { computeDayLoss, type DayStart, keepDayStart, type Worth } from './day-loss.ts';
import type { ExitStore } from './exit-store.ts';

/** Gains of a bot, with its settings. */
export interface WatchedBot {
  readonly botId: string;
  readonly control: BotControl;
  /** Unrealised gain of each open position, micro-USD; null: no price. */
  readonly unrealized: ReadonlyMap<string, number | null>;
}

export interface LossWatchOptions {
  readonly mode: ExecutionMode;
  readonly store: ExitStore;
  readonly ceilings: LimitCeilings;
}

/** Computes the day's loss of each bot that has a limit for it. */
export class LossWatch {
  readonly #options: LossWatchOptions;
  /** Last known unrealised gains, by bot and market. */
  readonly #lastKnown = new Map<string, Map<string, number>>();
  readonly #losses = new Map<string, number>();

  constructor(options: LossWatchOptions) {
    this.#options = options;
  }

  /**
   * Finds the last computed loss of the day, micro-USD; null: the bot is not followed, or its loss is not computed yet.
   */
  findLoss(botId: string): number | null {
    return this.#losses.get(botId) ?? null;
  }

  /** Computes the losses of all bots with a limit. @returns The stops that are due, by bot. */
  async run(bots: readonly WatchedBot[], now: EpochMs): Promise<ReadonlyMap<string, LossStop>> {
    const { mode, store, ceilings } = this.#options;
    const limited = bots.flatMap((bot) => {
      const { maxDailyLossUsd } = findLimitsInForce(bot.control.config, ceilings);
      return maxDailyLossUsd === null ? [] : [{ ...bot, limitUsd: maxDailyLossUsd }];
    });
    const stops = new Map<string, LossStop>();
    if (limited.length === 0) return stops;
    const [starts, scores] = await Promise.all([store.listDayStarts(mode), store.queries.listScores(mode)]);
    const scoreByBot = new Map(scores.map((score) => [score.botId, score]));
    for (const { botId, control, unrealized, limitUsd } of limited) {
      const { realizedMicroUsd = 0, accessFeesMicroUsd = 0 } = scoreByBot.get(botId) ?? {};
      const worth = { realizedMicroUsd, accessFeesMicroUsd, unrealized };
      const { resumedAtMs } = control.exitState;
      const loss = await this.#update(botId, worth, { stored: starts.get(botId) ?? null, now, resumedAtMs });
      const limitMicroUsd = Math.round(limitUsd * MICRO_PER_USD);
      if (limitMicroUsd === 0 || loss < limitMicroUsd || control.exitState.stop !== null) continue;
      stops.set(botId, {
        atMs: now,
        lossMicroUsd: microUsd(Math.round(loss)),
        limitMicroUsd: microUsd(limitMicroUsd),
      });
    }
    return stops;
  }

  async #update(
    botId: string,
    worth: Worth,
    {
      stored,
      now,
      resumedAtMs,
    }: { readonly stored: DayStart | null; readonly now: EpochMs; readonly resumedAtMs: EpochMs | null },
  ): Promise<number> {
    const { mode, store } = this.#options;
    const start = keepDayStart(stored, worth, { now, resumedAtMs });
    if (start !== stored) await store.keepDayStart(botId, mode, start);
    const known = this.#lastKnown.get(botId) ?? new Map<string, number>();
    for (const market of known.keys()) if (!worth.unrealized.has(market)) known.delete(market);
    for (const [market, gain] of worth.unrealized) if (gain !== null) known.set(market, gain);
    this.#lastKnown.set(botId, known);
    const loss = computeDayLoss(start, worth, known);
    this.#losses.set(botId, loss);
    return loss;
  }
}
