import { compact } from '../format/number.ts';
import { type Bars, visibleBars } from './bars.ts';
import type { Layers, Pane, Stage } from './stage.ts';
import { StepLine } from './step-line.ts';

/** Division of a chart's height among its panes. */
export interface Layout {
  /** Share of the height, from the top, for prices. */
  readonly prices: number;
  /** null: there is none. */
  readonly volume: readonly [from: number, to: number] | null;
  readonly flow: readonly [from: number, to: number] | null;
}

/** Shares of the height. */
const VOLUME = 0.15;
const FLOW = 0.2;
/** Share of the height between two panes, which has room for a label. */
const SPACE = 0.03;

/** Lays out the panes: volume has one where any is known, flow where it is shown. */
export function layOut(hasVolume: boolean, hasFlow: boolean): Layout {
  const flowFrom = 1 - (hasFlow ? FLOW : 0);
  const volumeFrom = flowFrom - (hasVolume ? VOLUME : 0);
  return {
    prices: volumeFrom,
    volume: hasVolume ? [volumeFrom + SPACE, flowFrom] : null,
    flow: hasFlow ? [flowFrom + SPACE, 1] : null,
  };
}

/**
 * Computes the range of the price axis of which the data take the upper part, so that the panes below have room.
 *
 * @param least Limits of the axis: probabilities end at 0 and 1.
 */
export function paneRange(
  [low, high]: readonly [number, number],
  prices: number,
  [least, most]: readonly [number, number],
): [number, number] {
  const span = high - low;
  const top = Math.min(most, high + span * 0.08);
  const bottom = Math.max(least, low - span * 0.08);
  return [top - (top - bottom) / prices, top];
}

/** Narrower than this in CSS pixels, bars of volume touch. */
const APART_FROM_PX = 3;

/** Draws the volume of the bars in view, from zero to the largest of them. */
export function drawVolume(stage: Stage, bars: Bars, fromMs: number, toMs: number): void {
  const { ctx, x, scale, colours, volume: pane } = stage;
  const seen = visibleBars(bars.t, fromMs - bars.widthMs, toMs);
  if (pane === null || seen === null) return;
  const [first, last] = seen;
  const most = findMostVolume(bars, seen);
  if (most <= 0) return;
  const barWidth = x(bars.widthMs) - x(0);
  const gap = barWidth >= APART_FROM_PX * scale ? Math.round(barWidth * 0.3) : 0;
  const bottom = Math.round(pane.top + pane.height);
  ctx.fillStyle = colours.muted;
  ctx.globalAlpha = 0.6;
  for (let i = first; i <= last; i++) {
    const volume = bars.volume[i]!;
    if (volume <= 0) continue;
    const from = x(bars.t[i]!);
    const left = Math.round(from + gap / 2);
    const right = Math.max(left + 1, Math.round(from + barWidth - gap / 2));
    const tall = Math.max(1, Math.round((volume / most) * pane.height));
    ctx.fillRect(left, bottom - tall, right - left, tall);
  }
  ctx.globalAlpha = 1;
}

function findMostVolume(bars: Bars, [first, last]: readonly [number, number]): number {
  let most = 0;
  for (let i = first; i <= last; i++) most = Math.max(most, bars.volume[i]!);
  return most;
}

/** Draws the running sum in its pane, with the line of zero. */
export function drawFlow(stage: Stage, flow: Layers['flow']): void {
  const { ctx, left, width, x, scale, colours, flow: pane } = stage;
  if (pane === null || flow.length < 2) return;
  const { low, high } = findFlowRange(flow);
  const y = (value: number) => pane.top + pane.height * (1 - (value - low) / (high - low || 1));
  ctx.fillStyle = colours.line;
  ctx.fillRect(Math.round(left), Math.round(y(0)), Math.round(width), Math.max(1, Math.round(scale)));
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

function findFlowRange(flow: Layers['flow']): { readonly low: number; readonly high: number } {
  let [low, high] = [0, 0];
  for (const { cumulative } of flow) {
    low = Math.min(low, cumulative ?? 0);
    high = Math.max(high, cumulative ?? 0);
  }
  return { low, high };
}

/** Draws names and axes of the panes, with the values of their upper and lower edges at the right. */
export function drawPaneAxes(
  stage: Stage,
  bars: Bars,
  flow: Layers['flow'],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): void {
  const seen = visibleBars(bars.t, fromMs - bars.widthMs, toMs);
  const most = seen === null ? 0 : findMostVolume(bars, seen);
  if (stage.volume !== null) {
    drawAxis(stage, stage.volume, 'volume', most <= 0 ? [] : [[compact(most), 1]]);
  }
  if (stage.flow === null) return;
  const { low, high } = findFlowRange(flow);
  const marks: [string, number][] = [];
  if (high > 0) marks.push([`+${compact(high)}`, 1]);
  if (low < 0) marks.push([`−${compact(-low)}`, 0]);
  drawAxis(stage, stage.flow, 'flow, bought less sold', marks);
}

/** Draws the axis of a pane. @param marks Texts beside the axis, with their place from 0 (lower edge) to 1. */
function drawAxis(
  { ctx, left, width, scale, colours }: Stage,
  pane: Pane,
  name: string,
  marks: readonly (readonly [text: string, at: number])[],
): void {
  ctx.fillStyle = colours.line;
  ctx.fillRect(Math.round(left), Math.round(pane.top - 14 * scale), Math.round(width), 1);
  ctx.fillStyle = colours.muted;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillText(name, left + 4 * scale, pane.top - 5 * scale);
  for (const [text, at] of marks) {
    const y = pane.top + pane.height * (1 - at) + (at === 0 ? -6 : 2) * scale;
    ctx.fillText(text, left + width + 5 * scale, y);
  }
  ctx.textBaseline = 'alphabetic';
}
