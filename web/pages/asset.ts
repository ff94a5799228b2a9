import type { OpenPage } from '../page.ts';
import { assetChart } from '../panels/asset-chart.ts';
import { assetHeader } from '../panels/asset-header.ts';
import { assetState } from '../panels/asset-state.ts';
import { book } from '../panels/book.ts';
import { elsewhere, resolution } from '../panels/elsewhere.ts';
import { carry, risk, stats } from '../panels/statistics.ts';
import { unknownAsset } from '../panels/suggestions.ts';
import { html } from '../panels/view.ts';

/** What does this asset look like: history, book, flow, risk? */
export function open(rest: string): OpenPage {
  if (rest === '') {
    return {
      title: 'Asset',
      view: () => html`<h1 class="pagehead">Which asset?</h1>
        <p>Find one by its words with <kbd>Ctrl K</kbd>, or in <a href="/markets">Markets</a>.</p>`,
    };
  }
  const state = assetState(rest);
  const chart = assetChart(state);
  const header = assetHeader(state);
  const riskPanel = risk(state);
  const left = [book(state), elsewhere(state)];
  const right = [state.unit === 'usd' ? carry(state) : resolution(state), stats(state)];
  const isUnknown = () => {
    const { data, failure } = state.quote.state.value;
    return data === null && failure?.status === 404;
  };
  return {
    title: () => state.newest.value?.name ?? rest,
    view: () =>
      isUnknown()
        ? unknownAsset(rest)
        : html`${header}
      <div class="grid">
        ${riskPanel} ${chart.panel}
        <div class="stack">${left}</div>
        <div class="stack">${right}</div>
      </div>`,
    frozen: chart.frozen,
    close: () => {
      chart.close();
      state.close();
    },
  };
}
