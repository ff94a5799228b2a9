import type { GetResolutionsAnswer, GetStaleAssetsAnswer } from '../../../client/src/index.ts';
import { count } from '../../format/number.ts';
import { isoTime, MINUTE_MS } from '../../format/time.ts';
import { toAssetId, venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { goTo, withQuery } from '../../state/location.ts';
import { marketName } from '../market/name.ts';
import { findTitle, names } from '../market/names.ts';
import { toShownName } from '../market/shown-name.ts';
import { lineColumn } from '../market/sparkline.ts';
import { panel } from '../panel.ts';
import { gapList } from '../recording/gap-list.ts';
import { staleAssets } from '../recording/lamps.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';
import { endpoints } from './endpoints.ts';
import { relays } from './relays.ts';

const UNRECORDED_SHOWN = 14;
const RESOLUTIONS_SHOWN = 8;

type UnrecordedRow = GetStaleAssetsAnswer['stale'][number];

/** Finds the index entry of an asset that is not recorded. */
const findEntry = (row: UnrecordedRow) => names.value.get(toAssetId(row.venue, row.asset).toLowerCase());

function whyUnrecorded(row: UnrecordedRow): Content {
  const entry = findEntry(row);
  if (entry === undefined) return names.value.size === 0 ? '' : 'its venue lists it no more';
  if (entry.lastPrice === null) return 'no price at its venue';
  return row.lastMs === null
    ? 'its price is no probability, or it was listed just now'
    : 'its venue gives no new price';
}

const UNRECORDED_COLUMNS: readonly Column<UnrecordedRow>[] = [
  {
    id: 'name',
    title: 'market',
    isName: true,
    width: 180,
    cell: (row) => {
      const asset = toAssetId(row.venue, row.asset);
      return marketName({ asset, name: findTitle(asset), venue: row.venue }, undefined);
    },
  },
  { id: 'venue', title: 'venue', isText: true, width: 92, cell: ({ venue }) => venueTitle(venue) },
  {
    id: 'last',
    title: 'last record',
    width: 92,
    phoneWidth: 84,
    cell: ({ lastMs }) => (lastMs === null ? html`<span class="muted">never</span>` : renderAge(lastMs)),
  },
  lineColumn(({ venue, asset }) => toAssetId(venue, asset)),
  {
    id: 'why',
    title: 'why',
    isText: true,
    width: 230,
    cell: (row) => html`<span class="muted">${whyUnrecorded(row)}</span>`,
  },
];
const UNRECORDED_TABLE: StaticOptions<UnrecordedRow> = {
  label: 'Late and never recorded',
  columns: UNRECORDED_COLUMNS,
  onOpen: ({ venue, asset, lastMs }) => goTo(unrecordedAddress(toAssetId(venue, asset), lastMs)),
};

/** Builds the address of an asset at the time of its last record. */
function unrecordedAddress(asset: string, lastMs: number | null): string {
  const path = `/asset/${encodeURIComponent(asset)}`;
  if (lastMs === null) return path;
  return withQuery(path, { from: isoTime(lastMs - 30 * MINUTE_MS), to: isoTime(lastMs + 10 * MINUTE_MS) });
}

/** Markets whose records stopped or never began. */
const unrecorded = (): Content =>
  panel<GetStaleAssetsAnswer>({
    title: 'Late and never recorded',
    guide: 'concepts#what-was-not-recorded',
    unit: () => {
      const data = staleAssets.state.value.data;
      return data === null ? '' : `late: no record for ${data.params.thresholdMin} min`;
    },
    width: 'wide',
    isFlush: true,
    call: staleAssets,
    empty: ({ summary }) =>
      summary.staleCount + summary.neverRecordedCount > 0
        ? null
        : `All ${summary.totalAssets} markets are recorded.`,
    body: ({ summary, stale: old, neverRecorded }) => {
      const rows = [...old, ...neverRecorded];
      const hidden = summary.staleCount + summary.neverRecordedCount - UNRECORDED_SHOWN;
      return html`${rowTable(UNRECORDED_TABLE, rows.slice(0, UNRECORDED_SHOWN))}
      ${hidden <= 0 ? nothing : html`<p class="muted">${count(hidden)} more are in the answer: press curl for all of them.</p>`}`;
    },
  });

const SINCE_MS = 6 * 60 * MINUTE_MS;

/** The latest ends of markets. */
export const resolutions = (): Content =>
  panel<GetResolutionsAnswer>({
    title: 'Markets that ended',
    guide: 'operating/health#resolutions',
    width: 'third',
    call: () => {
      const nowMs = now.value;
      if (nowMs === null) return null;
      const since = Math.floor((nowMs - SINCE_MS) / SINCE_MS) * SINCE_MS;
      return call(withQuery('/api/resolutions', { since, limit: 1_000 }), { everyMs: MINUTE_MS });
    },
    waiting: 'waiting for the service’s clock',
    empty: ({ resolutions: ended }) =>
      ended.length === 0 ? 'No end of a market was recorded in the last hours.' : null,
    body: ({ resolutions: ended }) => html`<table class="plain">
      <tbody>
        ${ended
          .slice(-RESOLUTIONS_SHOWN)
          .reverse()
          .map(
            ({ asset, name, yesMeans, noMeans, outcome, recordedAt, disputed }) => html`<tr>
            <td class="text"><a href="/asset/${encodeURIComponent(asset)}" title=${asset} dir="auto">${name === null ? asset : toShownName({ name, yesMeans, noMeans })}</a></td>
            <td><b>${outcome}</b>${disputed === true ? html` <span class="warn">▲ disputed</span>` : nothing}</td>
            <td class="num">${renderAge(recordedAt)}</td>
          </tr>`,
          )}
      </tbody>
    </table>`,
  });

/** Panels of missing records: by market, and by time. */
export const widePanels = (): readonly Content[] => [relays(), unrecorded(), gapList(), endpoints()];
