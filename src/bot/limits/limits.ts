import type { BotConfig, BotLimits } from '../control/control.ts';

/** Limits that can refuse an opening, in order of precedence. `maxOrdersPerMin` makes the engine wait instead. */
export const LIMIT_NAMES = [
  'maxDailyLossUsd',
  'cooldownMs',
  'maxOpenPositions',
  'maxAssetUsd',
  'maxExposureUsd',
  'maxOrdersPerMin',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Ceilings that the operator sets for the limits of every bot. null: none. */
export interface LimitCeilings {
  readonly maxExposureUsd: number | null;
  readonly maxDailyLossUsd: number | null;
}

export const NO_CEILINGS: LimitCeilings = { maxExposureUsd: null, maxDailyLossUsd: null };

/** Finds the limits in force: of each, the smaller of the bot's own and the operator's ceiling. */
export function findLimitsInForce(config: BotLimits, ceilings: LimitCeilings): BotLimits {
  const { maxAssetUsd, maxOpenPositions, maxOrdersPerMin, cooldownMs } = config;
  return {
    maxAssetUsd,
    maxOpenPositions,
    maxOrdersPerMin,
    cooldownMs,
    maxExposureUsd: findSmaller(config.maxExposureUsd, ceilings.maxExposureUsd),
    maxDailyLossUsd: findSmaller(config.maxDailyLossUsd, ceilings.maxDailyLossUsd),
  };
}

/** Whether any limit restricts what the bot may open, apart from a halt. */
export function bindsOpenings(limits: BotLimits): boolean {
  const { maxExposureUsd, maxAssetUsd, maxOpenPositions, maxDailyLossUsd, cooldownMs } = limits;
  return [maxExposureUsd, maxAssetUsd, maxOpenPositions, maxDailyLossUsd, cooldownMs].some(
    (limit) => limit !== null,
  );
}

/** Whether any setting requires that the exit watch follows the bot's positions. */
export function needsExitWatch(config: BotConfig, { maxDailyLossUsd }: LimitCeilings): boolean {
  const { stopLossPct, takeProfitPct, maxHoldMs, closeBeforeEndMs } = config;
  return [
    stopLossPct,
    takeProfitPct,
    maxHoldMs,
    closeBeforeEndMs,
    config.maxDailyLossUsd,
    maxDailyLossUsd,
  ].some((limit) => limit !== null);
}

function findSmaller(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}
