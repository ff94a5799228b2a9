import UPlot from 'uplot';
import { clockTime, DAY_MS, dayTime, MINUTE_MS } from '../format/time.ts';
import { drawBarLine } from './bar-line.ts';
import { type Bars, barJoiner, NO_BARS, visibleBars } from './bars.ts';
import { barsPerPixel, drawCandles } from './candles.ts';
import { drawOver, drawUnder } from './layers.ts';
import { drawPaneAxes, drawVolume, type Layout, layOut } from './panes.ts';
import { followPointer, type PointerOptions } from './pointer.ts';
import { findPriceRange } from './price-range.ts';
import { type Colours, type Layers, NO_LAYERS, type Pane, type Stage } from './stage.ts';
import { addTag, type Tag } from './tags.ts';
import type { TimeWindow } from './window.ts';

export interface ChartOptions extends PointerOptions {
  readonly host: HTMLElement;
  /** Formats prices of the axis. */
  readonly priceText: (price: number) => string;
  readonly isProbability: boolean;
  readonly isUtc: boolean;
  readonly now: () => number;
  /** Called with the index of the bar under the pointer or chosen by keys; null: none. */
  readonly onBar: (index: number | null) => void;
  /** Called with the time under the cursor; null: there is no cursor. */
  readonly onCursor?: (atMs: number | null) => void;
}

/** A chart as the rest of the terminal sees it: uPlot stays behind it. */
export interface Chart {
  show(bars: Bars, layers: Layers): void;
  /** Candles, with a line where bars were filled in, or a line alone. */
  setStyle(style: BarStyle): void;
  setWindow(window: TimeWindow): void;
  /** Puts the cursor on the middle of a bar, of what has passed of one that still lasts. */
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
/** Least distance between two marks of the price axis: closer ones would be written the same. */
const PRICE_SPACE_PX = 44;
const MIN_WIDTH_PX = 120;
const MIN_HEIGHT_PX = 160;

/** Candles, volume and layers on a true time axis: a hole is as wide as it lasted. */
export function createChart(options: ChartOptions): Chart {
  return new PriceChart(options);
}

class PriceChart implements Chart {
  readonly #options: ChartOptions;
  #bars = NO_BARS;
  #layers = NO_LAYERS;
  #window: TimeWindow = { fromMs: 0, toMs: 1 };
  #style: BarStyle = 'candles';
  #layout: Layout = layOut(false, false);
  #colours: Colours;
  readonly #join = barJoiner();
  readonly #plot: UPlot;
  readonly #tags: Readonly<Record<'last' | 'price' | 'time', Tag>>;
  readonly #stopPointer: () => void;
  readonly #observer: ResizeObserver;

  constructor(options: ChartOptions) {
    const { host } = options;
    this.#options = options;
    this.#colours = readColours(host);
    this.#plot = new UPlot(this.#plotOptions(), [[], []], host);
    const { over } = this.#plot;
    this.#tags = {
      last: addTag(over, 'price', 'last'),
      price: addTag(over, 'price', 'cursor'),
      time: addTag(over, 'time', 'cursor'),
    };
    this.#stopPointer = followPointer(over, () => this.#window, options);
    this.#observer = new ResizeObserver(() => this.#plot.setSize(measure(host)));
    this.#observer.observe(host);
  }

  show(bars: Bars, layers: Layers): void {
    this.#bars = bars;
    this.#layers = layers;
    this.#layout = layOut(
      bars.volume.some((volume) => volume > 0),
      layers.flow.length > 1,
    );
    this.#plot.setData(findExtent(bars), false);
    this.#redraw();
  }

  setStyle(style: BarStyle): void {
    this.#style = style;
    this.#plot.redraw(false, false);
  }

  setWindow(window: TimeWindow): void {
    this.#window = window;
    this.#redraw();
  }

  point(index: number): void {
    const { t, close, widthMs } = this.#bars;
    const at = t[index];
    if (at === undefined) return;
    // A bar that still lasts is as wide as what has passed of it: nothing is known of moments to come.
    const endMs = Math.min(at + widthMs, Math.max(at, this.#options.now()));
    this.#plot.setCursor({
      left: this.#plot.valToPos((at + endMs) / 2, 'x'),
      top: this.#plot.valToPos(close[index]!, 'y'),
    });
  }

  restyle(): void {
    this.#colours = readColours(this.#options.host);
    this.#plot.redraw(false, true);
  }

  close(): void {
    this.#observer.disconnect();
    this.#stopPointer();
    this.#plot.destroy();
  }

  #redraw(): void {
    this.#plot.setScale('x', { min: this.#window.fromMs, max: this.#window.toMs });
  }

  #plotOptions(): UPlot.Options {
    const { host, isProbability, isUtc } = this.#options;
    return {
      ...measure(host),
      ms: 1,
      legend: { show: false },
      padding: [8, 0, 0, 8],
      ...(isUtc ? { tzDate: (ms: number) => UPlot.tzDate(new Date(ms), 'Etc/UTC') } : {}),
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: true },
      scales: {
        x: { time: true, auto: false, range: () => [this.#window.fromMs, this.#window.toMs] },
        y: {
          auto: true,
          range: (u) =>
            findPriceRange(
              this.#drawnBars(u),
              this.#layers,
              this.#window,
              isProbability,
              this.#layout.prices,
            ),
        },
      },
      series: [{}, { scale: 'y', paths: () => null, points: { show: false } }],
      axes: [this.#timeAxis(), this.#priceAxis()],
      hooks: {
        drawClear: [(u) => this.#drawBelow(u)],
        draw: [(u) => this.#draw(u)],
        setCursor: [
          (u) => {
            const { left = -1 } = u.cursor;
            this.#options.onBar(barAt(this.#bars, left, u, this.#window));
            this.#options.onCursor?.(left < 0 ? null : u.posToVal(left, 'x'));
            this.#placeCursor(u);
          },
        ],
      },
    };
  }

  #timeAxis(): UPlot.Axis {
    const { isUtc } = this.#options;
    return {
      ...this.#axis(),
      size: TIME_AXIS_PX,
      values: (u, splits, _i, _space, stepMs) =>
        // A label that would be cut at the edge is left out.
        splits.map((at) => (u.valToPos(at, 'x') < EDGE_PX ? '' : timeText(at, stepMs, isUtc))),
    };
  }

  #priceAxis(): UPlot.Axis {
    const { priceText } = this.#options;
    /** Marks of prices that lie in the panes below are none. */
    const filter: UPlot.Axis.Filter = (u, splits) => {
      const { min = 0, max = 1 } = u.scales.y as { min?: number; max?: number };
      const least = max - (max - min) * this.#layout.prices;
      return splits.map((at) => (at >= least ? at : null));
    };
    const axis = this.#axis();
    return {
      ...axis,
      side: 1,
      size: PRICE_AXIS_PX,
      space: PRICE_SPACE_PX,
      filter,
      grid: { ...axis.grid, filter },
      values: (_u, splits) => splits.map((at) => (at === null ? '' : priceText(at))),
    };
  }

  #axis() {
    return {
      stroke: () => this.#colours.muted,
      grid: { stroke: () => this.#colours.line, width: 0.5 },
      ticks: { show: false },
      font: AXIS_FONT,
    };
  }

  /** Bars as they are drawn: none is narrower than a pixel. */
  #drawnBars(u: UPlot): Bars {
    const { fromMs, toMs } = this.#window;
    const widthPx = (this.#bars.widthMs * u.bbox.width) / (toMs - fromMs);
    return this.#join(this.#bars, barsPerPixel(widthPx, devicePixelRatio));
  }

  #drawBelow(u: UPlot): void {
    this.#clipped(u, (stage) => drawUnder(stage, this.#layers, this.#options.now()));
  }

  #draw(u: UPlot): void {
    const drawn = this.#drawnBars(u);
    const isLine = this.#style === 'line';
    this.#clipped(u, (stage) => {
      const { fromMs, toMs } = this.#window;
      drawVolume(stage, drawn, fromMs, toMs);
      drawCandles(stage, drawn, fromMs, toMs, isLine ? [] : ['filled', 'recorded']);
      drawBarLine(stage, drawn, this.#window, this.#layers, isLine ? 'all' : 'thin');
      drawOver(stage, this.#layers);
    });
    drawPaneAxes(this.#buildStage(u), drawn, this.#layers.flow, this.#window);
    this.#placeLast(u);
  }

  #clipped(u: UPlot, draw: (stage: Stage) => void): void {
    const { left, top, width, height } = u.bbox;
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(left, top, width, height);
    u.ctx.clip();
    draw(this.#buildStage(u));
    u.ctx.restore();
  }

  #buildStage(u: UPlot): Stage {
    const { left, top, width, height } = u.bbox;
    const { fromMs, toMs } = this.#window;
    const { min = 0, max = 1 } = u.scales.y as { min?: number; max?: number };
    const perMs = width / (toMs - fromMs);
    const perPrice = height / (max - min || 1);
    u.ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    const toPane = ([from, to]: readonly [number, number]): Pane => ({
      top: top + from * height,
      height: (to - from) * height,
    });
    const { prices, volume, flow } = this.#layout;
    return {
      ctx: u.ctx,
      left,
      top,
      width,
      height,
      scale: devicePixelRatio,
      // Straight from the window: uPlot's own conversion is a call per value with checks of its own.
      x: (ms) => left + (ms - fromMs) * perMs,
      y: (price) => top + height - (price - min) * perPrice,
      prices: toPane([0, prices]),
      volume: volume === null ? null : toPane(volume),
      flow: flow === null ? null : toPane(flow),
      colours: this.#colours,
    };
  }

  #placeLast(u: UPlot): void {
    const { t, close, widthMs } = this.#bars;
    const last = close.at(-1);
    const at = t.at(-1) ?? 0;
    // In a window of the past the last bar is not the last price.
    const isInView = last !== undefined && at + widthMs > this.#window.fromMs && at <= this.#window.toMs;
    const text = isInView ? this.#options.priceText(last) : '';
    this.#tags.last.place(isInView ? u.valToPos(last, 'y') : null, text);
  }

  #placeCursor(u: UPlot): void {
    const { priceText, isUtc } = this.#options;
    const { price, time } = this.#tags;
    const { left = -1, top = -1 } = u.cursor;
    const isIn = left >= 0 && top >= 0;
    // In the panes below there are no prices.
    const isPrice = isIn && top <= this.#layout.prices * u.over.clientHeight;
    price.place(isPrice ? top : null, isPrice ? priceText(u.posToVal(top, 'y')) : '');
    const at = isIn ? u.posToVal(left, 'x') : 0;
    time.place(isIn ? left : null, isIn ? dayTime(at, isUtc ? 'utc' : 'local') : '');
  }
}

/** Measures the size that the chart takes of its host, CSS pixels. */
function measure(host: HTMLElement): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(MIN_WIDTH_PX, host.clientWidth),
    height: Math.max(MIN_HEIGHT_PX, host.clientHeight),
  };
}

/** Finds the extent of the bars for uPlot, which does not draw them. */
function findExtent({ t, close }: Bars): [number[], number[]] {
  const ends = [...new Set([0, t.length - 1])].filter((index) => index >= 0 && index < t.length);
  return [ends.map((index) => t[index]!), ends.map((index) => close[index]!)];
}

/** Formats the time of a mark; the day where one begins, or where marks are days apart. */
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
    lines: [token('warn'), token('line-1'), token('line-2'), token('line-3'), token('text'), token('muted')],
  };
}
