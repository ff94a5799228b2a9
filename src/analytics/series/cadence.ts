import { DAY_MS } from '../../domain/index.ts';

/** 365.25 days. */
const YEAR_MS = 365.25 * DAY_MS;

/** Hourly bars of 365 days, by which the statistics packs annualise. */
export const PACK_PERIODS_PER_YEAR = 8760;

/**
 * Periods per year of bars that are `stepMs` apart: 8766 for hourly ones. Not rounded.
 *
 * @param stepMs Mean distance where outages are known, else the median one, which one outage does not change.
 */
export function periodsPerYear(stepMs: number): number {
  return YEAR_MS / stepMs;
}

/**
 * Median distance of neighbouring bars in ms.
 *
 * @param times Epoch ms, strictly ascending.
 * @returns null below two bars.
 */
export function medianStep(times: Float64Array): number | null {
  if (times.length < 2) return null;

  const steps = new Float64Array(times.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = times[i + 1]! - times[i]!;
  steps.sort();
  const middle = steps.length >> 1;
  return steps.length % 2 === 1 ? steps[middle]! : (steps[middle - 1]! + steps[middle]!) / 2;
}

/** Median steps that pass before the distance of two bars counts as an outage. */
const OUTAGE_STEPS = 10;

/** Distance below which nothing is an outage, however dense the bars are: 10 minutes. */
const MIN_OUTAGE_MS = 600_000;

/** The distance of two bars in ms above which nothing was recorded between them. */
export function outageAbove(stepMs: number): number {
  return Math.max(OUTAGE_STEPS * stepMs, MIN_OUTAGE_MS);
}
