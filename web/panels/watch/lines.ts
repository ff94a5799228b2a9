import { findVenue, venueTitle } from '../../format/venue.ts';
import { findEndedName } from '../market/ended-name.ts';
import type { MarketRow } from '../market/model.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html } from '../view.ts';

/** An asset of a list that the feed does not have: it ended, no market has this id, or its venue was not read yet. */
export interface AbsentMarket {
  readonly isAbsent: true;
  /** Whether its venue was not read, so that nothing is known of the market. */
  readonly isUnread: boolean;
  readonly asset: string;
  readonly name: string;
}
export type WatchLine = MarketRow | AbsentMarket;

export const isAbsent = (line: WatchLine): line is AbsentMarket => 'isAbsent' in line;

/**
 * Builds a line for each asset, in the order of the list.
 *
 * @param whole Venues of which the rows are all markets; null: the rows are not all that will come.
 */
export function toLines(
  assets: readonly string[],
  rows: readonly MarketRow[],
  whole: ReadonlySet<string> | null,
): readonly WatchLine[] {
  const listed = new Map(rows.map((row) => [row.asset.toLowerCase(), row]));
  return assets.flatMap((asset): readonly WatchLine[] => {
    const row = listed.get(asset.toLowerCase());
    if (row !== undefined) return [row];
    if (whole === null) return [];
    const venue = findVenue(asset);
    return [{ isAbsent: true, isUnread: venue !== null && !whole.has(venue), asset, name: asset }];
  });
}

/** Cells of an absent market by column; the other columns have nothing to say. */
const ABSENT_CELLS: Readonly<Record<string, (line: AbsentMarket) => Content>> = {
  name: ({ asset, isUnread }) => {
    const name = isUnread ? asset : findEndedName(asset);
    const what = isUnread ? 'its venue was not read yet' : name === asset ? 'not listed' : 'ended';
    return html`<a class="market" dir="auto" href="/asset/${encodeURIComponent(asset)}" title="${name} · ${asset}: ${what}"
      ><span class="beginning">${name}</span><span class="ending muted">  ${what}</span></a
    >`;
  },
  venue: ({ asset }) => venueTitle(findVenue(asset) ?? 'unknown venue'),
};

export const toWatchColumn = ({ cell, sortBy, ...column }: Column<MarketRow>): Column<WatchLine> => ({
  ...column,
  cell: (line) => (isAbsent(line) ? (ABSENT_CELLS[column.id]?.(line) ?? '') : cell(line)),
  ...(sortBy === undefined ? {} : { sortBy: (line: WatchLine) => (isAbsent(line) ? null : sortBy(line)) }),
});
