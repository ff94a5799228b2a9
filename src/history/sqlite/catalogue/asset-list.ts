import { RECORDERS } from '../../../domain/index.ts';
import { type AssetPosition, decodeAssetCursor, encodeAssetCursor } from '../../contract/cursor.ts';
import type { AssetPage, AssetQuery } from '../../contract/history-store.ts';
import type { SeriesEntry } from '../../contract/series.ts';
import { countRecords } from '../reading/positions.ts';
import type { SeriesState } from '../series/series.ts';
import type { Catalogue } from './catalogue.ts';
import { toEntry } from './entries.ts';

/** Recorders in alphabetical order, as keys are ordered too. */
const RECORDERS_IN_ORDER = [...RECORDERS].sort();

/** Maximum number of series that one page looks at: a filter that few series fit ends the page early, with a cursor. */
const MAX_LOOKED_AT = 20_000;

/**
 * Lists a page of the catalogue.
 *
 * @param withTail Adds the unsealed records to a series.
 * @throws {CursorError} when the cursor is not one of this list.
 */
export function listAssets(
  catalogue: Catalogue,
  withTail: (series: SeriesState) => SeriesState,
  { venue, limit, cursor, activeSince, q }: AssetQuery,
): AssetPage {
  const entries: SeriesEntry[] = [];
  const since: number = activeSince ?? Number.NEGATIVE_INFINITY;
  const part = q?.toLowerCase();
  const start = cursor === undefined ? null : decodeAssetCursor(cursor);
  let lookedAt = 0;
  let before: AssetPosition = start ?? { venue: RECORDERS[0], storeKey: '' };
  for (const one of venue === undefined ? RECORDERS_IN_ORDER : [venue]) {
    if (start !== null && one < start.venue) continue;
    const after = start?.venue === one ? start.storeKey : '';
    for (const listed of catalogue.listAll(one, after, since)) {
      if (entries.length === limit || lookedAt === MAX_LOOKED_AT) {
        return { entries, nextCursor: encodeAssetCursor(before) };
      }
      lookedAt++;
      before = listed;
      if (part !== undefined && !listed.storeKey.toLowerCase().includes(part)) continue;
      const series = withTail(listed);
      if (countRecords(series) === 0) continue;
      const entry = toEntry(series);
      if (entry.lastMs >= since) entries.push(entry);
    }
  }
  return { entries, nextCursor: null };
}
