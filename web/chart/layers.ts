import { drawFlow } from './panes.ts';
import { type Fill, HELD_FILLED_MS, type Layers, type Line, type SecondScale, type Stage } from './stage.ts';
import { StepLine } from './step-line.ts';

/** Draws the layers below the bars: gaps and the beginning of recording. */
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

/** Draws the layers above the bars: lines, moves, flow. */
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
    drawTriangle(stage, Math.round((from + to) / 2), top + 4 * scale, move.isFall);
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
    // The name is drawn beside the second scale, which is at the edge.
    ctx.fillText(name, left + (layers.second === null ? 6 : 80) * scale, at - 4 * scale);
  }
  if (layers.second !== null) drawSecond(stage, layers.second);
  drawFlow(stage, layers.flow);
  for (const fill of layers.fills) drawFill(stage, fill);
  if (layers.momentMs !== null) drawMoment(stage, layers.momentMs);
}

/** Draws a line over the whole height, with a mark at its head. */
function drawMoment({ ctx, left, top, width, height, scale, x, colours }: Stage, ms: number): void {
  const at = Math.round(x(ms));
  if (at < left || at > left + width) return;
  const thick = Math.max(1, Math.round(scale));
  ctx.fillStyle = colours.text;
  ctx.fillRect(at, Math.round(top), thick, Math.round(height));
  const mark = Math.round(3 * scale);
  ctx.fillRect(at - mark, Math.round(top), 2 * mark + thick, 2 * mark);
}

const TRIANGLE_PX = 7;

/** Draws a triangle row by row: as a glyph, forty of them take longer than all bars together. */
function drawTriangle({ ctx, scale }: Stage, middle: number, top: number, isDown: boolean): void {
  const rows = Math.round(TRIANGLE_PX * scale);
  for (let row = 0; row < rows; row++) {
    const half = Math.ceil((isDown ? rows - row : row + 1) / 2);
    ctx.fillRect(middle - half, Math.round(top) + row, 2 * half, 1);
  }
}

/** Draws a fill: a buy points up to its price from below, a sell down to it from above. */
function drawFill(stage: Stage, { t, price, isBuy }: Fill): void {
  const { ctx, left, width, scale, x, y, prices, colours } = stage;
  const [at, level] = [Math.round(x(t)), y(price)];
  if (at < left || at > left + width || level < prices.top || level > prices.top + prices.height) return;
  const high = TRIANGLE_PX * scale;
  ctx.fillStyle = isBuy ? colours.up : colours.down;
  drawTriangle(stage, at, isBuy ? level + 2 * scale : level - 2 * scale - high, !isBuy);
  ctx.fillStyle = colours.text;
  ctx.fillRect(
    at - Math.round(4 * scale),
    Math.round(level),
    Math.round(8 * scale),
    Math.max(1, Math.round(scale)),
  );
}

/** A line ends after this many widths without a value, since the time between is not known. */
const MAX_HELD_WIDTHS = 4;

/** Steps from value to value; nothing bridges a gap. */
function drawLine({ ctx, left, width, x, y, scale, colours }: Stage, line: Line): void {
  const { t, value, breaks, colour, widthMs, isThin } = line;
  ctx.fillStyle = colours.lines[colour];
  const steps = new StepLine(ctx, left, left + width, Math.max(1, Math.round(1.5 * scale)));
  const held = Math.max(2 * scale, x(widthMs) - x(0));
  // Values and breaks are walked together: how long the breaks last that began before a value.
  const begun = breaks.toSorted((a, b) => a.fromMs - b.fromMs);
  let next = 0;
  let brokenTo = Number.NEGATIVE_INFINITY;
  let before: number | null = null;
  for (let i = 0; i < t.length; i++) {
    const at = t[i]!;
    for (let gap = begun[next]; gap !== undefined && gap.fromMs < at; gap = begun[++next]) {
      brokenTo = Math.max(brokenTo, gap.toMs ?? Number.POSITIVE_INFINITY);
    }
    const heldMs = isThin?.[i - 1] === true ? HELD_FILLED_MS : MAX_HELD_WIDTHS * widthMs;
    if (before !== null && (at - before > heldMs || brokenTo > before)) {
      steps.end(x(before) + held);
    }
    steps.stepTo(x(at), y(value[i]!));
    before = at;
  }
  if (before !== null) steps.end(x(before) + held);
}

/** Share of the height of the prices between their edges and the line. */
const MARGIN = 0.08;
/** Labels of the scale, from the lower edge to the upper. */
const LABELS = [0.05, 0.35, 0.65, 0.95] as const;

/** Draws the line with its own axis at the left, in its colour. */
function drawSecond(stage: Stage, { line, priceText }: SecondScale): void {
  const range = findRange(line, stage);
  if (range === null) return;
  const [low, high] = range;
  const { prices, ctx, left, scale, colours } = stage;
  const y = (value: number) => prices.top + prices.height * (1 - (value - low) / (high - low));
  drawLine({ ...stage, y }, line);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const at of LABELS) {
    const text = priceText(low + (high - low) * at);
    const middle = prices.top + prices.height * (1 - at);
    const wide = ctx.measureText(text).width;
    ctx.fillStyle = colours.panel;
    ctx.globalAlpha = 0.8;
    ctx.fillRect(left + 2 * scale, middle - 7 * scale, wide + 6 * scale, 14 * scale);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colours.lines[line.colour];
    ctx.fillText(text, left + 5 * scale, middle);
  }
  ctx.textBaseline = 'alphabetic';
}

/** Finds the lowest and highest value in view, with a margin; null without one. */
function findRange({ t, value }: Line, { x, left, width }: Stage): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < t.length; i++) {
    // A value holds until the next, so that the one before the view is seen too.
    const at = x(t[i]!);
    const ends = x(t[i + 1] ?? t[i]!);
    if (at > left + width || ends < left) continue;
    low = Math.min(low, value[i]!);
    high = Math.max(high, value[i]!);
  }
  if (!Number.isFinite(low)) return null;
  const span = high - low || Math.abs(high) * 0.002 || 0.01;
  return [low - span * MARGIN, high + span * MARGIN];
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
