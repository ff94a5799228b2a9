import { computed, effect, signal } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { type BarStyle, type Chart, createChart } from '../../chart/chart.ts';
import type { ChartHost } from '../../chart/chart-host.ts';
import { BAR_CHOICES, panned, RANGES, zoomed } from '../../chart/window.ts';
import { shown } from '../../format/field.ts';
import { priceText } from '../../format/market.ts';
import { compact, MISSING } from '../../format/number.ts';
import { dayTime, zoneName } from '../../format/time.ts';
import { onKeys } from '../../state/keyboard.ts';
import { param, setParams } from '../../state/location.ts';
import { isDark, settings } from '../../state/settings.ts';
import { choices, chosen } from '../choices.ts';
import { followBars } from './chart-bars.ts';
import { compareField, followCompare } from './chart-compare.ts';
import { type AssetState, clockOrZero } from './state.ts';
import '../../chart/chart-host.ts';
import { panel } from '../panel.ts';
import { findInterval } from '../recording/lamps.ts';
import { describeCoverage, THIN_WHY } from '../recording/model.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { chartLegend } from './chart-legend.ts';
import { followOverlays, isOn, OVERLAYS, type Overlay, toggleOverlay } from './chart-overlays.ts';
import { followWindow, toParams } from './chart-window.ts';
import { lastHole } from './last-hole.ts';

const STYLES = [
  ['line', 'line'],
  ['candles', 'candles'],
] as const;

/** The panel in which the history of one asset is drawn, moved and read out. */
export function assetChart(state: AssetState): {
  readonly panel: Content;
  /** The members of the address that replace a moving range in a copied link. */
  readonly frozen: () => Readonly<Record<string, string | null>>;
  readonly close: () => void;
} {
  const { asset, venue } = state;
  const interval = computed(() => findInterval(venue));
  const window = followWindow(interval);
  const { inView, move } = window;
  const recording = followBars(state, window, interval);
  const { bars } = recording;
  const overlays = followOverlays(state, window.request, recording);
  const compare = followCompare(state, recording);
  const layers = computed(() => {
    const { lines, second } = compare.layers.value;
    return { ...overlays.layers.value, lines: [...overlays.layers.value.lines, ...lines], second };
  });

  // A probability moves in jumps of its ticks, of which candles make dots.
  const standard: BarStyle = state.unit === 'probability' ? 'line' : 'candles';
  const style = computed(() => chosen(param('as'), STYLES, standard) as BarStyle);

  let chart: Chart | null = null;
  let element: HTMLElement | null = null;
  /** The bar that is read out; null: the newest. */
  const barIndex = signal<number | null>(null);
  const stepBar = (by: -1 | 1) => {
    const last = bars.peek().t.length - 1;
    const next = Math.max(0, Math.min(last, (barIndex.peek() ?? last + 1) + by));
    const at = bars.peek().t[next];
    if (at === undefined) return;
    const { fromMs, toMs } = inView.peek();
    if (at < fromMs || at > toMs) move(panned(inView.peek(), by * 0.5));
    barIndex.value = next;
    chart?.point(next);
    barIndex.value = next;
  };
  const forgetKeys = onKeys([
    { keys: 'ArrowLeft', says: 'the bar before', run: () => stepBar(-1) },
    { keys: 'ArrowRight', says: 'the next bar', run: () => stepBar(1) },
    { keys: '+', says: 'closer', run: () => move(zoomed(inView.peek(), 0.6, 0.5)) },
    { keys: '-', says: 'farther', run: () => move(zoomed(inView.peek(), 1 / 0.6, 0.5)) },
    { keys: '[', says: 'shorter range', run: () => window.stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => window.stepRange(1) },
    { keys: 'f', says: 'the chart on the full screen, and back', run: () => fillScreen(element) },
  ]);

  const writePrice = (price: number | undefined) =>
    price === undefined ? MISSING : priceText(price, state.unit, settings.value.odds);
  const isSeen = signal(true);
  const host: ChartHost = {
    rest: (isResting) => {
      isSeen.value = !isResting;
    },
    attach: (host) => {
      element = host;
      const made = createChart({
        host,
        priceText: writePrice,
        isProbability: state.unit === 'probability',
        isUtc: settings.peek().zone === 'utc',
        now: clockOrZero,
        onWindow: move,
        onReset: window.reset,
        onBar: (index) => {
          barIndex.value = index;
        },
      });
      chart = made;
      const stops = [
        effect(() => {
          if (isSeen.value) made.show(bars.value, layers.value);
        }),
        effect(() => made.setStyle(style.value)),
        effect(() => {
          if (isSeen.value) made.setWindow(inView.value);
        }),
        effect(() => {
          isDark.value;
          settings.value;
          made.restyle();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        made.close();
        chart = null;
        element = null;
      };
    },
  };

  const readout = (): Content => {
    const { value } = bars;
    const index = barIndex.value ?? value.t.length - 1;
    const at = value.t[index];
    if (at === undefined) return html`<p class="readout muted">no bar in view</p>`;
    const volume = value.volume[index] ?? 0;
    return html`<p class="readout" aria-live="off">
      <span class="muted">${dayTime(at, settings.value.zone)}</span>
      <span>O ${writePrice(value.open[index])}</span><span>H ${writePrice(value.high[index])}</span><span>L ${writePrice(value.low[index])}</span
      ><span>C ${writePrice(value.close[index])}</span><span>V ${volume === 0 ? '–' : compact(volume)}</span>
      ${value.isThin[index] === true ? html`<span class="muted">filled in: fewer records than polls make</span>` : nothing}
      ${chartLegend(overlays, { atMs: at, widthMs: value.widthMs, priceText: writePrice })}
      ${compare.legend({ atMs: at, widthMs: value.widthMs })}
    </p>`;
  };
  /** The bar that was chosen, for those who do not see it. */
  const spoken = (index: number): string => {
    const at = bars.value.t[index];
    if (at === undefined) return '';
    return `${dayTime(at, settings.value.zone)}, ${writePrice(bars.value.close[index])}`;
  };

  const tools = (): Content =>
    html`<span class="choices" role="group" aria-label="overlays">
        ${(Object.keys(OVERLAYS) as Overlay[]).map(
          (name) =>
            html`<button aria-pressed=${isOn(name)} @click=${() => toggleOverlay(name)}>${OVERLAYS[name]}</button>`,
        )}
      </span>
      ${compareField(asset)}
      ${choices({ label: 'drawn as', param: 'as', values: STYLES, current: style.value, standard })}
      <select aria-label="width of a bar" title="width of a bar" @change=${(event: Event) => setParams({ bar: (event.target as HTMLSelectElement).value || null })}>
        <option value="">bars to fit</option>
        ${BAR_CHOICES.map(({ name }) => html`<option value=${name} ?selected=${param('bar') === name}>${name} bars</option>`)}
      </select>
      <span class="choices" role="group" aria-label="range">
        ${RANGES.map(
          ({ name }) =>
            html`<button aria-pressed=${!window.isFixed.value && name === window.range.value.name} @click=${() => setParams({ range: name, from: null, to: null })}>${name}</button>`,
        )}
      </span>
      <button title="the chart on the full screen, and back (f)" @click=${() => fillScreen(element)}>full</button>`;

  const recordedPart = (): Content => {
    const { value } = recording.inView;
    if (value === null) return nothing;
    const { recorded, filled, hole: lost } = describeCoverage(value);
    return html`coverage of the time in view: <b>${recorded} % recorded</b>${
      filled === null ? nothing : html`, <span title=${THIN_WHY}>${filled} % filled in from candles</span>`
    }${lost === null ? nothing : html`, ${lost} % not recorded`}`;
  };
  const hole = lastHole(asset, window.settle);
  const chartPanel = panel<GetHistoryAggregateAnswer>({
    title: 'History',
    guide: 'concepts#from-a-venue-to-an-answer',
    unit: () => `${state.unit === 'usd' ? 'USD' : 'probability'}, ${zoneName(settings.value.zone)}`,
    width: 'full',
    call: () => recording.aggregate(asset, venue),
    waiting:
      venue === null
        ? 'This id belongs to no venue that this version knows.'
        : 'waiting for the service’s clock',
    never: ({ coverage }) => (coverage.state === 'never' ? 'Nothing was ever recorded of this asset.' : null),
    tools,
    body: ({ count, truncated, bucketMs }) => html`${readout()}
      <ct-chart-host .host=${host} tabindex="0" role="group" aria-label="History of ${asset}: ${count} bars. Left and right move from bar to bar, plus and minus zoom."></ct-chart-host>
      <p class="foot muted">
        ${count} bars of ${shown('bucketMs', bucketMs).text}; ${view(recordedPart)}${truncated ? '; older ones are not shown' : ''}. Wheel zooms, dragging pans, double click goes back.
        ${hole}
        <span class="hidden" aria-live="polite">${barIndex.value === null ? '' : spoken(barIndex.value)}</span>
      </p>`,
  });

  return {
    panel: chartPanel,
    frozen: () => toParams(inView.peek()),
    close: () => {
      forgetKeys();
      window.close();
      overlays.close();
    },
  };
}

/** The panel of an element on the full screen, and back; where a browser has none for it, over the whole page. */
function fillScreen(element: Element | null): void {
  const panelOfIt = element?.closest('.panel') ?? null;
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else if (panelOfIt?.requestFullscreen === undefined) panelOfIt?.toggleAttribute('data-filled');
  else void panelOfIt.requestFullscreen();
}
