import { DAY_MS, epochMs } from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import type { StoredResolution } from '../history/contract/resolutions.ts';
import { findDayOf } from './make-day.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Lists the newest resolution of every market that was resolved, or resolved again, since a day, grouped by the day of
 * the market's first resolution.
 */
export async function listResolvedFrom(
  history: HistoryReader,
  day: number | null,
): Promise<Map<number, StoredResolution[]>> {
  const days = new Map<number, StoredResolution[]>();
  for (let cursor: string | null = null; ; ) {
    const page = await history.listResolutions({
      ...(day === null ? {} : { since: epochMs(day * DAY_MS) }),
      limit: ROWS_AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const resolution of page.resolutions) {
      const first = findDayOf(resolution);
      const known = days.get(first);
      if (known === undefined) days.set(first, [resolution]);
      else known.push(resolution);
    }
    if (page.nextCursor === null) return days;
    cursor = page.nextCursor;
  }
}
