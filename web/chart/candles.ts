import { type Bars, joinedBars, visibleBars } from './bars.ts';
import type { Stage } from './layers.ts';

/** Share of the height that volume takes, at the bottom. */
const VOLUME_SHARE = 0.16;
/** Narrower than this in CSS pixels, a candle is its range alone. */
const BODY_FROM_PX = 3;
/** Narrower bars are joined. */
const MIN_BAR_PX = 1;
/** How wide the mark of a thin bar is at least. */
const THIN_MARK_PX = 4;

/**
 * Draws candles and volume over the window. Bars of one direction share one path: 50,000 of them are a few calls.
 */
export function drawCandles(stage: Stage, all: Bars, fromMs: number, toMs: number): void {
  const found = visibleBars(all.t, fromMs - all.widthMs, toMs + all.widthMs);
  if (found === null) return;
  const together = Math.ceil((MIN_BAR_PX * stage.scale) / (stage.x(all.widthMs) - stage.x(0)));
  const bars = together > 1 ? joinedBars(all, found, together) : all;
  const seen = together > 1 ? ([0, bars.t.length - 1] as const) : found;
  drawVolume(stage, bars, seen);
  for (const isThin of [true, false]) {
    stage.ctx.globalAlpha = isThin ? 0.6 : 1;
    for (const isUp of [true, false]) drawDirection(stage, bars, seen, isUp, isThin);
  }
  stage.ctx.globalAlpha = 1;
}

function drawDirection(
  stage: Stage,
  bars: Bars,
  [first, last]: readonly [number, number],
  isUp: boolean,
  isThin: boolean,
): void {
  const { ctx, x, y, scale, colours } = stage;
  const barWidth = x(bars.widthMs) - x(0);
  const hasBody = barWidth >= BODY_FROM_PX * scale;
  const bodyWidth = Math.max(scale, Math.floor(barWidth * 0.7));
  const bodies = new Path2D();
  const wicks = new Path2D();
  for (let i = first; i <= last; i++) {
    const open = bars.open[i] as number;
    const close = bars.close[i] as number;
    if (close >= open !== isUp || bars.isThin[i] !== isThin) continue;
    const middle = x((bars.t[i] as number) + bars.widthMs / 2);
    const [high, low] = [y(bars.high[i] as number), y(bars.low[i] as number)];
    // A single record among many empty bars would be a speck.
    const wide = isThin ? Math.max(scale, Math.min(THIN_MARK_PX * scale, bodyWidth * 4)) : scale;
    wicks.rect(middle - wide / 2, high, wide, Math.max(isThin ? 2 * scale : scale, low - high));
    if (!hasBody) continue;
    const top = y(Math.max(open, close));
    bodies.rect(middle - bodyWidth / 2, top, bodyWidth, Math.max(scale, y(Math.min(open, close)) - top));
  }
  ctx.fillStyle = isUp ? colours.up : colours.down;
  ctx.fill(wicks);
  if (!hasBody) return;
  ctx.fill(bodies);
  // Rising candles are hollow, so that colour is not alone.
  if (isUp && bodyWidth >= 5 * scale) hollow(stage, bars, [first, last], bodyWidth, isThin);
}

function hollow(
  { ctx, x, y, scale, colours }: Stage,
  bars: Bars,
  [first, last]: readonly [number, number],
  bodyWidth: number,
  isThin: boolean,
): void {
  ctx.fillStyle = colours.panel;
  ctx.globalAlpha = 1;
  for (let i = first; i <= last; i++) {
    const [open, close] = [bars.open[i] as number, bars.close[i] as number];
    if (close <= open || bars.isThin[i] !== isThin) continue;
    const [top, bottom] = [y(close), y(open)];
    if (bottom - top < 4 * scale) continue;
    const left = x((bars.t[i] as number) + bars.widthMs / 2) - bodyWidth / 2;
    ctx.fillRect(left + scale, top + scale, bodyWidth - 2 * scale, bottom - top - 2 * scale);
  }
}

function drawVolume(
  { ctx, x, top, height, scale, colours }: Stage,
  bars: Bars,
  [first, last]: readonly [number, number],
): void {
  let most = 0;
  for (let i = first; i <= last; i++) most = Math.max(most, bars.volume[i] as number);
  if (most <= 0) return;
  const barWidth = Math.max(scale, (x(bars.widthMs) - x(0)) * 0.7);
  const bottom = top + height;
  const path = new Path2D();
  for (let i = first; i <= last; i++) {
    const tall = ((bars.volume[i] as number) / most) * height * VOLUME_SHARE;
    if (tall > 0)
      path.rect(x((bars.t[i] as number) + bars.widthMs / 2) - barWidth / 2, bottom - tall, barWidth, tall);
  }
  ctx.fillStyle = colours.line;
  ctx.fill(path);
}
