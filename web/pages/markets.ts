import { computed } from '@preact/signals-core';
import type { GetFeedAnswer } from '../../client/src/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { figure } from '../panels/figure.ts';
import {
  type EventHead,
  groupByEvent,
  isHead,
  isMember,
  type MarketLine,
} from '../panels/market/event-groups.ts';
import { isGrouped, marketFilters } from '../panels/market/filters.ts';
import { filterMarkets, listCategories, type MarketRow } from '../panels/market/model.ts';
import { describeComing } from '../panels/market/sparkline.ts';
import { MARKET_COLUMNS } from '../panels/market-table/columns.ts';
import { findFeedTime, listedMarkets, pickFeed } from '../panels/market-table/listed.ts';
import { followColumns, liveWord } from '../panels/market-table/live.ts';
import { panel } from '../panels/panel.ts';
import { feedHealth } from '../panels/recording/lamps.ts';
import { findColumnChoice, findSharedColumns } from '../panels/table/column-choice.ts';
import { type Column, type Sort, table } from '../panels/table/table.ts';
import { type Content, html, view } from '../panels/view.ts';
import { starColumn, toggleWatched } from '../panels/watch/star.ts';
import { now } from '../state/clock.ts';
import { liveQuotes } from '../state/live-quotes.ts';
import { goTo, param, setParams } from '../state/location.ts';
import { watchLists } from '../state/watch-lists.ts';
import { findList } from '../state/watch-model.ts';

const DEFAULT_SORT: Sort = { id: 'volume', isUp: false };

const filtered = computed(() =>
  filterMarkets(listedMarkets.value, {
    words: param('q') ?? '',
    venue: param('venue'),
    marketClass: param('class'),
    category: param('category'),
    ends: findEnds(),
    isFresh: param('fresh') === 'true',
    watched: watched.value,
    minBasis: Number(param('basis')) || null,
  }),
);

/** Assets of the list that the address names, in lower case; without any where this browser does not keep the list. */
const watched = computed(() => {
  const id = param('watch');
  if (id === null) return null;
  const assets = findList(watchLists.value, id)?.assets ?? [];
  return new Set(assets.map((asset) => asset.toLowerCase()));
});

/** Current time in whole minutes, so that the rows are not filtered again every second. */
const minute = computed(() => Math.floor((now.value ?? 0) / MINUTE_MS) * MINUTE_MS);

const ENDS = { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;

function findEnds() {
  const spanMs = ENDS[param('ends') as keyof typeof ENDS] ?? null;
  return spanMs === null ? null : { fromMs: minute.value, toMs: minute.value + spanMs };
}

const categories = computed(() => listCategories(listedMarkets.value));

const sort = computed((): Sort => {
  const [id = '', direction] = (param('sort') ?? '').split('.');
  return MARKET_COLUMNS.some((column) => column.id === id) ? { id, isUp: direction === 'up' } : DEFAULT_SORT;
});

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

const STARS = starColumn<MarketLine>(
  (line) => (isHead(line) ? null : line),
  () => undefined,
);
/** Columns of a list of perpetuals: funding and leverage in place of the end and of the venue, which is one for all. */
const PERP_COLUMNS = MARKET_COLUMNS.map((column) => ({
  ...column,
  isOptional: ['venue', 'ends', 'liquidity'].includes(column.id),
}));
const isOfPerps = () => param('class') === 'perp';

const LABEL = 'Markets';

/** Opens the page of every market of every venue, side by side. */
export function open(): OpenPage {
  const quotes = liveQuotes();
  const toColumns = (columns: readonly Column<MarketRow>[]): readonly Column<MarketLine>[] => [
    STARS,
    ...followColumns(columns, quotes).map(toLineColumn),
  ];
  const [forAll, forPerps] = [toColumns(MARKET_COLUMNS), toColumns(PERP_COLUMNS)];
  const createTable = (columns: readonly Column<MarketLine>[]) =>
    table<MarketLine>({
      label: LABEL,
      columns,
      choice: () => findColumnChoice(LABEL, columns),
      rows: filtered,
      arrange: (lines) => (isGrouped() ? groupByEvent(lines as readonly MarketRow[]) : lines),
      rowClass: (line) => (isHead(line) ? 'group' : isMember(line) ? 'member' : ''),
      sort,
      onSort: ({ id, isUp }) => setParams({ sort: `${id}${isUp ? '.up' : ''}` }),
      onOpen: (line) => goTo(isHead(line) ? eventAddress(line) : `/asset/${encodeURIComponent(line.asset)}`),
      rowKeys: [
        {
          keys: 'w',
          says: 'watch the market of the row, or no longer',
          run: (line) => {
            if (!isHead(line)) toggleWatched(line);
          },
        },
      ],
    });
  const [ofAll, ofPerps] = [createTable(forAll), createTable(forPerps)];
  const findColumns = () => (isOfPerps() ? forPerps : forAll);
  const list = panel<GetFeedAnswer>({
    title: LABEL,
    guide: 'concepts#a-price-and-its-unit',
    unit: () =>
      [`${filtered.value.length} of ${listedMarkets.value.length}`, describeComing()]
        .filter(Boolean)
        .join('; '),
    width: 'full',
    isFlush: true,
    call: pickFeed,
    at: findFeedTime,
    tools: () =>
      html`${marketFilters({
        found: () => filtered.value.length,
        venues: () => Object.keys(feedHealth.state.value.data?.venues ?? {}),
        categories: () => categories.value,
        columns: findColumns(),
      })}
      ${view(() => liveWord(quotes))}`,
    never: () => (listedMarkets.value.length === 0 ? 'no venue has answered yet' : null),
    empty: () => (filtered.value.length === 0 ? explainEmpty() : null),
    body: () => (isOfPerps() ? ofPerps : ofAll),
  });
  return {
    title: 'Markets',
    view: () => html`<h1 class="hidden">Markets</h1><div class="grid markets">${list}</div>`,
    shared: () => ({ columns: findSharedColumns(LABEL, findColumns()) }),
    close: quotes.close,
  };
}

function explainEmpty(): string {
  const id = param('watch');
  if (id !== null && findList(watchLists.value, id) === null)
    return 'This browser does not keep the watch list of the address: take that filter out.';
  return 'No market passes the filters: use fewer words, or take a filter out.';
}
