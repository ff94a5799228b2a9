import { computed, effect, signal } from '@preact/signals-core';
import type { GetQuoteAnswer } from '../../client/src/index.ts';
import type { OpenPage } from '../page.ts';
import { book } from '../panels/asset/book.ts';
import { assetChart } from '../panels/asset/chart.ts';
import { type ChartWindow, followWindow } from '../panels/asset/chart-window.ts';
import { assetHeader, findHeading } from '../panels/asset/header.ts';
import { later, whenNear } from '../panels/asset/later.ts';
import { followMoment } from '../panels/asset/moment.ts';
import { type AssetState, assetState, QUOTE_EVERY_MS } from '../panels/asset/state.ts';
import { carry, risk, stats } from '../panels/asset/statistics.ts';
import { unknownAsset } from '../panels/asset/suggestions.ts';
import { followTapeRecord, type TapeRecord } from '../panels/asset/tape-record.ts';
import { findInterval } from '../panels/recording/lamps.ts';
import { type Content, html } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { onKeys } from '../state/keyboard.ts';

/** What does this asset look like: history, book, flow, risk? */
export function open(rest: string): OpenPage {
  if (rest === '') {
    return {
      title: 'Asset',
      view: () => html`<h1 class="pagehead">Which asset?</h1>
        <p>Find one by its words with <kbd>Ctrl K</kbd>, or in <a href="/markets">Markets</a>.</p>`,
    };
  }
  const quote = call<GetQuoteAnswer>(`/api/m2m/${encodeURIComponent(rest)}/quote`, {
    everyMs: QUOTE_EVERY_MS,
  });
  const parts = signal<AssetParts | null>(null);
  const isUnknown = signal(false);
  // One request first: of an id that no market has, everything else would fail as well.
  const stop = effect(() => {
    const { data, failure } = quote.state.value;
    if (data === null && failure === null) return;
    queueMicrotask(() => {
      stop();
      // An id that no asset can have is refused before it is looked up.
      if (data === null && (failure?.status === 404 || failure?.status === 400)) isUnknown.value = true;
      else if (!isClosed) parts.value = assetParts(rest);
    });
  });
  let isClosed = false;
  return {
    title: () => parts.value?.title() ?? rest,
    view: () => {
      if (isUnknown.value) return unknownAsset(rest);
      return (
        parts.value?.view() ?? html`<h1 class="pagehead">${rest}</h1><p class="state loading">loading</p>`
      );
    },
    frozen: () => parts.peek()?.frozen() ?? {},
    close: () => {
      isClosed = true;
      stop();
      parts.peek()?.close();
    },
  };
}

interface AssetParts {
  readonly title: () => string;
  readonly view: () => Content;
  readonly frozen: () => Readonly<Record<string, string | null>>;
  readonly close: () => void;
}

/** What a market settles by: code that a perpetual never needs. */
const settlesBy = (state: AssetState): Content =>
  later(state.hasChart, async () => {
    const panel = (await import('../panels/settled/market.ts')).settlesBy(state);
    return () => panel;
  });

const elsewhere = (state: AssetState): Content =>
  later(state.hasChart, async () => {
    const panel = (await import('../panels/asset/elsewhere.ts')).elsewhere(state);
    return () => panel;
  });

const resolution = (state: AssetState): Content =>
  later(state.hasChart, async () => {
    const panel = (await import('../panels/asset/elsewhere.ts')).resolution(state);
    return () => panel;
  });

const trades = (state: AssetState): Content =>
  whenNear(state.hasChart, async () => {
    const panel = (await import('../panels/asset/trades.ts')).trades(state.asset);
    return () => panel;
  });

const returns = (state: AssetState): Content =>
  whenNear(state.hasChart, async () => {
    const panel = (await import('../panels/asset/returns.ts')).returnsPanel(state);
    return () => panel;
  });

/** What a perpetual paid: nothing of other assets. */
const funding = (state: AssetState): Content =>
  whenNear(state.hasChart, async () => {
    const panel = (await import('../panels/asset/funding.ts')).fundingHistory(state);
    return () => panel;
  });

/** Nothing where no book is recorded at all, which is said below the chart: it comes only once that is known. */
const depth = (state: AssetState, window: ChartWindow, { books }: TapeRecord): Content => {
  const isThere = computed(() => {
    const { data = null, failure = null } = books.value?.state ?? {};
    return state.hasChart.value && (data === null ? failure !== null : data.coverage.state !== 'never');
  });
  return whenNear(isThere, async () => {
    const panel = (await import('../panels/asset/depth-over-time.ts')).depthOverTime(state, window);
    return () => panel;
  });
};

/** The panels of a market that there is. */
function assetParts(asset: string): AssetParts {
  const state = assetState(asset);
  const interval = computed(() => findInterval(state.venue));
  const window = followWindow(interval);
  const moment = followMoment();
  const record = followTapeRecord(asset, window.request);
  const bookPanel = book(state, moment, record);
  const chart = assetChart(state, { window, interval, moment, record, book: bookPanel.touchAtMoment });
  const header = assetHeader(state);
  const riskPanel = risk(state);
  const watch = async () =>
    (await import('../panels/watch/star.ts')).toggleWatched({ asset, name: findHeading(state) });
  const stopKeys = onKeys([{ keys: 'w', says: 'watch this market, or no longer', run: () => void watch() }]);
  const left = [trades(state), elsewhere(state)];
  const right = [
    state.unit === 'usd' ? carry(state) : resolution(state),
    state.unit === 'usd' ? funding(state) : settlesBy(state),
    depth(state, window, record),
    returns(state),
    stats(state),
  ];
  return {
    title: () => findHeading(state),
    view: () => html`${header}
      <div class="grid">
        <div class="desk">${chart.panel} ${bookPanel.panel}</div>
        ${riskPanel}
        <div class="stack">${left}</div>
        <div class="stack">${right}</div>
      </div>`,
    frozen: chart.frozen,
    close: () => {
      stopKeys();
      chart.close();
      window.close();
      moment.close();
      state.close();
    },
  };
}
