import { computed } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { panned, zoomed } from '../../chart/window.ts';
import { shown } from '../../format/field.ts';
import { zoneName } from '../../format/time.ts';
import { onKeys } from '../../state/keyboard.ts';
import { settings } from '../../state/settings.ts';
import { createDrawnChart } from '../drawn-chart.ts';
import { panel } from '../panel.ts';
import { findInterval } from '../recording/lamps.ts';
import { describeCoverage, THIN_WHY } from '../recording/model.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { followBars } from './chart-bars.ts';
import { followCompare } from './chart-compare.ts';
import { chartLegend } from './chart-legend.ts';
import { followOverlays } from './chart-overlays.ts';
import { createReadout } from './chart-readout.ts';
import { findStyle, renderTools } from './chart-tools.ts';
import { followWindow, toParams } from './chart-window.ts';
import { lastHole } from './last-hole.ts';
import { type AssetState, clockOrZero } from './state.ts';

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

  const readout = createReadout(bars, state.unit);
  const drawing = createDrawnChart(
    () => ({
      priceText: readout.writePrice,
      isProbability: state.unit === 'probability',
      now: clockOrZero,
      onWindow: move,
      onReset: window.reset,
      onBar: readout.choose,
    }),
    [
      (chart) => chart.show(bars.value, layers.value),
      (chart) => chart.setStyle(findStyle(state.unit)),
      (chart) => chart.setWindow(inView.value),
    ],
  );
  const toggleFullScreen = () => fillScreen(drawing.element);
  const stepBar = (by: -1 | 1) => {
    const next = readout.findNext(by);
    if (next === null) return;
    const { fromMs, toMs } = inView.peek();
    if (next.at < fromMs || next.at > toMs) move(panned(inView.peek(), by * 0.5));
    readout.choose(next.index);
    drawing.chart?.point(next.index);
    readout.choose(next.index);
  };
  const forgetKeys = onKeys([
    { keys: 'ArrowLeft', says: 'the bar before', run: () => stepBar(-1) },
    { keys: 'ArrowRight', says: 'the next bar', run: () => stepBar(1) },
    { keys: '+', says: 'closer', run: () => move(zoomed(inView.peek(), 0.6, 0.5)) },
    { keys: '-', says: 'farther', run: () => move(zoomed(inView.peek(), 1 / 0.6, 0.5)) },
    { keys: '[', says: 'shorter range', run: () => window.stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => window.stepRange(1) },
    { keys: 'f', says: 'the chart on the full screen, and back', run: toggleFullScreen },
  ]);
  const legend = (bar: { readonly atMs: number; readonly widthMs: number }) => html`${chartLegend(overlays, {
    ...bar,
    priceText: readout.writePrice,
  })}
      ${compare.legend(bar)}`;

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
    tools: () => renderTools(state, window, toggleFullScreen),
    body: ({ count, truncated, bucketMs }) => html`${readout.render(legend)}
      <ct-chart-host .host=${drawing.host} tabindex="0" role="group" aria-label="History of ${asset}: ${count} bars. Left and right move from bar to bar, plus and minus zoom."></ct-chart-host>
      <p class="foot muted">
        ${count === 1 ? '1 bar' : `${count} bars`} of ${shown('bucketMs', bucketMs).text}; ${view(recordedPart)}${truncated ? '; older ones are not shown' : ''}. Wheel zooms, dragging pans, double click goes back.
        ${hole}
        <span class="hidden" aria-live="polite">${readout.spoken()}</span>
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
