import { HOUR_MS } from '../format/time.ts';
/** Layers drawn beside the bars. All times are epoch ms, all prices in the unit of the bars. */
export interface Layers {
  /** Times in which nothing could be recorded. */
  readonly gaps: readonly {
    readonly fromMs: number;
    readonly toMs: number | null;
    readonly reason: string;
  }[];
  /** First record of all; null when there is none. */
  readonly recordedFromMs: number | null;
  /** Fair value, and other markets of the same question. Never drawn across one of their gaps. */
  readonly lines: readonly Line[];
  /** Another market whose prices have a scale of their own; null: none. */
  readonly second: SecondScale | null;
  /** Prices of now, across the whole width: the fair value. */
  readonly levels: readonly { readonly name: string; readonly price: number }[];
  /** Moment that is kept in view, for example of the book beside the chart; null: none. */
  readonly momentMs: number | null;
  /** Fast falls and rises. */
  readonly moves: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly isFall: boolean;
    readonly frac: number;
  }[];
  /** Trades of the viewer's own bot. */
  readonly fills: readonly Fill[];
  /** Volume by price, at the price axis. */
  readonly profile: readonly {
    readonly low: number;
    readonly high: number;
    readonly volume: number;
    readonly isPoc: boolean;
  }[];
  /** Running sum of bought less sold volume; a scale of its own. */
  readonly flow: readonly { readonly t: number; readonly cumulative: number | null }[];
}

/** One trade of the viewer's bot, at its average price. */
export interface Fill {
  readonly t: number;
  readonly price: number;
  readonly isBuy: boolean;
}

export interface Line {
  readonly name: string;
  /** Number of the line colour; 5 is that of lines behind the others. */
  readonly colour: 0 | 1 | 2 | 3 | 4 | 5;
  readonly t: readonly number[];
  readonly value: readonly number[];
  /** Time for which one value holds, ms. */
  readonly widthMs: number;
  /** true for values that were filled in by the hour and hold until the next one; absent: no value was. */
  readonly isThin?: readonly boolean[];
  readonly breaks: readonly { readonly fromMs: number; readonly toMs: number | null }[];
}

/** Another market, drawn on its own scale: its price is not comparable with the first one's. */
export interface SecondScale {
  readonly line: Line;
  readonly priceText: (price: number) => string;
}

export const NO_LAYERS: Layers = {
  gaps: [],
  recordedFromMs: null,
  lines: [],
  second: null,
  levels: [],
  momentMs: null,
  moves: [],
  fills: [],
  profile: [],
  flow: [],
};

/** A place to draw on: the plotting area in device pixels, and where values lie on it. */
export interface Stage {
  readonly ctx: CanvasRenderingContext2D;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly x: (ms: number) => number;
  readonly y: (price: number) => number;
  /** The part of the height in which prices are. */
  readonly prices: Pane;
  /** The panes below them; null: there is none. */
  readonly volume: Pane | null;
  readonly flow: Pane | null;
  readonly colours: Colours;
}

export interface Colours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly panel: string;
  readonly up: string;
  readonly down: string;
  readonly bad: string;
  readonly lines: readonly [string, string, string, string, string, string];
}

/** A stripe of the chart with an axis of its own, in device pixels. */
export interface Pane {
  readonly top: number;
  readonly height: number;
}

/** Longest time between two filled-in records for which a line holds: they come by the hour. */
export const HELD_FILLED_MS = 2 * HOUR_MS;
