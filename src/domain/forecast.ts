import type { SettlingTerms } from './settling-terms.ts';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** A time before the stated end of a market at which its price counts as a forecast. */
export interface ForecastHorizon {
  readonly id: string;
  readonly ms: number;
  /** Whether many results are practically known by then. Such horizons are shown separately. */
  readonly isFinal: boolean;
}

/** Horizons of the calibration, longest first. */
export const FORECAST_HORIZONS: readonly ForecastHorizon[] = [
  { id: '30d', ms: 30 * DAY_MS, isFinal: false },
  { id: '7d', ms: 7 * DAY_MS, isFinal: false },
  { id: '1d', ms: DAY_MS, isFinal: false },
  { id: '6h', ms: 6 * HOUR_MS, isFinal: false },
  { id: '1h', ms: HOUR_MS, isFinal: false },
  { id: '10m', ms: 10 * MINUTE_MS, isFinal: true },
  { id: '5m', ms: 5 * MINUTE_MS, isFinal: true },
  { id: '1m', ms: MINUTE_MS, isFinal: true },
];

const MAX_AGE_MS = 600 * SECOND_MS;
const MIN_AGE_MS = 90 * SECOND_MS;
const HORIZON_SHARE = 10;

/**
 * Computes the age in ms from which a record is too old for a horizon: a tenth of the horizon, between 90 and 600
 * seconds.
 */
export function forecastAgeMs(horizonMs: number): number {
  return Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, horizonMs / HORIZON_SHARE));
}

/** Reasons why a market has no sample at a horizon, in the order in which they are checked. */
export const LEFT_OUT_REASONS = [
  'void',
  'reopened',
  'no_end',
  'not_listed',
  'end_moved',
  'already_ended',
  'gap',
  'only_backfilled',
  'no_price',
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** End of a market as its venue stated it, valid until the next statement. */
export interface StatedEnd {
  /** Time of the statement, in epoch ms. */
  readonly from: number;
  /** End of trading, in epoch ms; null when the venue stated none. */
  readonly end: number | null;
}

/**
 * Finds the end in the facts of a market: the time by which it settles, else the earlier of its close and its decision.
 */
export function findStatedEnd({
  settling = null,
  closesAt,
  endsAt,
}: {
  readonly settling?: SettlingTerms | null;
  readonly closesAt: EpochMs | null;
  readonly endsAt: EpochMs | null;
}): EpochMs | null {
  const closeAt = settling?.closeAt ?? null;
  if (closeAt !== null) return epochMs(closeAt);
  if (closesAt === null || endsAt === null) return closesAt ?? endsAt;
  return epochMs(Math.min(closesAt, endsAt));
}

/** Finds the earliest moment that is a horizon before a stated end, at which this end was the valid one. */
export function findForecastMoment(
  ends: readonly StatedEnd[],
  horizonMs: number,
): { moment: number; end: number } | 'not_listed' | 'end_moved' {
  const firstFrom = ends[0]?.from ?? Infinity;
  let earliest: { moment: number; end: number } | null = null;
  let isListed = false;
  for (const [i, { from, end }] of ends.entries()) {
    if (end === null) continue;
    const moment = end - horizonMs;
    if (moment >= firstFrom) isListed = true;
    const isInForce = moment >= from && moment < (ends[i + 1]?.from ?? Infinity);
    if (isInForce && moment < (earliest?.moment ?? Infinity)) earliest = { moment, end };
  }
  return earliest ?? (isListed ? 'end_moved' : 'not_listed');
}
