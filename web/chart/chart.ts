import UPlot from 'uplot';
import { clockTime, DAY_MS, dayTime, MINUTE_MS } from '../format/time.ts';
import { drawBarLine } from './bar-line.ts';
import { type Bars, barJoiner, lowerBound, NO_BARS, visibleBars } from './bars.ts';
import { barsPerPixel, drawCandles } from './candles.ts';
import { drawOver, drawUnder } from './layers.ts';
import { drawPaneAxes, drawVolume, type Layout, layOut, paneRange } from './panes.ts';
import { type Colours, HELD_FILLED_MS, type Layers, NO_LAYERS, type Pane, type Stage } from './stage.ts';
import { addTag } from './tags.ts';
import { panned, type TimeWindow, zoomed } from './window.ts';

export interface ChartOptions {
  readonly host: HTMLElement;
  /** Formats prices of the axis. */
  readonly priceText: (price: number) => string;
  readonly isProbability: boolean;
  readonly isUtc: boolean;
  readonly now: () => number;
  /** The viewer zoomed or panned. */
  readonly onWindow: (window: TimeWindow) => void;
  /** The viewer wants the range that follows the present again. */
  readonly onReset: () => void;
  /** Index of the bar under the pointer or chosen by keys; null: none. */
  readonly onBar: (index: number | null) => void;
}

/** A chart as the rest of the terminal sees it: uPlot stays behind it. */
export interface Chart {
  show(bars: Bars, layers: Layers): void;
  /** Candles, with a line where bars were filled in, or a line alone. */
  setStyle(style: BarStyle): void;
  setWindow(window: TimeWindow): void;
  /** Puts the cursor on a bar. */
  point(index: number): void;
  /** Colours or sizes have changed. */
  restyle(): void;
  close(): void;
}

export type BarStyle = 'line' | 'candles';

const AXIS_FONT = '11px system-ui, sans-serif';
const PRICE_AXIS_PX = 74;
const TIME_AXIS_PX = 28;
const EDGE_PX = 16;
const MIN_WIDTH_PX = 120;
const MIN_HEIGHT_PX = 160;

/** Candles, volume and layers on a true time axis: a hole is as wide as it lasted. */
export function createChart(options: ChartOptions): Chart {
  const { host } = options;
  let bars = NO_BARS;
  let layers = NO_LAYERS;
  let window: TimeWindow = { fromMs: 0, toMs: 1 };
  let style: BarStyle = 'candles';
  let layout: Layout = layOut(false, false);
  let colours = readColours(host);
  const join = barJoiner();
  /** Bars as they are drawn: none is narrower than a pixel. */
  const drawnBars = (u: UPlot): Bars =>
    join(bars, barsPerPixel((bars.widthMs * u.bbox.width) / (window.toMs - window.fromMs), devicePixelRatio));

  const buildStage = (u: UPlot): Stage => {
    const { left, top, width, height } = u.bbox;
    const { min = 0, max = 1 } = u.scales.y as { min?: number; max?: number };
    const perMs = width / (window.toMs - window.fromMs);
    const perPrice = height / (max - min || 1);
    u.ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    const toPane = ([from, to]: readonly [number, number]): Pane => ({
      top: top + from * height,
      height: (to - from) * height,
    });
    return {
      ctx: u.ctx,
      left,
      top,
      width,
      height,
      scale: devicePixelRatio,
      // Straight from the window: uPlot's own conversion is a call per value with checks of its own.
      x: (ms) => left + (ms - window.fromMs) * perMs,
      y: (price) => top + height - (price - min) * perPrice,
      prices: toPane([0, layout.prices]),
      volume: layout.volume === null ? null : toPane(layout.volume),
      flow: layout.flow === null ? null : toPane(layout.flow),
      colours,
    };
  };
  const clipped = (u: UPlot, draw: (stage: Stage) => void) => {
    const { left, top, width, height } = u.bbox;
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(left, top, width, height);
    u.ctx.clip();
    draw(buildStage(u));
    u.ctx.restore();
  };
  const axis = () => ({
    stroke: () => colours.muted,
    grid: { stroke: () => colours.line, width: 0.5 },
    ticks: { show: false },
    font: AXIS_FONT,
  });
  /** Marks of prices that lie in the panes below are none. */
  const abovePanes: UPlot.Axis.Filter = (u, splits) => {
    const { min = 0, max = 1 } = u.scales.y as { min?: number; max?: number };
    const least = max - (max - min) * layout.prices;
    return splits.map((at) => (at >= least ? at : null));
  };
  const sizeNow = () => ({
    width: Math.max(MIN_WIDTH_PX, host.clientWidth),
    height: Math.max(MIN_HEIGHT_PX, host.clientHeight),
  });

  const plot = new UPlot(
    {
      ...sizeNow(),
      ms: 1,
      legend: { show: false },
      padding: [8, 0, 0, 8],
      ...(options.isUtc ? { tzDate: (ms: number) => UPlot.tzDate(new Date(ms), 'Etc/UTC') } : {}),
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: true },
      scales: {
        x: { time: true, auto: false, range: () => [window.fromMs, window.toMs] },
        y: {
          auto: true,
          range: (u) => priceRange(drawnBars(u), layers, window, options.isProbability, layout.prices),
        },
      },
      series: [{}, { scale: 'y', paths: () => null, points: { show: false } }],
      axes: [
        {
          ...axis(),
          size: TIME_AXIS_PX,
          values: (u, splits, _i, _space, stepMs) =>
            // A label that would be cut at the edge is left out.
            splits.map((at) => (u.valToPos(at, 'x') < EDGE_PX ? '' : timeText(at, stepMs, options.isUtc))),
        },
        {
          ...axis(),
          side: 1,
          size: PRICE_AXIS_PX,
          filter: abovePanes,
          grid: { stroke: () => colours.line, width: 0.5, filter: abovePanes },
          values: (_u, splits) => splits.map((at) => (at === null ? '' : options.priceText(at))),
        },
      ],
      hooks: {
        drawClear: [(u) => clipped(u, (stage) => drawUnder(stage, layers, options.now()))],
        draw: [
          (u) =>
            clipped(u, (stage) => {
              const drawn = drawnBars(u);
              drawVolume(stage, drawn, window.fromMs, window.toMs);
              drawCandles(stage, drawn, window.fromMs, window.toMs, style === 'line' ? [] : [false]);
              drawBarLine(stage, drawn, window, layers, style === 'line' ? 'all' : 'thin');
              drawOver(stage, layers);
            }),
          (u) => drawPaneAxes(buildStage(u), drawnBars(u), layers.flow, window),
          (u) => placeLast(u),
        ],
        setCursor: [
          (u) => {
            options.onBar(barAt(bars, u.cursor.left ?? -1, u, window));
            placeCursor(u);
          },
        ],
      },
    },
    [[], []],
    host,
  );
  const tags = {
    last: addTag(plot.over, 'price', 'last'),
    price: addTag(plot.over, 'price', 'cursor'),
    time: addTag(plot.over, 'time', 'cursor'),
  };
  function placeLast(u: UPlot): void {
    const last = bars.close.at(-1);
    const at = bars.t.at(-1) ?? 0;
    // In a window of the past the last bar is not the last price.
    const isInView = last !== undefined && at + bars.widthMs > window.fromMs && at <= window.toMs;
    tags.last.place(isInView ? u.valToPos(last, 'y') : null, isInView ? options.priceText(last) : '');
  }
  function placeCursor(u: UPlot): void {
    const { left = -1, top = -1 } = u.cursor;
    const isIn = left >= 0 && top >= 0;
    // In the panes below there are no prices.
    const isPrice = isIn && top <= layout.prices * u.over.clientHeight;
    tags.price.place(isPrice ? top : null, isPrice ? options.priceText(u.posToVal(top, 'y')) : '');
    const at = isIn ? u.posToVal(left, 'x') : 0;
    tags.time.place(isIn ? left : null, isIn ? dayTime(at, options.isUtc ? 'utc' : 'local') : '');
  }
  const stopPointer = followPointer(plot.over, () => window, options);
  const observer = new ResizeObserver(() => {
    plot.setSize(sizeNow());
  });
  observer.observe(host);
  const redraw = () => plot.setScale('x', { min: window.fromMs, max: window.toMs });

  return {
    show: (nextBars, nextLayers) => {
      bars = nextBars;
      layers = nextLayers;
      layout = layOut(
        bars.volume.some((volume) => volume > 0),
        layers.flow.length > 1,
      );
      plot.setData(findExtent(bars), false);
      redraw();
    },
    setStyle: (next) => {
      style = next;
      plot.redraw(false, false);
    },
    setWindow: (next) => {
      window = next;
      redraw();
    },
    point: (index) => {
      const at = bars.t[index];
      if (at === undefined) return;
      plot.setCursor({
        left: plot.valToPos(at + bars.widthMs / 2, 'x'),
        top: plot.valToPos(bars.close[index] as number, 'y'),
      });
    },
    restyle: () => {
      colours = readColours(host);
      plot.redraw(false, true);
    },
    close: () => {
      observer.disconnect();
      stopPointer();
      plot.destroy();
    },
  };
}

/** The extent of the bars for uPlot, which does not draw them. */
function findExtent({ t, close }: Bars): [number[], number[]] {
  const ends = [...new Set([0, t.length - 1])].filter((index) => index >= 0 && index < t.length);
  return [ends.map((index) => t[index] as number), ends.map((index) => close[index] as number)];
}

/** The time of a mark; the day where one begins, or where marks are days apart. */
function timeText(at: number, stepMs: number, isUtc: boolean): string {
  const zone = isUtc ? 'utc' : 'local';
  const [day = '', time = ''] = dayTime(at, zone).split(' ');
  if (stepMs >= DAY_MS || time === '00:00') return day.slice(5);
  return stepMs < MINUTE_MS ? clockTime(at, zone) : time;
}

function barAt(bars: Bars, left: number, u: UPlot, window: TimeWindow): number | null {
  const width = u.over.clientWidth;
  if (left < 0 || width === 0) return null;
  const at = window.fromMs + (left / width) * (window.toMs - window.fromMs);
  const seen = visibleBars(bars.t, at - bars.widthMs, at + 1);
  return seen === null ? null : seen[1];
}

/** Lowest to highest of what is in view, with some air, in the upper part of the height. */
function priceRange(
  bars: Bars,
  layers: Layers,
  { fromMs, toMs }: TimeWindow,
  isProbability: boolean,
  prices: number,
): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const seen = visibleBars(bars.t, fromMs - bars.widthMs, toMs);
  for (let i = seen?.[0] ?? 0; i <= (seen?.[1] ?? -1); i++) {
    low = Math.min(low, bars.low[i] as number);
    high = Math.max(high, bars.high[i] as number);
  }
  // A filled-in price from before the window still holds in it.
  const before = lowerBound(bars.t, fromMs - bars.widthMs) - 1;
  const close = bars.close[before];
  if (close !== undefined && fromMs - (bars.t[before] as number) <= HELD_FILLED_MS) {
    low = Math.min(low, close);
    high = Math.max(high, close);
  }
  for (const { t, value } of layers.lines) {
    for (let i = 0; i < t.length; i++) {
      if ((t[i] as number) < fromMs || (t[i] as number) > toMs) continue;
      low = Math.min(low, value[i] as number);
      high = Math.max(high, value[i] as number);
    }
  }
  const limits: [number, number] = isProbability
    ? [-0.02, 1.02]
    : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return paneRange(isProbability ? [0, 1] : [0, 100], prices, limits);
  // A price that stands still is drawn in the middle.
  const air = high > low ? 0 : Math.max(isProbability ? 0.01 : 0, Math.abs(high) * 0.002) / 2;
  return paneRange([low - air, high + air], prices, limits);
}

/** The wheel zooms about the pointer, dragging pans, a double click goes back. */
function followPointer(over: HTMLElement, windowNow: () => TimeWindow, options: ChartOptions): () => void {
  let dragged: { x: number; window: TimeWindow } | null = null;
  const handlers: Readonly<Record<string, (event: never) => void>> = {
    wheel: (event: WheelEvent) => {
      event.preventDefault();
      const window = windowNow();
      const at = event.offsetX / over.clientWidth;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        return options.onWindow(panned(window, event.deltaX / over.clientWidth));
      }
      const factor = Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.0025);
      options.onWindow(zoomed(window, factor, at));
    },
    pointerdown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      dragged = { x: event.clientX, window: windowNow() };
      over.setPointerCapture(event.pointerId);
    },
    pointermove: (event: PointerEvent) => {
      if (dragged === null) return;
      options.onWindow(panned(dragged.window, (dragged.x - event.clientX) / over.clientWidth));
    },
    pointerup: () => {
      dragged = null;
    },
    pointercancel: () => {
      dragged = null;
    },
    dblclick: () => options.onReset(),
  };
  for (const [name, handler] of Object.entries(handlers)) {
    over.addEventListener(name, handler as EventListener, { passive: false });
  }
  return () => {
    for (const [name, handler] of Object.entries(handlers))
      over.removeEventListener(name, handler as EventListener);
  };
}

function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: token('text'),
    muted: token('muted'),
    line: token('line'),
    panel: token('panel'),
    up: token('up'),
    down: token('down'),
    bad: token('bad'),
    lines: [token('warn'), token('line-1'), token('line-2'), token('line-3'), token('text')],
  };
}
