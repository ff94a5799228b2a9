import type { GetGapsAnswer } from '../../../client/src/index.ts';
import { dayTime, duration, isoTime, zoneName } from '../../format/time.ts';
import { toAssetId, venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { goTo, withQuery } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { marketName } from '../market/name.ts';
import { names } from '../market/names.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { laneRange, lanesFromMs, lanesToMs } from './recording-lanes.ts';

/** Seldom enough that an idle page stays within 40 requests a minute. */
const GAPS_EVERY_MS = 20_000;
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
    call: () => {
      if (lanesFromMs.value === null) return null;
      const path = withQuery('/api/gaps', {
        fromMs: lanesFromMs.value,
        toMs: lanesToMs.value,
        limit: 200,
      });
      return call<GetGapsAnswer>(path, { everyMs: GAPS_EVERY_MS });
    },
    waiting: 'waiting for the service’s clock',
    empty: ({ gaps }) =>
      gaps.length === 0
        ? `No gap in ${lanesToMs.value === null ? 'the last' : 'these'} ${laneRange.value.name}.`
        : null,
    body: ({ gaps, nextCursor }) => gapTable(gaps, nextCursor !== null),
  });

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
      return marketName(
        { asset, name: names.value.get(asset.toLowerCase())?.name ?? storeKey, venue },
        undefined,
      );
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
    if (storeKey === null) return;
    const margin = Math.max(MIN_MARGIN_MS, lasted(gap));
    goTo(
      withQuery(`/asset/${encodeURIComponent(toAssetId(venue, storeKey))}`, {
        from: isoTime(fromMs - margin),
        to: isoTime(fromMs + lasted(gap) + margin),
      }),
    );
  },
};

function gapTable(gaps: GetGapsAnswer['gaps'], hasMore: boolean): Content {
  const newest = [...gaps].sort((a, b) => b.fromMs - a.fromMs);
  return html`${rowTable(TABLE, newest.slice(0, GAPS_SHOWN))}
    ${newest.length > GAPS_SHOWN ? html`<p class="muted">${newest.length - GAPS_SHOWN}${hasMore ? ' and more' : ''} older ones in the request</p>` : nothing}`;
}
