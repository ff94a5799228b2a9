import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer } from '../../client/src/index.ts';
import { getUnits } from '../format/market.ts';
import { HOUR_MS, MINUTE_MS } from '../format/time.ts';
import { getByVenue, VENUE_IDS, venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { basisFigure, figure } from '../panels/figure.ts';
import { PRICE_COLUMNS, priceCell } from '../panels/market/columns.ts';
import {
  type EventHead,
  groupByEvent,
  isHead,
  isMember,
  type MarketLine,
} from '../panels/market/event-groups.ts';
import { filterMarkets, type MarketRow, marketRows } from '../panels/market/model.ts';
import { marketName } from '../panels/market/name.ts';
import { splitNames } from '../panels/market/name-parts.ts';
import { describeComing } from '../panels/market/sparkline.ts';
import { panel } from '../panels/panel.ts';
import { feedHealth, findInterval } from '../panels/recording/lamps.ts';
import { columnsButton } from '../panels/table/columns-button.ts';
import { type Column, type Sort, table } from '../panels/table/table.ts';
import { type Content, html, renderAge, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { goTo, param, setParams } from '../state/location.ts';
import { isPhone, settings } from '../state/settings.ts';

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
    isFresh: param('fresh') === 'true',
    minBasis: Number(param('basis')) || null,
  }),
);

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

const LINE_COLUMNS: readonly Column<MarketLine>[] = COLUMNS.map(({ cell, sortBy, ...column }) => ({
  ...column,
  cell: (line) => (isHead(line) ? (HEAD_CELLS[column.id]?.(line) ?? '') : cell(line)),
  // Heads come when rows are sorted.
  ...(sortBy === undefined ? {} : { sortBy: (line: MarketLine) => (isHead(line) ? null : sortBy(line)) }),
}));

const isGrouped = () => param('group') === 'event';

/** Every market of every venue, side by side. */
export function open(): OpenPage {
  const markets = table<MarketLine>({
    label: 'Markets',
    columns: LINE_COLUMNS,
    rows: filtered,
    arrange: (lines) => (isGrouped() ? groupByEvent(lines as readonly MarketRow[]) : lines),
    rowClass: (line) => (isHead(line) ? 'group' : isMember(line) ? 'member' : ''),
    sort,
    onSort: ({ id, isUp }) => setParams({ sort: `${id}${isUp ? '.up' : ''}` }),
    onOpen: (line) => goTo(isHead(line) ? eventAddress(line) : `/asset/${encodeURIComponent(line.asset)}`),
  });
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
    tools: filters,
    never: () => (rows.value.length === 0 ? 'no venue has answered yet' : null),
    empty: () =>
      filtered.value.length === 0
        ? 'No market passes the filters: use fewer words, or take a filter out.'
        : null,
    body: () => markets,
  });
  return {
    title: 'Markets',
    view: () => html`<h1 class="hidden">Markets</h1><div class="grid markets">${list}</div>`,
  };
}

/** Least distances from fair value: of perpetuals in bps, of probabilities in points. */
const BASES = [
  [10, 0.5],
  [50, 2.5],
  [200, 10],
] as const;

const CLASSES = { perp: 'perpetuals', binary: 'binaries', pred: 'outcomes' } as const;

const choose = (name: string) => (event: Event) =>
  setParams({ [name]: (event.target as HTMLSelectElement).value });

/** Beside the words; on a phone they are in a sheet, so that the rows begin in the first screen. */
function filters(): Content {
  return html`<input
      type="search"
      data-filter
      aria-label="words of the market"
      placeholder="filter  /"
      maxlength="200"
      .value=${param('q') ?? ''}
      @input=${choose('q')}
    >
    ${isPhone.value ? html`<button @click=${() => void showFilters()}>filters${countFilters()}</button>` : view(choices)}
    ${columnsButton('Markets', LINE_COLUMNS)}`;
}

const countFilters = (): string => {
  const set = ['venue', 'class', 'fresh', 'basis', 'group'].filter((name) => param(name) !== null).length;
  return set === 0 ? '' : ` (${set})`;
};

async function showFilters(): Promise<void> {
  const { showDialog } = await import('../panels/dialog.ts');
  showDialog(
    'Filters',
    (close) => html`<div class="settings">
      <h2>Filters</h2>
      <p class="sheet-choices">${view(choices)}</p>
      <p><button class="primary" @click=${close}>show ${filtered.value.length}</button></p>
    </div>`,
  );
}

const choices = (): Content => html`${view(venueChoice)}
    <select aria-label="class" @change=${choose('class')}>
      <option value="">all classes</option>
      ${Object.entries(CLASSES).map(([id, name]) => html`<option value=${id} ?selected=${param('class') === id}>${name}</option>`)}
    </select>
    <label class="check"
      ><input
        type="checkbox"
        .checked=${param('fresh') === 'true'}
        @change=${(event: Event) => setParams({ fresh: (event.target as HTMLInputElement).checked || null })}
      >
      fresh</label
    >
    <button
      aria-pressed=${isGrouped()}
      title="outcomes of one question below each other"
      @click=${() => setParams({ group: isGrouped() ? null : 'event' })}
    >by event</button>
    <select aria-label="distance from fair value" @change=${choose('basis')}>
      <option value="">any basis</option>
      ${BASES.map(([bps, points]) => html`<option value=${bps} ?selected=${param('basis') === String(bps)}>basis ≥ ${bps} bps, ${points} ${getUnits('probability', settings.value.odds).distance}</option>`)}
    </select>`;

function venueChoice(): Content {
  const venues = Object.keys(feedHealth.state.value.data?.venues ?? {});
  return html`<select
    aria-label="venue"
    @change=${(event: Event) => setParams({ venue: (event.target as HTMLSelectElement).value })}
  >
    <option value="">all venues</option>
    ${venues.map((venue) => html`<option value=${venue} ?selected=${param('venue') === venue}>${venueTitle(venue)}</option>`)}
  </select>`;
}
