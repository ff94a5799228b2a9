import { computed, signal } from '@preact/signals-core';
import type { GetCorrelationsAnswer, GetFeedAnswer } from '../../client/src/index.ts';
import { count } from '../format/number.ts';
import { HOUR_MS } from '../format/time.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { heatMap } from '../panels/heat-map.ts';
import { createMarketField } from '../panels/market/market-field.ts';
import { findTitle } from '../panels/market/names.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing, view } from '../panels/view.ts';
import { type Call, call } from '../state/calls.ts';
import { param, setParams, withQuery } from '../state/location.ts';
import { describeComing, onPastArrived, wantPast } from '../state/past.ts';

const EVERY_MS = 30_000;
const MAX_ASSETS = 20;
const MIN_RETURNS = 10;
/** Number of assets when the address names none: these fit a screen. */
const DEFAULT_ASSETS = 8;
const DEFAULT_HOURS = '24';
const HOURS = [
  ['1', '1 h'],
  ['6', '6 h'],
  [DEFAULT_HOURS, '24 h'],
  ['168', '7 d'],
  ['720', '30 d'],
] as const;
const METHODS = [
  ['pearson', 'Pearson'],
  ['spearman', 'Spearman'],
] as const;

const largest = call<GetFeedAnswer>('/api/feed?top=100', { everyMs: HOUR_MS });

/** Assets in the address; the largest perpetuals when it names none. */
const assets = computed((): readonly string[] => {
  const given = (param('assets') ?? '').split(',').filter((asset) => asset !== '');
  if (given.length > 0) return given;
  const perps = largest.state.value.data?.hyperliquid?.perps ?? [];
  return perps.slice(0, DEFAULT_ASSETS).map(({ asset }) => asset);
});
const hours = () => chosen(param('hours'), HOURS, DEFAULT_HOURS);
const method = computed(() => chosen(param('method'), METHODS));

/** Opens the page that answers: which assets move together? */
export function open(): OpenPage {
  const refused = signal<string | null>(null);
  const matrix = panel<GetCorrelationsAnswer>({
    title: 'Correlation of returns',
    guide: 'analytics#what-each-figure-means',
    unit: () => (method.value === 'pearson' ? 'Pearson, −1 to 1' : 'Spearman, of ranks, −1 to 1'),
    width: 'full',
    // What was refused, or cannot be answered now, is not shown as the figures of other assets.
    call: () => (refused.value === null ? matrixCall() : null),
    waiting: 'two assets at least',
    hidesFailed: true,
    tools:
      () => html`${choices({ label: 'window', param: 'hours', values: HOURS, current: hours(), standard: DEFAULT_HOURS })}
    ${choices({ label: 'method', param: 'method', values: METHODS, current: method.value })}`,
    body: renderMatrix,
  });
  const addMarket = createMarketField({
    listId: 'correlated-markets',
    label: 'add a market by name',
    placeholder: 'add by name',
    choose: (asset) => {
      refused.value = null;
      setParams({ assets: [...new Set([...assets.peek(), asset])].join(',') });
    },
  });
  const form = view(
    () =>
      html`<div class="line">${assetForm(refused)}${
        assets.value.length < MAX_ASSETS ? addMarket(assets.value) : nothing
      }</div>`,
  );
  const forgetArrivals = onPastArrived(() => matrixCall()?.renew());
  return {
    title: 'Correlations',
    view: () =>
      html`<h1 class="pagehead">Which assets move together?</h1>${form}<div class="grid">${matrix}</div>`,
    close: forgetArrivals,
  };
}

function matrixCall(): Call<GetCorrelationsAnswer> | null {
  if (assets.value.length < 2) return null;
  const path = withQuery('/api/correlations', { assets: assets.value.join(','), window: hours() });
  return call<GetCorrelationsAnswer>(path, { everyMs: EVERY_MS });
}

function assetForm(refused: { value: string | null }): Content {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get('assets'));
    const given = [...new Set(text.split(/[\s,]+/).filter((asset) => asset !== ''))];
    const isFit = given.length === 0 || (given.length >= 2 && given.length <= MAX_ASSETS);
    refused.value = isFit ? null : `from two to ${MAX_ASSETS} assets`;
    if (isFit) setParams({ assets: given.join(',') });
  };
  return html`<form class="line" @submit=${submit}>
    <label for="assets">Assets</label>
    <input id="assets" name="assets" data-filter spellcheck="false" autocomplete="off" .value=${assets.value.join(', ')}>
    <button>show</button>
    ${refused.value === null ? nothing : html`<span class="bad" role="alert">■ ${refused.value}</span>`}
  </form>`;
}

function renderMatrix(answer: GetCorrelationsAnswer): Content {
  const found = method.value === 'pearson' ? answer.pearson : answer.spearman;
  const { surviving, alignedReturnsLen, overlap, dropped, barsPerAsset } = answer;
  const listed = [...surviving, ...dropped.map(({ asset }) => asset)];
  wantPast(listed);
  const coming = describeComing(listed);
  const shared = overlap.matrix.flatMap((row, i) => row.slice(i + 1));
  return html`${
    found === null
      ? html`<p class="state empty">${
          surviving.length < 2
            ? 'Fewer than two assets have records enough in this window.'
            : alignedReturnsLen < MIN_RETURNS
              ? `Only ${alignedReturnsLen} returns are shared by all of them; ten are needed.`
              : `No pair was recorded in ten bars; the most are ${Math.max(...shared)}.`
        }</p>`
      : html`<div class="scroll-x">${heatMap(
          {
            ...found,
            findName: findTitle,
            whyNone: (i, j) => `both recorded in ${overlap.matrix[i]?.[j]} bars, ten are needed`,
          },
          'Correlation of returns',
        )}</div>
        <p class="muted">From ${count(alignedReturnsLen)} returns at times that all ${surviving.length} markets have; ${describeShared(shared)}.</p>`
  }
  ${coming === '' ? nothing : html`<p class="muted">Hours before recording began are read from the venues: ${coming}.</p>`}
  ${dropped.length === 0 ? nothing : droppedList(dropped, barsPerAsset)}`;
}

/** States the number of bars in which both assets of a pair were recorded: carried-forward prices are no evidence. */
function describeShared(bars: readonly number[]): string {
  const [least, most] = [Math.min(...bars), Math.max(...bars)];
  return `both of a pair were recorded in ${least === most ? count(most) : `${count(least)} to ${count(most)}`} of the bars`;
}

const REASONS: Readonly<Record<GetCorrelationsAnswer['dropped'][number]['reason'], string>> = {
  'insufficient-data': 'too few records in the window',
  'zero-variance': 'its price did not move',
};

function droppedList(
  dropped: GetCorrelationsAnswer['dropped'],
  barsPerAsset: GetCorrelationsAnswer['barsPerAsset'],
): Content {
  return html`<h3>Left out</h3>
    <table class="plain short">
      <thead><tr><th>asset</th><th>why</th><th class="num">points with a price</th></tr></thead>
      <tbody>
        ${dropped.map(
          ({ asset, reason }) => html`<tr>
            <td class="nowrap"><a href="/asset/${encodeURIComponent(asset)}" title=${asset} dir="auto">${findTitle(asset)}</a></td>
            <td>${REASONS[reason]}</td>
            <td class="num">${count(barsPerAsset[asset] ?? 0)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}
