import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';

/**
 * Extent of a halt. `opening`: no position is opened or increased, while closes and exits continue. `all`: no order is
 * sent, and resting orders are cancelled.
 */
export const HALTS = ['none', 'opening', 'all'] as const;
export type Halt = (typeof HALTS)[number];

/** Returns the stricter of two halts. */
export function joinHalts(a: Halt, b: Halt): Halt {
  return HALTS.indexOf(a) > HALTS.indexOf(b) ? a : b;
}

/** Limits of a bot's risk, for the engine and one-off trades alike. null: no limit; 0: nothing is opened. */
export interface BotLimits {
  /** Largest cost of all positions, including what open orders may still open. */
  readonly maxExposureUsd: number | null;
  /** Largest cost of open positions in one asset. */
  readonly maxAssetUsd: number | null;
  readonly maxOpenPositions: number | null;
  /** Maximum number of the engine's orders within a minute; further ones wait. */
  readonly maxOrdersPerMin: number | null;
  /**
   * Largest fall of the equity since 00:00 UTC; beyond it the exit watch cancels orders, closes positions and disables
   * the bot.
   */
  readonly maxDailyLossUsd: number | null;
  /** Time after a closing in an asset during which nothing is opened in that asset. */
  readonly cooldownMs: number | null;
}

/** Rules by which the exit watch closes a position; null: the rule is off. */
export interface BotExits {
  /** Loss from which a position is closed, in percent of its cost, at the price for which it could be closed. */
  readonly stopLossPct: number | null;
  /** Gain from which a position is closed, in percent of its cost, at the price for which it could be closed. */
  readonly takeProfitPct: number | null;
  /** Time since the opening after which a position is closed. */
  readonly maxHoldMs: number | null;
  /** Time before the stated end of a market: from then on positions are closed, and the engine opens nothing. */
  readonly closeBeforeEndMs: number | null;
}

/** Settings of a bot: how the engine trades for it, and the limits and exits that apply to all of its orders. */
export interface BotConfig extends BotLimits, BotExits {
  readonly enabled: boolean;
  /** Venues on which the bot trades; empty: none. */
  readonly venues: readonly VenueId[];
  /** Ids of the assets that the bot trades; empty: none. */
  readonly assets: readonly string[];
  /** Minimum confidence of a signal on which the engine trades: 0 to 1. */
  readonly minConfidence: number;
  readonly tradeSizeUsd: number;
  /** Maximum age of the data on which the bot trades. */
  readonly maxStaleMs: number;
  /** Spread, in percent of the mid, at and above which the engine opens no position; null: no limit. */
  readonly maxSpreadPct: number | null;
  /** Effect of a NEUTRAL signal on an open position. */
  readonly onNeutral: 'hold' | 'close';
  /** Whether the engine waits after a restart of the service until the bot is resumed. */
  readonly startPaused: boolean;
  /** Starting amount in USD of the paper money for orders that fill from books. */
  readonly paperBalanceUsd: number;
}

export const DEFAULT_BOT_CONFIG: BotConfig = {
  enabled: false,
  venues: [],
  assets: [],
  minConfidence: 0.6,
  tradeSizeUsd: 12,
  maxStaleMs: 120_000,
  maxExposureUsd: null,
  maxAssetUsd: null,
  maxOpenPositions: null,
  maxOrdersPerMin: 30,
  maxDailyLossUsd: null,
  cooldownMs: null,
  stopLossPct: null,
  takeProfitPct: null,
  maxHoldMs: null,
  closeBeforeEndMs: null,
  maxSpreadPct: null,
  onNeutral: 'hold',
  startPaused: false,
  paperBalanceUsd: 10_000,
};

export const MAX_BOT_ASSETS = 200;

/** Reasons for which every position of a bot is being closed. */
export const CLOSING_CAUSES = ['close_all', 'close_first', 'max_daily_loss'] as const;

/**
 * A closing of everything: the exit watch cancels resting orders and closes every position, until nothing is left.
 * Meanwhile nothing is opened.
 */
export interface Closing {
  readonly cause: (typeof CLOSING_CAUSES)[number];
  readonly sinceMs: EpochMs;
}

/** Stop because the day's loss reached its limit: nothing is opened until the bot is resumed, even after a restart. */
export interface LossStop {
  readonly atMs: EpochMs;
  readonly lossMicroUsd: MicroUsd;
  readonly limitMicroUsd: MicroUsd;
}

/** State of a bot that the exit watch stores. */
export interface ExitState {
  readonly closing: Closing | null;
  readonly stop: LossStop | null;
  /** Time at which the bot was last enabled or resumed; null: never. */
  readonly resumedAtMs: EpochMs | null;
}

export const NO_EXIT_STATE: ExitState = { closing: null, stop: null, resumedAtMs: null };

/**
 * A bot's settings, its halt and the state of the exit watch. The halt takes precedence over `enabled`, and stops
 * one-off trades too.
 */
export interface BotControl {
  readonly config: BotConfig;
  readonly halt: Halt;
  readonly exitState: ExitState;
}

/** Settings that a caller changes. Absent members stay as they are. */
export type ControlChange = Partial<BotConfig> & {
  readonly halt?: Halt;
  /** Ends the stop for a day's loss, and the pause after a restart. */
  readonly resume?: true;
  /**
   * Cause for which every position is closed from now on. A {@link ControlChange.halt} `all` of the same change takes
   * effect once everything is closed.
   */
  readonly close?: Closing['cause'];
};

export interface EnabledBot {
  readonly botId: string;
  readonly config: BotConfig;
  readonly exitState: ExitState;
}

/** A step of the exit watch. */
export type ExitChange =
  /** The day's loss has reached its limit: from now on everything is closed, and nothing is opened. */
  | { readonly step: 'stop'; readonly stop: LossStop }
  /** The closing that began at `sinceMs` has ended: nothing is left to close. */
  | { readonly step: 'closed'; readonly sinceMs: EpochMs };

/** Applies a change of settings. Members that the change does not name stay as they are. */
export function applyChange(
  { config, halt, exitState }: BotControl,
  { halt: wanted, resume, close, ...changes }: ControlChange,
  now: EpochMs,
): BotControl {
  const isResumed = resume === true || changes.enabled === true;
  const isEnded = resume === true || (wanted === 'all' && close === undefined);
  const closing = close === undefined ? (isEnded ? null : exitState.closing) : { cause: close, sinceMs: now };
  return {
    config: { ...config, ...changes },
    // With `close_first`, the wanted halt is stored once everything is closed.
    halt: close === 'close_first' ? 'opening' : (wanted ?? halt),
    exitState: {
      closing,
      stop: resume === true ? null : exitState.stop,
      resumedAtMs: isResumed ? now : exitState.resumedAtMs,
    },
  };
}

/**
 * Applies a step of the exit watch.
 *
 * @returns The new state; null: the state has changed since the exit watch read it.
 */
export function applyExitChange(
  { config, halt, exitState }: BotControl,
  change: ExitChange,
  now: EpochMs,
): BotControl | null {
  if (change.step === 'stop') {
    if (exitState.stop !== null) return null;
    const closing = { cause: 'max_daily_loss', sinceMs: now } as const;
    return { config, halt, exitState: { ...exitState, stop: change.stop, closing } };
  }
  const { closing } = exitState;
  if (closing === null || closing.sinceMs !== change.sinceMs) return null;
  return {
    config: closing.cause === 'max_daily_loss' ? { ...config, enabled: false } : config,
    halt: closing.cause === 'close_first' ? 'all' : halt,
    exitState: { ...exitState, closing: null },
  };
}
