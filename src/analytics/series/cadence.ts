/** 365.25 days. */
const YEAR_MS = 365.25 * 86_400_000;

/** Hourly bars of 365 days: what the statistics packs annualise with. */
export const PACK_PERIODS_PER_YEAR = 8760;

/**
 * Periods per year of a series by the median distance of its bars: 8766 for hourly bars.
 *
 * The median keeps one outage from changing the figure.
 *
 * @param times Epoch ms, strictly ascending.
 * @returns null below two bars. Not rounded.
 */
export function periodsPerYearOf(times: Float64Array): number | null {
  if (times.length < 2) return null;

  const gaps = new Float64Array(times.length - 1);
  for (let i = 0; i < gaps.length; i++) gaps[i] = times[i + 1]! - times[i]!;
  gaps.sort();
  const middle = gaps.length >> 1;
  const median = gaps.length % 2 === 1 ? gaps[middle]! : (gaps[middle - 1]! + gaps[middle]!) / 2;
  return YEAR_MS / median;
}
