import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer } from '../../client/src/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../format/time.ts';
import { getByVenue, VENUE_IDS, venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { basisFigure, figure } from '../panels/figure.ts';
import { PRICE_COLUMNS, priceCell, STATED_COLUMNS } from '../panels/market/columns.ts';
import {
  type EventHead,
  groupByEvent,
  isHead,
  isMember,
  type MarketLine,
} from '../panels/market/event-groups.ts';
import { isGrouped, marketFilters } from '../panels/market/filters.ts';
import { filterMarkets, listCategories, type MarketRow, marketRows } from '../panels/market/model.ts';
import { marketName } from '../panels/market/name.ts';
import { splitNames } from '../panels/market/name-parts.ts';
import { describeComing } from '../panels/market/sparkline.ts';
import { panel } from '../panels/panel.ts';
import { feedHealth, findInterval } from '../panels/recording/lamps.ts';
import { type Column, type Sort, table } from '../panels/table/table.ts';
import { type Content, html, renderAge } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { goTo, param, setParams } from '../state/location.ts';

/** The largest come first and all of them right behind, so that the table is there at once; then the largest more often. */
const first = call<GetFeedAnswer>('/api/feed?top=100', { everyMs: HOUR_MS });
const whole = call<GetFeedAnswer>('/api/feed', { everyMs: MINUTE_MS });
const often = call<GetFeedAnswer>('/api/feed?top=250', { everyMs: 10_000 });
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: MINUTE_MS });

const DEFAULT_SORT: Sort = { id: 'volume', isUp: false };

const rows = computed((): readonly MarketRow[] => {
  const feeds = [first.state.value.data, whole.state.value.data];
  // The other reads cost the service work: they start when the table can be used.
  const { data, failure } = whole.state.value;
  if (data === null && failure === null) return marketRows(feeds, null);
  return marketRows([...feeds, often.state.value.data], index.state.value.data);
});

const filtered = computed(() =>
  filterMarkets(rows.value, {
    words: param('q') ?? '',
    venue: param('venue'),
    marketClass: param('class'),
    category: param('category'),
    ends: findEnds(),
    isFresh: param('fresh') === 'true',
    minBasis: Number(param('basis')) || null,
  }),
);

/** Minutes, so that the rows are not filtered again every second. */
const minute = computed(() => Math.floor((now.value ?? 0) / MINUTE_MS) * MINUTE_MS);

const ENDS = { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;

function findEnds() {
  const spanMs = ENDS[param('ends') as keyof typeof ENDS] ?? null;
  return spanMs === null ? null : { fromMs: minute.value, toMs: minute.value + spanMs };
}

const categories = computed(() => listCategories(rows.value));

const sort = computed((): Sort => {
  const [id = '', direction] = (param('sort') ?? '').split('.');
  return COLUMNS.some((column) => column.id === id) ? { id, isUp: direction === 'up' } : DEFAULT_SORT;
});

/** Names of all markets, split where they begin to differ. */
const nameParts = computed(() => splitNames(rows.value.map(({ name }) => name)));

const COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'name',
    title: 'Market',
    isName: true,
    width: 200,
    cell: (row) => marketName(row, nameParts.value.get(row.name)),
    sortBy: ({ name }) => name,
  },
  {
    id: 'venue',
    title: 'Venue',
    isText: true,
    width: 96,
    cell: ({ venue }) => venueTitle(venue),
    sortBy: ({ venue }) => venue,
  },
  ...PRICE_COLUMNS,
  ...STATED_COLUMNS,
  {
    id: 'fair',
    title: 'Fair',
    note: 'Oracle price, or the median of the linked venues.',
    width: 92,
    cell: priceCell('fair', 'no_consensus'),
    sortBy: ({ fair }) => fair,
  },
  {
    id: 'basis',
    title: 'Basis',
    note: 'Last less fair value, positive where this venue is rich: bps of perpetuals, points of probabilities.',
    width: 104,
    cell: ({ basis, unit }) => basisFigure(basis, { unit, whyNull: 'there is no fair value' }),
    sortBy: ({ basis }) => basis,
  },
  {
    id: 'age',
    title: 'Age',
    width: 54,
    phoneWidth: 44,
    cell: ({ at, venue }) => renderAge(at, findInterval(venue)),
    sortBy: ({ at }) => at,
  },
];

/** Cells of an event's head by column; the other columns are about single markets. */
const HEAD_CELLS: Readonly<Record<string, (head: EventHead) => Content>> = {
  name: (head) =>
    html`<a class="market" dir="auto" href=${eventAddress(head)} title=${`${head.title}: all outcomes`}
      ><span class="beginning">${head.title}</span><span class="ending muted">  ${head.outcomes} outcomes</span></a
    >`,
  venue: ({ venue }) => venueTitle(venue),
  volume: ({ volume24hUsd }) => figure('volume24hUsd', volume24hUsd, { whyNull: 'not_published' }),
};
const eventAddress = ({ venue, key }: EventHead): string => `/event/${venue}/${encodeURIComponent(key)}`;

const toLineColumn = ({ cell, sortBy, ...column }: Column<MarketRow>): Column<MarketLine> => ({
  ...column,
  cell: (line) => (isHead(line) ? (HEAD_CELLS[column.id]?.(line) ?? '') : cell(line)),
  // Heads come when rows are sorted.
  ...(sortBy === undefined ? {} : { sortBy: (line: MarketLine) => (isHead(line) ? null : sortBy(line)) }),
});

const LINE_COLUMNS = COLUMNS.map(toLineColumn);
/** Of perpetuals alone: funding and leverage in place of the end and of their one venue. */
const PERP_COLUMNS = COLUMNS.map((column) => ({
  ...column,
  isOptional: ['venue', 'ends', 'liquidity'].includes(column.id),
})).map(toLineColumn);
const isOfPerps = () => param('class') === 'perp';

/** Every market of every venue, side by side. */
export function open(): OpenPage {
  const createTable = (columns: readonly Column<MarketLine>[]) =>
    table<MarketLine>({
      label: 'Markets',
      columns,
      rows: filtered,
      arrange: (lines) => (isGrouped() ? groupByEvent(lines as readonly MarketRow[]) : lines),
      rowClass: (line) => (isHead(line) ? 'group' : isMember(line) ? 'member' : ''),
      sort,
      onSort: ({ id, isUp }) => setParams({ sort: `${id}${isUp ? '.up' : ''}` }),
      onOpen: (line) => goTo(isHead(line) ? eventAddress(line) : `/asset/${encodeURIComponent(line.asset)}`),
    });
  const [ofAll, ofPerps] = [createTable(LINE_COLUMNS), createTable(PERP_COLUMNS)];
  const list = panel<GetFeedAnswer>({
    title: 'Markets',
    guide: 'concepts#a-price-and-its-unit',
    unit: () =>
      [`${filtered.value.length} of ${rows.value.length}`, describeComing()].filter(Boolean).join('; '),
    width: 'full',
    isFlush: true,
    call: () => {
      // Asked for in this order: the short answer must not wait for the long one to be written.
      first.state.value;
      return whole.state.value.data === null ? first : often;
    },
    at: (feed) =>
      Math.max(
        0,
        ...VENUE_IDS.map(
          (venue) => getByVenue<{ readonly fetchedAt: number } | null>(feed, venue)?.fetchedAt ?? 0,
        ),
      ) || null,
    tools: () =>
      marketFilters({
        found: () => filtered.value.length,
        venues: () => Object.keys(feedHealth.state.value.data?.venues ?? {}),
        categories: () => categories.value,
        columns: isOfPerps() ? PERP_COLUMNS : LINE_COLUMNS,
      }),
    never: () => (rows.value.length === 0 ? 'no venue has answered yet' : null),
    empty: () =>
      filtered.value.length === 0
        ? 'No market passes the filters: use fewer words, or take a filter out.'
        : null,
    body: () => (isOfPerps() ? ofPerps : ofAll),
  });
  return {
    title: 'Markets',
    view: () => html`<h1 class="hidden">Markets</h1><div class="grid markets">${list}</div>`,
  };
}
