import type { GetGapsAnswer } from '../../../client/src/index.ts';
import { dayTime, duration, isoTime, zoneName } from '../../format/time.ts';
import { toAssetId, venueTitle } from '../../format/venue.ts';
import { now } from '../../state/clock.ts';
import { goTo, withQuery } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { marketName } from '../market/name.ts';
import { findTitle } from '../market/names.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { lateVenues, nameLate } from './lamps.ts';
import { findLargest, gapsCall, laneRange, lanesToMs } from './recording-lanes.ts';

const GAPS_SHOWN = 12;
/** Least time shown on either side of a hole. */
const MIN_MARGIN_MS = 5 * 60_000;

type Gap = GetGapsAnswer['gaps'][number];

/** The holes of all venues and assets in the range, newest first; each opens its asset at that time. */
export const gapList = (): Content =>
  panel<GetGapsAnswer>({
    title: 'Not recorded',
    guide: 'concepts#what-was-not-recorded',
    unit: () => zoneName(settings.value.zone),
    width: 'wide',
    isFlush: true,
    call: gapsCall,
    waiting: 'waiting for the service’s clock',
    empty: ({ gaps }) => (gaps.length > 0 ? null : describeNoGap()),
    body: ({ gaps, nextCursor }) => gapTable(gaps, nextCursor !== null),
  });

/** Describes that no hole is known. A venue that is away has no stored hole before it was unread for three polls. */
function describeNoGap(): string {
  if (lanesToMs.value !== null) return `No gap in these ${laneRange.value.name}.`;
  const late = lateVenues.value.map(nameLate).join(', ');
  return late === '' ? `No gap in the last ${laneRange.value.name}.` : `No gap is stored yet. Late: ${late}.`;
}

const lasted = ({ fromMs, toMs }: Gap): number => (toMs ?? now.peek() ?? fromMs) - fromMs;

const COLUMNS: readonly Column<Gap>[] = [
  {
    id: 'series',
    title: 'market',
    isName: true,
    width: 130,
    cell: ({ venue, storeKey }) => {
      if (storeKey === null) return html`<b>all of ${venueTitle(venue)}</b>`;
      const asset = toAssetId(venue, storeKey);
      return marketName({ asset, name: findTitle(asset), venue }, undefined);
    },
  },
  { id: 'venue', title: 'venue', isText: true, width: 92, cell: ({ venue }) => venueTitle(venue) },
  { id: 'from', title: 'from', width: 156, cell: ({ fromMs }) => dayTime(fromMs, settings.value.zone) },
  {
    id: 'to',
    title: 'to',
    width: 156,
    cell: ({ toMs }) => (toMs === null ? html`<b class="bad">lasts</b>` : dayTime(toMs, settings.value.zone)),
  },
  {
    id: 'lasted',
    title: 'lasted',
    width: 96,
    phoneWidth: 100,
    cell: (gap) => html`<span class=${gap.toMs === null ? 'bad' : ''}>${duration(lasted(gap))}</span>`,
    sortBy: lasted,
  },
  {
    id: 'reason',
    title: 'reason',
    isText: true,
    width: 118,
    phoneWidth: 120,
    cell: ({ reason }) => html`<span title=${reason}>${reason}</span>`,
  },
];

const TABLE: StaticOptions<Gap> = {
  label: 'Not recorded',
  columns: COLUMNS,
  onOpen: (gap) => {
    const { venue, storeKey, fromMs } = gap;
    // A hole of a whole venue is shown at the market that stands for it in its lane.
    const asset = storeKey === null ? findLargest(venue) : toAssetId(venue, storeKey);
    if (asset === null) return;
    const margin = Math.max(MIN_MARGIN_MS, lasted(gap));
    goTo(
      withQuery(`/asset/${encodeURIComponent(asset)}`, {
        from: isoTime(fromMs - margin),
        to: isoTime(fromMs + lasted(gap) + margin),
      }),
    );
  },
};

function gapTable(gaps: GetGapsAnswer['gaps'], hasMore: boolean): Content {
  const newest = [...gaps].sort((a, b) => b.fromMs - a.fromMs);
  return html`${rowTable(TABLE, newest.slice(0, GAPS_SHOWN))}
    ${newest.length > GAPS_SHOWN ? html`<p class="muted">${newest.length - GAPS_SHOWN}${hasMore ? ' and more' : ''} older ones are in the answer: press curl for all of them.</p>` : nothing}`;
}
