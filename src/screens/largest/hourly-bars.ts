import type { PriceColumns } from '../../analytics/index.ts';
import { type EpochMs, epochMs, HOUR_MS } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';

/** Days of hourly bars that the statistics look at. */
export const STATISTICS_DAYS = 30;
const STATISTICS_HOURS = 24 * STATISTICS_DAYS;

/**
 * The last price of each hour of the last 30 days (or of fewer hours) and of the running one, oldest first. Hours
 * without a record are left out. `t` is the start of the hour.
 *
 * @returns In the order of the keys.
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

/** Start of the first whole hour that the statistics look at. */
export function findStatisticsStart(now: EpochMs): EpochMs {
  return computeHoursStart(now, STATISTICS_HOURS);
}

function computeHoursStart(now: EpochMs, hours: number): EpochMs {
  return epochMs((Math.floor(now / HOUR_MS) - hours) * HOUR_MS);
}
