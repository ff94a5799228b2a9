import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { panned, zoomed } from '../../chart/window.ts';
import { shown } from '../../format/field.ts';
import { DAY_MS, zoneName } from '../../format/time.ts';
import { onKeys } from '../../state/keyboard.ts';
import { describeComing, isPastThere, onPastArrived, wantPast } from '../../state/past.ts';
import { settings } from '../../state/settings.ts';
import { createDrawnChart } from '../drawn-chart.ts';
import { panel } from '../panel.ts';
import { describeCoverage, THIN_WHY } from '../recording/model.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { followBars } from './chart-bars.ts';
import { followCompare } from './chart-compare.ts';
import { chartLegend } from './chart-legend.ts';
import { followOverlays } from './chart-overlays.ts';
import { createReadout } from './chart-readout.ts';
import { findStyle, renderTools } from './chart-tools.ts';
import { type ChartWindow, toParams } from './chart-window.ts';
import { lastHole } from './last-hole.ts';
import { later } from './later.ts';
import type { Moment } from './moment.ts';
import { type AssetState, clockOrZero } from './state.ts';
import type { TapeRecord } from './tape-record.ts';

export interface AssetChart {
  readonly panel: Content;
  /** The members of the address that replace a moving range in a copied link. */
  readonly frozen: () => Readonly<Record<string, string | null>>;
  readonly close: () => void;
}

/**
 * The panel in which the history of one asset is drawn, moved and read out.
 *
 * @param moment Follows the cursor. @param book Words about the book at that moment; '' without one.
 */
export function assetChart(
  state: AssetState,
  {
    window,
    interval,
    moment,
    record,
    book,
  }: {
    readonly window: ChartWindow;
    readonly interval: ReadonlySignal<number | null>;
    readonly moment: Moment;
    readonly record: TapeRecord;
    readonly book: () => string;
  },
): AssetChart {
  const { asset, venue } = state;
  const { inView, move } = window;
  const recording = followBars(state, window, interval);
  const { bars } = recording;
  const overlays = followOverlays(state, window.request, recording);
  const compare = followCompare(state, recording);
  const layers = computed(() => {
    const { lines, second } = compare.layers.value;
    const momentMs = moment.kept.value;
    return { ...overlays.layers.value, lines: [...overlays.layers.value.lines, ...lines], second, momentMs };
  });

  const lanes = later(state.hasChart, async () => {
    const { tapeLanes } = await import('./tape-lanes.ts');
    return () => tapeLanes(record, inView.value, window.settle);
  });
  /** The bars of the panel's CSV; without their drawdowns until the code of the lane is loaded. */
  let listBars = ({ buckets }: GetHistoryAggregateAnswer): readonly object[] => buckets;
  const drawdown = later(state.hasChart, async () => {
    const { drawdownLane, withDrawdowns } = await import('./drawdown-lane.ts');
    listBars = (answer) => withDrawdowns(answer, state.unit);
    return () => drawdownLane(recording.recorded.value, inView.value, state.unit);
  });
  const stopWaiting = effect(() => {
    const { data = null, failure = null } = recording.history.value?.state ?? {};
    if (data === null && failure === null && venue !== null) return;
    state.hasChart.value = true;
    // From here on the panel follows the bars, and only while it is in view.
    queueMicrotask(() => stopWaiting());
  });

  // A new installation holds minutes: they are a dot in a day. What was a day ago may still be on its way.
  let withoutPast: GetHistoryAggregateAnswer | null = null;
  const readPast = () => {
    const { call = null, state = null } = recording.history.peek() ?? {};
    withoutPast = state?.data ?? null;
    call?.renew();
  };
  const stopBeginning = effect(() => {
    const { data = null } = recording.history.value?.state ?? {};
    const first = data?.buckets[0];
    if (first === undefined || !isPastThere(asset)) return;
    queueMicrotask(() => {
      if (data === withoutPast) return;
      // An answer from before the past was there does not say how far it reaches.
      if (withoutPast === null && first.t > clockOrZero() - DAY_MS) return readPast();
      stopBeginning();
      window.begin(first.t);
    });
  });

  const readout = createReadout(bars, state.unit);
  const drawing = createDrawnChart(
    () => ({
      priceText: readout.writePrice,
      isProbability: state.unit === 'probability',
      now: clockOrZero,
      onWindow: move,
      onReset: () => {
        window.reset();
        moment.keep(null);
      },
      onPress: moment.keep,
      onBar: readout.choose,
      onCursor: (at) => {
        const { fromMs, toMs } = inView.peek();
        moment.follow(at, (toMs - fromMs) / Math.max(1, drawing.element?.clientWidth ?? 1));
      },
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
    if (next.at < fromMs || next.at > toMs)
      move(panned(inView.peek(), (next.at - fromMs) / (toMs - fromMs) - 0.5));
    readout.choose(next.index);
    // The plot has the window that moved from its next microtask on.
    queueMicrotask(() => {
      drawing.chart?.point(next.index);
      readout.choose(next.index);
    });
  };
  const forgetKeys = onKeys([
    { keys: 'ArrowLeft', says: 'the bar before', run: () => stepBar(-1) },
    { keys: 'ArrowRight', says: 'the next bar', run: () => stepBar(1) },
    { keys: '+', says: 'closer', run: () => move(zoomed(inView.peek(), 0.6, 0.5)) },
    { keys: '-', says: 'farther', run: () => move(zoomed(inView.peek(), 1 / 0.6, 0.5)) },
    { keys: '[', says: 'shorter range', run: () => window.stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => window.stepRange(1) },
    { keys: 'p', says: 'keep the moment of the cursor for the book, or let go of it', run: moment.toggle },
    { keys: 'f', says: 'the chart on the full screen, and back', run: toggleFullScreen },
  ]);
  const legend = (bar: { readonly atMs: number; readonly widthMs: number }) => html`${chartLegend(overlays, {
    ...bar,
    priceText: readout.writePrice,
  })}
      ${compare.legend(bar)}${bookPart()}`;
  const bookPart = (): Content => {
    const text = book();
    // Always there: a line that comes with the cursor would move the chart below it.
    return html`<span class=${text === '' ? 'muted' : ''}>book ${text === '' ? 'live' : text}</span>`;
  };

  const forgetArrivals = onPastArrived((assets) => {
    if (assets.includes(asset)) readPast();
  });
  /** Describes the request for the time before the market was recorded, which is made while the chart is in view. */
  const pastPart = (): string => {
    wantPast([asset]);
    const coming = describeComing([asset]);
    return coming === '' ? '' : `; ${coming}`;
  };

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
    width: 'wide',
    call: () => recording.aggregate(asset, venue),
    waiting:
      venue === null
        ? 'This id belongs to no venue that this version knows.'
        : 'waiting for the service’s clock',
    never: ({ coverage }) => (coverage.state === 'never' ? 'Nothing was ever recorded of this asset.' : null),
    list: (answer) => listBars(answer),
    tools: () => renderTools(state, window, toggleFullScreen),
    body: ({ count, truncated, bucketMs }) => html`${readout.render(legend)}
      <ct-chart-host .host=${drawing.host} tabindex="0" role="group" aria-label="History of ${asset}: ${count} bars. Left and right move from bar to bar, plus and minus zoom."></ct-chart-host>
      <div class="drawdown">${drawdown}</div>
      <div class="tape-lanes">${lanes}</div>
      <p class="foot muted">
        ${count === 1 ? '1 bar' : `${count} bars`} of ${shown('bucketMs', bucketMs).text}; ${view(recordedPart)}${view(pastPart)}${truncated ? '; older ones are not shown' : ''}. Wheel zooms, dragging pans,${view(() => (record.whyNoBooks() === null ? ' a press keeps the moment for the book,' : ''))} double click goes back.
        ${hole}
        <span class="hidden" aria-live="polite">${readout.spoken()}${book() === '' ? nothing : `, book ${book()}`}</span>
      </p>`,
  });

  return {
    panel: chartPanel,
    frozen: () => toParams(inView.peek()),
    close: () => {
      stopWaiting();
      stopBeginning();
      forgetArrivals();
      forgetKeys();
      overlays.close();
    },
  };
}

/** Fills the screen with the panel of an element, and back; where a browser cannot, the panel takes the whole page. */
function fillScreen(element: Element | null): void {
  const panelOfIt = element?.closest('.panel') ?? null;
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else if (panelOfIt?.requestFullscreen === undefined) panelOfIt?.toggleAttribute('data-filled');
  else void panelOfIt.requestFullscreen();
}
