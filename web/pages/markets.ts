import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer, GetMoversAnswer } from '../../client/src/index.ts';
import { VENUE_IDS, venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { changeFigure, figure } from '../panels/figure.ts';
import { feedHealth } from '../panels/lamps.ts';
import { filterMarkets, type MarketRow, marketRows, toPoints } from '../panels/markets-model.ts';
import { panel } from '../panels/panel.ts';
import { type Column, type Sort, table } from '../panels/table.ts';
import { tinted } from '../panels/tint.ts';
import { type Content, html, renderAge, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { goTo, param, setParams } from '../state/location.ts';

/** The largest come first and all of them right behind, so that the table is there at once; then the largest more often. */
const first = call<GetFeedAnswer>('/api/feed?top=100', { everyMs: 3_600_000 });
const whole = call<GetFeedAnswer>('/api/feed', { everyMs: 60_000 });
const often = call<GetFeedAnswer>('/api/feed?top=250', { everyMs: 10_000 });
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: 60_000 });
const movers = call<GetMoversAnswer>('/api/movers?topN=100', { everyMs: 60_000 });

const DEFAULT_SORT: Sort = { id: 'volume', isUp: false };
const NO_CHANGE = 'only the largest movers have a change of 24 hours';

const rows = computed((): readonly MarketRow[] => {
  const feeds = [first.state.value.data, whole.state.value.data];
  // The rest is work for the service: it is asked for when the table can be used.
  const { data, failure } = whole.state.value;
  if (data === null && failure === null) return marketRows(feeds, null, null);
  return marketRows([...feeds, often.state.value.data], index.state.value.data, movers.state.value.data);
});

const filtered = computed(() =>
  filterMarkets(rows.value, {
    words: param('q') ?? '',
    venue: param('venue'),
    marketClass: param('class'),
    isFresh: param('fresh') === 'true',
    minBasisBps: Number(param('basis')) || null,
  }),
);

const sort = computed((): Sort => {
  const [id = '', direction] = (param('sort') ?? '').split('.');
  return COLUMNS.some((column) => column.id === id) ? { id, isUp: direction === 'up' } : DEFAULT_SORT;
});

/** Between two polls of the venue: what makes a row late. */
const findInterval = (venue: string): number | null =>
  feedHealth.state.peek().data?.health[venue as 'kalshi']?.effectiveIntervalMs ?? null;

const price = (field: 'last' | 'bid' | 'ask' | 'fair') => (row: MarketRow) =>
  tinted(`${row.asset} ${field}`, row[field], figure(field, row[field], { priceUnit: row.unit }));

const touch = (field: 'bid' | 'ask') => (row: MarketRow) =>
  row.isImpact
    ? html`<span class="muted" title="the price at which the venue's impact notional would be filled">${price(field)(row)}</span>`
    : price(field)(row);

const COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'venue',
    title: 'Venue',
    isText: true,
    width: '96px',
    cell: ({ venue }) => venueTitle(venue),
    sortBy: ({ venue }) => venue,
  },
  {
    id: 'name',
    title: 'Market',
    isText: true,
    width: 'minmax(130px, 1fr)',
    cell: ({ asset, name }) =>
      html`<a href="/asset/${encodeURIComponent(asset)}" title="${name} · ${asset}">${name}</a>`,
    sortBy: ({ name }) => name,
  },
  { id: 'last', title: 'Last', width: '96px', cell: price('last'), sortBy: ({ last }) => last },
  { id: 'bid', title: 'Bid', width: '92px', cell: touch('bid'), sortBy: ({ bid }) => bid },
  { id: 'ask', title: 'Ask', width: '92px', cell: touch('ask'), sortBy: ({ ask }) => ask },
  {
    id: 'spread',
    title: 'Spread',
    unit: 'bps',
    width: '92px',
    cell: ({ spreadBps }) => figure('spreadBps', spreadBps, { whyNull: 'no_touch' }),
    sortBy: ({ spreadBps }) => spreadBps,
  },
  {
    id: 'change',
    title: '24 h',
    note: 'Change of 24 hours: percent of perpetuals, points of probabilities. Sorted as a share of the price.',
    width: '112px',
    cell: ({ changeFrac, last, unit }) =>
      unit === 'usd'
        ? changeFigure(changeFrac === null ? null : changeFrac * 100, 2, '%', 'no price of then is known')
        : changeFigure(scaled(toPoints(last, changeFrac)), 1, 'pp', NO_CHANGE),
    sortBy: ({ changeFrac }) => changeFrac,
  },
  {
    id: 'volume',
    title: 'Volume 24 h',
    unit: 'USD',
    width: '134px',
    cell: ({ volume24hUsd }) => figure('volume24hUsd', volume24hUsd, { whyNull: 'not_published' }),
    sortBy: ({ volume24hUsd }) => volume24hUsd,
  },
  {
    id: 'fair',
    title: 'Fair',
    note: 'Oracle price, or the median of the linked venues',
    width: '96px',
    cell: ({ fair, unit }) => figure('fair', fair, { priceUnit: unit, whyNull: 'no_consensus' }),
    sortBy: ({ fair }) => fair,
  },
  {
    id: 'basis',
    title: 'Basis',
    unit: 'bps',
    note: 'Last over fair value, less one: positive where this venue is rich',
    width: '96px',
    cell: ({ basisBps }) => changeFigure(basisBps, 1, '', 'there is no fair value'),
    sortBy: ({ basisBps }) => basisBps,
  },
  {
    id: 'age',
    title: 'Age',
    width: '64px',
    cell: ({ at, venue }) => renderAge(at, findInterval(venue)),
    sortBy: ({ at }) => at,
  },
];

const scaled = (points: number | null) => (points === null ? null : points * 100);

/** Every market of every venue, side by side. */
export function open(): OpenPage {
  const markets = table<MarketRow>({
    label: 'Markets',
    columns: COLUMNS,
    rows: filtered,
    sort,
    onSort: ({ id, isUp }) => setParams({ sort: `${id}${isUp ? '.up' : ''}` }),
    onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
  });
  const list = panel<GetFeedAnswer>({
    title: 'Markets',
    unit: () => `${filtered.value.length} of ${rows.value.length}`,
    width: 'full',
    call: () => {
      // Asked for in this order: the short answer must not wait for the long one to be written.
      first.state.value;
      return whole.state.value.data === null ? first : often;
    },
    at: (feed) =>
      Math.max(
        0,
        ...VENUE_IDS.map(
          (venue) => (feed[venue as 'kalshi'] as { fetchedAt: number } | null)?.fetchedAt ?? 0,
        ),
      ) || null,
    tools: filters,
    never: () => (rows.value.length === 0 ? 'no venue has answered yet' : null),
    empty: () => (filtered.value.length === 0 ? 'No market passes the filters.' : null),
    body: () => markets,
  });
  return {
    title: 'Markets',
    view: () => html`<h1 class="hidden">Markets</h1><div class="grid markets">${list}</div>`,
  };
}

const CLASSES = { perp: 'perpetuals', binary: 'binaries', pred: 'outcomes' } as const;

function filters(): Content {
  const choose = (name: string) => (event: Event) =>
    setParams({ [name]: (event.target as HTMLSelectElement).value });
  return html`<input
      type="search"
      data-filter
      aria-label="words of the market"
      placeholder="filter  /"
      .value=${param('q') ?? ''}
      @input=${choose('q')}
    >
    ${view(venueChoice)}
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
    <label class="check"
      >basis ≥
      <input
        type="number"
        class="short"
        min="0"
        step="10"
        .value=${param('basis') ?? ''}
        @change=${choose('basis')}
      >
      bps</label
    >`;
}

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
