import { DAY_MS } from '../../domain/index.ts';
import { clamp, toFiniteOrNull } from '../numerics/finite.ts';

/** Expected remaining movement of a binary market until it is decided. */
export interface Horizon {
  readonly daysToResolve: number | null;
  readonly barsPerDay: number;
  /** Standard deviation of the move of one day, in probability points. */
  readonly perDayMove: number | null;
  /** Expected move until the end, never more than the outcome itself allows. */
  readonly perHorizonMove: number | null;
  /** Variance of the payout: p (1 - p). */
  readonly terminalVariance: number | null;
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  /** Whether `daysToResolve` is known. */
  readonly available: boolean;
}

export interface HorizonInputs {
  /** Current probability; null without one. */
  readonly price: number | null;
  readonly nowMs: number;
  readonly closeTime: number | null;
  readonly endDate: number | null;
  readonly barMs: number;
  /** Sample deviation of the price differences of one bar; null with fewer than two. */
  readonly barDeviation: number | null;
}

/**
 * The horizon of a binary market.
 *
 *     perDayMove = s sqrt(barsPerDay);   perHorizonMove = min(perDayMove sqrt(daysToResolve), sqrt(p (1 - p)))
 *
 * A probability is a martingale, so all its future moves together have the variance of the outcome, p(1-p);
 * the square-root rule alone would promise moves that a bounded price cannot make. An end that has passed is
 * 0 days away.
 */
export function horizon(inputs: HorizonInputs): Horizon {
  const { price, nowMs, barMs, barDeviation } = inputs;
  const resolvedFrom = inputs.closeTime !== null ? 'closeTime' : inputs.endDate !== null ? 'endDate' : null;
  const end = inputs.closeTime ?? inputs.endDate;
  const daysToResolve = end === null ? null : toFiniteOrNull(Math.max(0, (end - nowMs) / DAY_MS));
  const barsPerDay = DAY_MS / barMs;
  const perDayMove = barDeviation === null ? null : toFiniteOrNull(barDeviation * Math.sqrt(barsPerDay));
  const terminalVariance = computeTerminalVariance(price);
  return {
    daysToResolve,
    barsPerDay,
    perDayMove,
    perHorizonMove: horizonMove(perDayMove, daysToResolve, terminalVariance),
    terminalVariance,
    resolvedFrom,
    available: daysToResolve !== null,
  };
}

/** Computes the move until the end; null without a price, because the bound is then unknown. */
function horizonMove(
  perDayMove: number | null,
  daysToResolve: number | null,
  terminalVariance: number | null,
): number | null {
  if (perDayMove === null || daysToResolve === null || terminalVariance === null) return null;
  return Math.min(perDayMove * Math.sqrt(daysToResolve), Math.sqrt(terminalVariance));
}

/**
 * Computes the variance of the outcome given the current price, p (1 - p) with p limited to [0, 1]; null without a
 * price.
 */
export function computeTerminalVariance(price: number | null): number | null {
  if (price === null || !Number.isFinite(price)) return null;
  const p = clamp(price, 0, 1);
  return p * (1 - p);
}
