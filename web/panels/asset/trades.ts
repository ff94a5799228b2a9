import { computed, signal } from '@preact/signals-core';
import type { GetTradesAnswer, TapeTrade } from '../../../client/src/index.ts';
import { compact } from '../../format/number.ts';
import { holeText, neverText, spanText } from '../../format/tape.ts';
import { clockTime, DAY_MS, dayOf, isoTime, preciseTime, zoneName } from '../../format/time.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { call, follow } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { ask, type CallError, type Failure } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { priceFigure } from '../figure.ts';
import { failed, panel } from '../panel.ts';
import { type Column, table } from '../table/table.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { buildRows, countNewer, type TradeList, type TradeRow, withOlder } from './trades-model.ts';

const EVERY_MS = 4_000;
const PAGE_ROWS = 100;
const OLDER_ROWS = 500;
/** Whole days before today in the window of the list: at first, and as far as one answer reaches. */
const DAYS = { first: 1, all: 30 } as const;
/** Scroll position beyond which new trades do not move the list, CSS pixels. */
const MAX_TOP_PX = 8;

/** The trades of an asset with the side that the venue stated, newest first, and the holes of their record. */
export function trades(asset: string): Content {
  const unit = getPriceUnit(asset);
  const path = `/api/trades/${encodeURIComponent(asset)}`;
  const days = signal<number>(DAYS.first);
  const fromMs = computed(() =>
    now.value === null ? null : (Math.floor(now.value / DAY_MS) - days.value) * DAY_MS,
  );
  const asked = () =>
    fromMs.value === null
      ? null
      : call<GetTradesAnswer>(withQuery(path, { fromMs: fromMs.value, limit: PAGE_ROWS }), {
          everyMs: EVERY_MS,
          credential: 'key',
        });
  const newest = follow(asked);
  /** The list that a reader has stopped, with older pages behind it; null: it follows the newest answer. */
  const stopped = signal<TradeList | null>(null);
  const failure = signal<Failure | null>(null);
  const isLoading = signal(false);
  /** Whether older pages are behind it: the list then stands still until it is asked to follow again. */
  let hasOlder = false;
  const shown = computed(() => stopped.value ?? newest.value?.state.data ?? null);
  const rows = computed(() => (shown.value === null ? [] : buildRows(shown.value)));

  const readOlder = async () => {
    const list = shown.peek();
    if (list === null || list.nextCursor === null || isLoading.peek()) return;
    isLoading.value = true;
    failure.value = null;
    try {
      const page = withQuery(path, { cursor: list.nextCursor, limit: OLDER_ROWS });
      stopped.value = withOlder(list, (await ask(page, { credential: 'key' })) as GetTradesAnswer);
      hasOlder = true;
    } catch (error) {
      failure.value = error as CallError;
    } finally {
      isLoading.value = false;
    }
  };
  const followNewest = () => {
    failure.value = null;
    stopped.value = null;
    hasOlder = false;
  };
  const scrolled = (event: Event) => {
    const { scrollTop } = event.target as Element;
    const list = shown.peek();
    if (scrollTop > MAX_TOP_PX) stopped.value ??= list;
    else if (!hasOlder) followNewest();
  };
  const listed = table<TradeRow>({
    label: 'Trades',
    columns: toColumns(unit),
    rows,
    rowClass: (row) => (row.kind === 'hole' ? 'hole' : row.trade.settled === false ? 'unsettled' : ''),
  });
  const foot = (): Content => {
    const list = shown.value;
    const data = newest.value?.state.data ?? null;
    if (list === null || data === null) return nothing;
    const { count, isMore } = stopped.value === null ? { count: 0, isMore: false } : countNewer(list, data);
    return html`${
      stopped.value === null
        ? nothing
        : html`<button class="primary" @click=${followNewest}>back to the newest${count === 0 ? '' : `: ${count}${isMore ? ' and more' : ''} newer`}</button>`
    }
      ${
        list.nextCursor === null
          ? nothing
          : html`<button ?disabled=${isLoading.value} @click=${() => void readOlder()}>${isLoading.value ? 'loading' : 'older trades'}</button>`
      }
      ${
        list.nextCursor === null && days.value === DAYS.first && stopped.value === null
          ? html`<button @click=${() => {
              days.value = DAYS.all;
            }}>${DAYS.all} days back</button>`
          : nothing
      }
      <span class="muted">${describeRecord(data)}</span>
      ${failure.value === null ? nothing : failed(failure.value, { refresh: () => void readOlder() })}`;
  };
  return panel<GetTradesAnswer>({
    title: 'Trades',
    guide: 'tape#sides',
    unit: () => zoneName(settings.value.zone),
    width: 'full',
    isFlush: true,
    call: asked,
    waiting: 'waiting for the service’s clock',
    never: ({ coverage, venue }) => neverText(coverage, 'trades', venueTitle(venue)),
    list: () => shown.peek()?.trades ?? [],
    body: ({ coverage }) => html`<div class="trades" @scroll=${{ handleEvent: scrolled, capture: true }}>
      ${view(() => (rows.value.length === 0 ? html`<p class="state empty">No trade${since(coverage.recordedFromMs ?? fromMs.value)}.</p>` : listed))}
      <div class="trades-foot">${view(foot)}</div>
    </div>`,
  });
}

const since = (ms: number | null): string =>
  ms === null ? '' : ` since ${dayOf(ms, settings.value.zone)} ${clockTime(ms, settings.value.zone)}`;

/** Since when trades are known, and up to when. */
function describeRecord({ coverage }: GetTradesAnswer): string {
  const pending = coverage.notRecorded.find(({ reason }) => reason === 'pending');
  const known = coverage.recordedFromMs === null ? '' : `known${since(coverage.recordedFromMs)}`;
  if (pending === undefined) return known;
  return `${known}; those after ${clockTime(pending.fromMs, settings.value.zone)} are not read yet`;
}

function toColumns(unit: ReturnType<typeof getPriceUnit>): readonly Column<TradeRow>[] {
  const ofTrade = (cell: (trade: TapeTrade) => Content) => (row: TradeRow) =>
    row.kind === 'trade' ? cell(row.trade) : nothing;
  return [
    {
      id: 'time',
      title: 'time',
      isName: true,
      width: 120,
      phoneWidth: 92,
      cell: (row) => (row.kind === 'hole' ? holeLine(row) : timeOf(row.trade)),
    },
    {
      id: 'side',
      title: 'side',
      note: 'of the taker, as the venue states it',
      isText: true,
      width: 168,
      phoneWidth: 84,
      cell: ofTrade(sideOf),
    },
    {
      id: 'price',
      title: 'price',
      width: 84,
      phoneWidth: 72,
      cell: ofTrade(({ price }) => priceFigure(price, { unit })),
    },
    {
      id: 'size',
      title: 'size',
      width: 84,
      phoneWidth: 68,
      cell: ofTrade(({ size }) => html`<span title=${size}>${compact(size)}</span>`),
    },
    {
      id: 'notional',
      title: 'notional',
      unit: 'USD',
      width: 104,
      cell: ofTrade(({ price, size }) => html`<span title=${price * size}>${compact(price * size)}</span>`),
    },
  ];
}

function holeLine({ hole: { fromMs, toMs, reason } }: Extract<TradeRow, { kind: 'hole' }>): Content {
  const span = spanText(fromMs, toMs, now.peek() ?? toMs, settings.value.zone);
  return html`<b>▲ no trades known from ${span}</b>: ${holeText(reason)}`;
}

function timeOf({ t, venueT, source }: TapeTrade): Content {
  const { zone } = settings.value;
  const day = dayOf(t, zone) === dayOf(now.peek() ?? t, zone) ? '' : `${dayOf(t, zone).slice(5)} `;
  const whose = venueT === t ? 'the venue’s clock' : 'our clock';
  const title = `${isoTime(t)}, by ${whose}${source === 'backfill' ? '; read afterwards, its time is that of its settlement' : ''}`;
  return html`<span title=${title}>${day}${preciseTime(t, zone)}</span>`;
}

function sideOf({ side, isBlock, settled, source }: TapeTrade): Content {
  const said =
    side === null
      ? html`<span class="muted" title="the venue does not state it">not stated</span>`
      : side === 'buy'
        ? html`<span class="up">▲ buy</span>`
        : html`<span class="down">▼ sell</span>`;
  return html`${said}${isBlock ? mark('block', 'agreed outside of the book') : nothing}${
    settled === false ? mark('never settled', 'the list of settled trades does not have it') : nothing
  }${source === 'backfill' ? mark('read later', 'read from the venue afterwards') : nothing}`;
}

const mark = (text: string, title: string): Content =>
  html` <small class="trade-mark" title=${title}>${text}</small>`;
