import { DAY_MS } from '../../domain/index.ts';

/** Length of a year: 365.25 days. */
const YEAR_MS = 365.25 * DAY_MS;

/** Periods per year of hourly bars in statistics packs: 365 days. */
export const PACK_PERIODS_PER_YEAR = 8760;

/**
 * Computes the periods per year of bars that are `stepMs` apart: 8766 for hourly ones. Not rounded.
 *
 * @param stepMs Mean distance when outages are known, else the median distance, which a single outage does not change.
 */
export function periodsPerYear(stepMs: number): number {
  return YEAR_MS / stepMs;
}

/**
 * Computes the median distance of adjacent bars in ms.
 *
 * @param times Epoch ms, strictly ascending.
 * @returns null with fewer than two bars.
 */
export function medianStep(times: Float64Array): number | null {
  if (times.length < 2) return null;

  const steps = new Float64Array(times.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = times[i + 1]! - times[i]!;
  steps.sort();
  const middle = steps.length >> 1;
  return steps.length % 2 === 1 ? steps[middle]! : (steps[middle - 1]! + steps[middle]!) / 2;
}

/** Number of median steps above which the distance of two bars counts as an outage. */
const OUTAGE_STEPS = 10;

/** Minimum length of an outage, however dense the bars are: 10 minutes. */
const MIN_OUTAGE_MS = 600_000;

/** Computes the distance of two bars in ms above which there is an outage between them. */
export function outageAbove(stepMs: number): number {
  return Math.max(OUTAGE_STEPS * stepMs, MIN_OUTAGE_MS);
}
