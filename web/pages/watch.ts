import { computed, effect } from '@preact/signals-core';
import type { GetFeedAnswer } from '../../client/src/index.ts';
import type { OpenPage } from '../page.ts';
import { createMarketField } from '../panels/market/market-field.ts';
import { MARKET_COLUMNS } from '../panels/market-table/columns.ts';
import { findFeedTime, listedMarkets, pickFeed, wholeVenues } from '../panels/market-table/listed.ts';
import { followColumns, liveWord } from '../panels/market-table/live.ts';
import { panel } from '../panels/panel.ts';
import { findColumnChoice, findSharedColumns } from '../panels/table/column-choice.ts';
import { columnsButton } from '../panels/table/columns-button.ts';
import { type Column, type Sort, table } from '../panels/table/table.ts';
import { type Content, html, nothing, view } from '../panels/view.ts';
import { isAbsent, toLines, toWatchColumn, type WatchLine } from '../panels/watch/lines.ts';
import { listHead, listTabs } from '../panels/watch/list-head.ts';
import { starColumn, toggleWatched } from '../panels/watch/star.ts';
import { liveQuotes } from '../state/live-quotes.ts';
import { fragment, goTo, param, setFragment, setParams } from '../state/location.ts';
import { changeLists, watchLists } from '../state/watch-lists.ts';
import { chooseList, findList, formatShared, hasAsset, parseShared } from '../state/watch-model.ts';

const LABEL = 'Watch list';

/** The list of this browser that the address names; null: none has this id. */
const own = computed(() => findList(watchLists.value, param('list')));
/** Shown list: the viewer's own list, else the one that the address carries; null: neither. */
const list = computed(() => own.value ?? parseShared(fragment.value));
/** Its id, which stays the same when another tab stores lists: only a list that is opened here becomes the chosen one. */
const openedId = computed(() => own.value?.id ?? null);
const ownId = () => own.value?.id;

const lines = computed(() => toLines(list.value?.assets ?? [], listedMarkets.value, wholeVenues.value));

/** The order of the list itself without a column that is sorted by. */
const sort = computed((): Sort | null => {
  const [id = '', direction] = (param('sort') ?? '').split('.');
  return MARKET_COLUMNS.some((column) => column.id === id) ? { id, isUp: direction === 'up' } : null;
});

const PHONE_STAR_PX = 42;

/** Columns of a phone: the star in place of the age, since there is no key to take a market out. */
const COLUMNS: typeof MARKET_COLUMNS = MARKET_COLUMNS.map(({ phoneWidth, ...column }) => ({
  ...column,
  ...(phoneWidth === undefined || column.id === 'age' ? {} : { phoneWidth }),
}));

/**
 * Opens the page of the markets of one list, live. The list of an address is shown, and stored only when the viewer
 * says so.
 */
export function open(): OpenPage {
  const quotes = liveQuotes();
  const columns: readonly Column<WatchLine>[] = [
    starColumn<WatchLine>((line) => (own.value === null ? null : line), ownId, PHONE_STAR_PX),
    ...followColumns(COLUMNS, quotes).map(toWatchColumn),
  ];
  const field = createMarketField({
    listId: 'watch-found',
    label: 'add a market by its name',
    placeholder: '+ add a market',
    choose: (asset) => {
      const name = listedMarkets.peek().find((row) => row.asset === asset)?.name ?? asset;
      if (!hasAsset(own.peek(), asset)) toggleWatched({ asset, name }, own.peek()?.id);
    },
  });
  const rows = table<WatchLine>({
    label: LABEL,
    columns,
    choice: () => findColumnChoice(LABEL, columns),
    rows: lines,
    sort,
    onSort: ({ id, isUp }) => setParams({ sort: `${id}${isUp ? '.up' : ''}` }),
    onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
    rowKeys: [
      {
        keys: 'w',
        says: 'take the market of the row out of the list',
        run: (line) => {
          if (own.peek() !== null) toggleWatched(line, own.peek()?.id);
        },
      },
    ],
  });
  const markets = panel<GetFeedAnswer>({
    title: 'Markets of the list',
    guide: 'concepts#watch-lists',
    unit: () => `${list.value?.assets.length ?? 0}`,
    width: 'full',
    isFlush: true,
    call: pickFeed,
    at: findFeedTime,
    list: () => lines.value.filter((line) => !isAbsent(line)),
    tools: () => html`${view(() => liveWord(quotes))}
      ${view(() => (mayAdd() ? field(own.value?.assets ?? []) : nothing))}
      ${lines.value.length === 0 ? nothing : STREAM_BUTTON}
      ${columnsButton(LABEL, columns)}`,
    empty: () => ((list.value?.assets.length ?? 0) === 0 ? EMPTY : null),
    body: () => rows,
  });
  const stops = [
    // Without a list of its own the address gets the one that was chosen last.
    effect(() => {
      const { current } = watchLists.value;
      if (list.value === null && current !== null) setParams({ list: current });
    }),
    // The address carries what is shown, so that it can be given to others.
    effect(() => {
      if (own.value !== null) setFragment(formatShared(own.value));
    }),
    effect(() => {
      const id = openedId.value;
      if (id !== null) queueMicrotask(() => changeLists((before) => chooseList(before, id)));
    }),
    effect(() => {
      for (const line of lines.value) if (!isAbsent(line)) quotes.want(line.asset);
    }),
  ];
  return {
    title: () => list.value?.name ?? 'Watch lists',
    view: (): Content => html`${view(() => listTabs(own.value))}
      ${view(() => listHead(list.value, own.value))}
      <div class="grid markets watched">${markets}</div>`,
    shared: () => ({ columns: findSharedColumns(LABEL, columns) }),
    close: () => {
      for (const stop of stops) stop();
      quotes.close();
    },
  };
}

const STREAM_BUTTON = html`<button title="the prices of this list as one stream, in Python, TypeScript, curl" @click=${() => void showStreamCode()}>stream code</button>`;
const EMPTY = 'No market yet: add one by its name here, or press ☆ beside a market on any page.';

const mayAdd = (): boolean => own.value !== null || list.value === null;

async function showStreamCode(): Promise<void> {
  const { showCode } = await import('../panels/code-sheet.ts');
  const listed = lines.peek().filter((line) => !isAbsent(line));
  const path = `/api/stream?assets=${listed.map(({ asset }) => encodeURIComponent(asset)).join(',')}`;
  await showCode(
    list.peek()?.name ?? LABEL,
    { path, server: 'main', credential: 'key', isStream: true },
    listed,
  );
}
