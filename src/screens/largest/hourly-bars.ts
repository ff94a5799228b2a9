import type { PriceColumns } from '../../analytics/index.ts';
import { type EpochMs, epochMs, HOUR_MS } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';

/** Number of days of hourly bars that the statistics cover. */
export const STATISTICS_DAYS = 30;
const STATISTICS_HOURS = 24 * STATISTICS_DAYS;

/**
 * Reads the last price of each hour of the last 30 days (or of fewer hours) and of the current hour, oldest first.
 * Hours without a record are left out. `t` is the start of the hour.
 *
 * @returns The bars of each key, in the order of the keys.
 */
export async function readHourlyBars(
  history: Pick<HistoryReader, 'aggregateMany'>,
  keys: readonly SeriesKey[],
  now: EpochMs,
  hours = STATISTICS_HOURS,
): Promise<PriceColumns[]> {
  const window = { fromMs: computeHoursStart(now, hours), toMs: now };
  const series = await history.aggregateMany(keys, { ...window, bucketMs: HOUR_MS });
  return series.map(({ t, close }) => ({ t, p: close }));
}

/** Computes the start of the first whole hour that the statistics cover. */
export function findStatisticsStart(now: EpochMs): EpochMs {
  return computeHoursStart(now, STATISTICS_HOURS);
}

function computeHoursStart(now: EpochMs, hours: number): EpochMs {
  return epochMs((Math.floor(now / HOUR_MS) - hours) * HOUR_MS);
}
