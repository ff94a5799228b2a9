import { DAY_MS, type EpochMs, epochMs } from '../../domain/index.ts';

/** Equity of a bot when a day began, or when the bot was resumed within the day. Micro-USD. */
export interface DayStart {
  readonly startedAt: EpochMs;
  /** Realised gain after venue fees, since the bot's first order. */
  readonly realizedMicroUsd: number;
  readonly accessFeesMicroUsd: number;
  /** Unrealised gain of the positions that were open then, by market; null: no price was known yet. */
  readonly unrealized: Readonly<Record<string, number | null>>;
}

/** Gains of a bot at a moment, micro-USD. */
export interface Worth {
  readonly realizedMicroUsd: number;
  readonly accessFeesMicroUsd: number;
  /** Gain of every open position; null: its market gives no price. */
  readonly unrealized: ReadonlyMap<string, number | null>;
}

/** Finds 00:00 UTC of the day of a time. */
function findDayStart(t: EpochMs): EpochMs {
  return epochMs(Math.floor(t / DAY_MS) * DAY_MS);
}

/**
 * The start from which the day's loss is counted: the stored one, or a new one when another day has begun or the bot
 * was resumed since. A position without a price at the start begins at its first price. A clock that jumps back keeps
 * the start.
 *
 * @returns `stored` itself when nothing is new.
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
      // A resumption that lies ahead because the clock was put back counts once, not at every look until its time has
      // come.
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
 * Fall of the equity since the start, micro-USD; below 0: a rise. A position without a price now counts with its newest
 * gain, or its gain at the start.
 *
 * @param lastKnown Newest unrealised gains of positions that had a price.
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
