import { StepLine } from './step-line.ts';

/** What is drawn beside the bars. All times are epoch ms, all prices in the unit of the bars. */
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
  /** Prices of now, across the whole width: the fair value. */
  readonly levels: readonly { readonly name: string; readonly price: number }[];
  /** Fast falls and rises. */
  readonly moves: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly isFall: boolean;
    readonly frac: number;
  }[];
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

export interface Line {
  readonly name: string;
  /** Which of the colours for lines. */
  readonly colour: 0 | 1 | 2 | 3;
  readonly t: readonly number[];
  readonly value: readonly number[];
  /** For how long one value holds. */
  readonly widthMs: number;
  readonly breaks: readonly { readonly fromMs: number; readonly toMs: number | null }[];
}

export const NO_LAYERS: Layers = {
  gaps: [],
  recordedFromMs: null,
  lines: [],
  levels: [],
  moves: [],
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
  readonly lines: readonly [string, string, string, string];
}

/** Below the bars: gaps and the beginning of recording. */
export function drawUnder(stage: Stage, layers: Layers, nowMs: number): void {
  const { ctx, left, top, width, height, scale, colours } = stage;
  let hatchedTo = left;
  for (const gap of layers.gaps) {
    const from = Math.max(hatchedTo, stage.x(gap.fromMs));
    const to = Math.min(left + width, stage.x(gap.toMs ?? nowMs));
    // A gap inside one that is hatched already, or in the same pixels, adds nothing.
    if (to <= from) continue;
    hatchedTo = Math.max(from + 2 * scale, to);
    hatch(stage, from, hatchedTo - from);
  }
  if (layers.recordedFromMs !== null) {
    const began = stage.x(layers.recordedFromMs);
    if (began > left && began < left + width) {
      ctx.strokeStyle = colours.muted;
      ctx.setLineDash([2 * scale, 3 * scale]);
      line(ctx, began, top, began, top + height);
      ctx.setLineDash([]);
      ctx.fillStyle = colours.muted;
      ctx.textAlign = began > left + width / 2 ? 'right' : 'left';
      ctx.fillText('recording began', began + (ctx.textAlign === 'left' ? 5 : -5) * scale, top + 14 * scale);
    }
  }
  drawProfile(stage, layers);
}

function drawProfile({ ctx, left, width, y, colours }: Stage, { profile }: Layers): void {
  const most = Math.max(0, ...profile.map(({ volume }) => volume));
  if (most === 0) return;
  for (const { low, high, volume, isPoc } of profile) {
    const wide = Math.round((volume / most) * width * 0.18);
    const [from, to] = [Math.round(y(high)), Math.round(y(low))];
    ctx.fillStyle = isPoc ? colours.muted : colours.line;
    ctx.globalAlpha = isPoc ? 0.55 : 0.7;
    ctx.fillRect(Math.round(left + width) - wide, from, wide, Math.max(1, to - from - 1));
  }
  ctx.globalAlpha = 1;
}

/** Above the bars: lines, moves, flow. */
export function drawOver(stage: Stage, layers: Layers): void {
  const { ctx, left, top, width, height, scale, colours } = stage;
  for (const move of layers.moves) {
    const from = stage.x(move.fromMs);
    const to = Math.max(from + 3 * scale, stage.x(move.toMs));
    if (to < left || from > left + width) continue;
    ctx.fillStyle = move.isFall ? colours.down : colours.up;
    ctx.globalAlpha = 0.16;
    ctx.fillRect(from, top, to - from, height);
    ctx.globalAlpha = 1;
    drawTriangle(stage, Math.round((from + to) / 2), move.isFall);
  }
  for (const each of layers.lines) drawLine(stage, each);
  for (const { name, price } of layers.levels) {
    const at = stage.y(price);
    ctx.strokeStyle = colours.lines[0];
    ctx.fillStyle = colours.lines[0];
    ctx.setLineDash([4 * scale, 4 * scale]);
    line(ctx, left, at, left + width, at);
    ctx.setLineDash([]);
    ctx.textAlign = 'left';
    ctx.fillText(name, left + 6 * scale, at - 4 * scale);
  }
  drawFlow(stage, layers.flow);
}

const TRIANGLE_PX = 7;

/** Filled row by row: as a glyph, forty of them take longer than all bars together. */
function drawTriangle({ ctx, top, scale }: Stage, middle: number, isDown: boolean): void {
  const rows = Math.round(TRIANGLE_PX * scale);
  for (let row = 0; row < rows; row++) {
    const half = Math.ceil((isDown ? rows - row : row + 1) / 2);
    ctx.fillRect(middle - half, Math.round(top + 4 * scale) + row, 2 * half, 1);
  }
}

/** After this many widths without a value a line ends: nothing is known of the time between. */
const MAX_HELD_WIDTHS = 4;

/** Steps from value to value; nothing bridges a gap. */
function drawLine({ ctx, left, width, x, y, scale, colours }: Stage, line: Line): void {
  const { t, value, breaks, colour, widthMs } = line;
  ctx.fillStyle = colours.lines[colour];
  const steps = new StepLine(ctx, left, left + width, Math.max(1, Math.round(1.5 * scale)));
  const held = Math.max(2 * scale, x(widthMs) - x(0));
  // Values and breaks are walked together: how long the breaks last that began before a value.
  const begun = breaks.toSorted((a, b) => a.fromMs - b.fromMs);
  let next = 0;
  let brokenTo = Number.NEGATIVE_INFINITY;
  let before: number | null = null;
  for (let i = 0; i < t.length; i++) {
    const at = t[i] as number;
    for (let gap = begun[next]; gap !== undefined && gap.fromMs < at; gap = begun[++next]) {
      brokenTo = Math.max(brokenTo, gap.toMs ?? Number.POSITIVE_INFINITY);
    }
    if (before !== null && (at - before > MAX_HELD_WIDTHS * widthMs || brokenTo > before)) {
      steps.end(x(before) + held);
    }
    steps.stepTo(x(at), y(value[i] as number));
    before = at;
  }
  if (before !== null) steps.end(x(before) + held);
}

function drawFlow({ ctx, left, width, x, top, height, scale, colours }: Stage, flow: Layers['flow']): void {
  let [low, high] = [0, 0];
  for (const { cumulative } of flow) {
    low = Math.min(low, cumulative ?? 0);
    high = Math.max(high, cumulative ?? 0);
  }
  if (flow.length < 2) return;
  const y = (value: number) => top + height * (0.98 - 0.24 * ((value - low) / (high - low || 1)));
  ctx.fillStyle = colours.text;
  const steps = new StepLine(ctx, left, left + width, Math.max(1, Math.round(scale)));
  let last = 0;
  for (const { t, cumulative } of flow) {
    if (cumulative === null) steps.end(x(t));
    else steps.stepTo(x(t), y(cumulative));
    last = t;
  }
  steps.end(x(last));
}

function hatch({ ctx, top, height, scale, colours }: Stage, from: number, width: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(from, top, width, height);
  ctx.clip();
  ctx.strokeStyle = colours.bad;
  ctx.globalAlpha = 0.35;
  ctx.lineWidth = scale;
  ctx.beginPath();
  for (let start = from - height; start < from + width; start += 7 * scale) {
    ctx.moveTo(start, top + height);
    ctx.lineTo(start + height, top);
  }
  ctx.stroke();
  ctx.globalAlpha = 0.9;
  line(ctx, from, top, from, top + height);
  line(ctx, from + width, top, from + width, top + height);
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}
