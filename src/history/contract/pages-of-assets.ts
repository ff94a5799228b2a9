import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssetPage, AssetQuery, SeriesFilter } from './history-store.ts';
import type { SeriesEntry } from './series.ts';

/** Number of series that are read before the event loop gets a turn. */
const ENTRIES_AT_ONCE = 2_000;

/** Yields all series that pass a filter, page by page; the event loop gets a turn after each page. */
export async function* readPagesOfAssets(
  read: (query: AssetQuery) => Promise<AssetPage>,
  filter: SeriesFilter,
): AsyncGenerator<readonly SeriesEntry[]> {
  let cursor: string | null = null;
  do {
    const page: AssetPage = await read({
      ...filter,
      limit: ENTRIES_AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (page.entries.length > 0) yield page.entries;
    cursor = page.nextCursor;
    await nextTurn();
  } while (cursor !== null);
}
