import { DAY_MS, type EpochMs, epochMs } from '../../domain/index.ts';

/** Equity of a bot when a day began, or when the bot was resumed within the day. Micro-USD. */
export interface DayStart {
  readonly startedAt: EpochMs;
  /** Realised gain after venue fees, since the bot's first order. */
  readonly realizedMicroUsd: number;
  readonly accessFeesMicroUsd: number;
  /** Unrealised gain of the positions that were open then, by market; null: the market gave no price. */
  readonly unrealized: Readonly<Record<string, number | null>>;
}

/** Gains of a bot at one time, micro-USD. */
export interface Worth {
  readonly realizedMicroUsd: number;
  readonly accessFeesMicroUsd: number;
  /** Unrealised gain of every open position, by market; null: its market gives no price. */
  readonly unrealized: ReadonlyMap<string, number | null>;
}

/** Finds 00:00 UTC of the day of a time. */
function findDayStart(t: EpochMs): EpochMs {
  return epochMs(Math.floor(t / DAY_MS) * DAY_MS);
}

/**
 * Decides the start from which the day's loss is counted: the stored one, or a new one when another day has begun or
 * the bot was resumed since. A position without a price at the start counts from its first price. A clock that is set
 * back keeps the start.
 *
 * @returns `stored` itself when nothing has changed.
 */
export function keepDayStart(
  stored: DayStart | null,
  worth: Worth,
  { now, resumedAtMs }: { readonly now: EpochMs; readonly resumedAtMs: EpochMs | null },
): DayStart {
  const isOver = stored === null || stored.startedAt < findDayStart(now);
  const isResumed = stored !== null && resumedAtMs !== null && resumedAtMs > stored.startedAt;
  if (isOver || isResumed) {
    const { realizedMicroUsd, accessFeesMicroUsd, unrealized } = worth;
    return {
      // After a clock was set back, the resumption may lie in the future. Its time becomes the start, so that it counts
      // only once.
      startedAt: epochMs(Math.max(now, resumedAtMs ?? now)),
      realizedMicroUsd,
      accessFeesMicroUsd,
      unrealized: Object.fromEntries(unrealized),
    };
  }
  const priced = Object.entries(stored.unrealized).flatMap(([market, gain]) => {
    const first = gain === null ? (worth.unrealized.get(market) ?? null) : null;
    return first === null ? [] : [[market, first] as const];
  });
  if (priced.length === 0) return stored;
  return { ...stored, unrealized: { ...stored.unrealized, ...Object.fromEntries(priced) } };
}

/**
 * Computes the fall of the equity since the start, micro-USD; below 0: a rise. A position without a current price
 * counts with its last known gain, or else with its gain at the start.
 *
 * @param lastKnown Last known unrealised gains, by market.
 */
export function computeDayLoss(
  start: DayStart,
  worth: Worth,
  lastKnown: ReadonlyMap<string, number>,
): number {
  const before = Object.values(start.unrealized).reduce<number>((sum, gain) => sum + (gain ?? 0), 0);
  let open = 0;
  for (const [market, gain] of worth.unrealized) {
    open += gain ?? lastKnown.get(market) ?? start.unrealized[market] ?? 0;
  }
  const realized = worth.realizedMicroUsd - start.realizedMicroUsd;
  const fees = worth.accessFeesMicroUsd - start.accessFeesMicroUsd;
  return -(realized + open - before - fees);
}
