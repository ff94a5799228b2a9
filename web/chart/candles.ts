import { type Bars, visibleBars } from './bars.ts';
import type { Stage } from './stage.ts';

/** Narrower than this in CSS pixels, a candle is its range alone. */
const BODY_FROM_PX = 3;
/** Narrower than this in CSS pixels, ranges touch: single lines would leave a pattern of gaps. */
const APART_FROM_PX = 2;
/** Narrower bars are joined. */
const MIN_BAR_PX = 1;
/** Least width of the mark of a thin bar. */
const THIN_MARK_PX = 4;

/** Source of a bar: records, fewer records than polls make, or a candle of the venue. */
export type BarKind = 'recorded' | 'thin' | 'filled';

const kindOf = ({ isThin, isFilled }: Bars, index: number): BarKind =>
  isFilled[index] === true ? 'filled' : isThin[index] === true ? 'thin' : 'recorded';

/**
 * Computes the number of bars to join so that each is at least a pixel wide.
 *
 * @param barWidth Device pixels of one bar.
 */
export const barsPerPixel = (barWidth: number, scale: number): number =>
  barWidth > 0 ? Math.max(1, Math.ceil((MIN_BAR_PX * scale) / barWidth)) : 1;

/**
 * Draws candles over the window, on whole pixels: rectangles that need no smoothing are filled some hundred
 * times faster than a path that holds them all.
 *
 * @param bars At least a pixel wide each ({@link barsPerPixel}).
 * @param kinds Which bars: closes that were filled in without a range are a line elsewhere.
 */
export function drawCandles(
  stage: Stage,
  bars: Bars,
  fromMs: number,
  toMs: number,
  kinds: readonly BarKind[] = ['thin', 'filled', 'recorded'],
): void {
  const seen = visibleBars(bars.t, fromMs - bars.widthMs, toMs + bars.widthMs);
  if (seen === null) return;
  for (const kind of kinds) {
    for (const isUp of [true, false]) drawDirection(stage, bars, seen, isUp, kind);
  }
}

function drawDirection(
  stage: Stage,
  bars: Bars,
  [first, last]: readonly [number, number],
  isUp: boolean,
  kind: BarKind,
): void {
  const { ctx, x, y, scale, colours } = stage;
  const isThin = kind === 'thin';
  const alpha = kind === 'recorded' ? 1 : 0.6;
  const pixel = Math.max(1, Math.round(scale));
  const barWidth = x(bars.widthMs) - x(0);
  const hasBody = barWidth >= BODY_FROM_PX * scale;
  const isApart = barWidth >= APART_FROM_PX * scale;
  const bodyWidth = Math.max(pixel, Math.floor(barWidth * 0.7));
  // A single record among many empty bars would be a speck.
  const markWidth = Math.round(
    isThin ? Math.max(pixel, Math.min(THIN_MARK_PX * scale, bodyWidth * 4)) : pixel,
  );
  const markHeight = isThin ? 2 * pixel : pixel;
  // Rising candles are hollow, so that colour is not alone.
  const isHollow = isUp && bodyWidth >= 5 * scale;
  const colour = isUp ? colours.up : colours.down;
  ctx.globalAlpha = alpha;
  ctx.fillStyle = colour;
  for (let i = first; i <= last; i++) {
    const open = bars.open[i]!;
    const close = bars.close[i]!;
    if (close >= open !== isUp || kindOf(bars, i) !== kind) continue;
    const from = x(bars.t[i]!);
    const middle = Math.round(from + barWidth / 2);
    const high = Math.round(y(bars.high[i]!));
    const tall = Math.max(markHeight, Math.round(y(bars.low[i]!)) - high);
    if (isApart || isThin) ctx.fillRect(middle - (markWidth >> 1), high, markWidth, tall);
    else ctx.fillRect(Math.round(from), high, Math.round(from + barWidth) - Math.round(from), tall);
    if (!hasBody) continue;
    const top = Math.round(y(isUp ? close : open));
    const bottom = Math.max(top + pixel, Math.round(y(isUp ? open : close)));
    const left = middle - (bodyWidth >> 1);
    ctx.fillRect(left, top, bodyWidth, bottom - top);
    if (!isHollow || bottom - top < 4 * scale) continue;
    ctx.fillStyle = colours.panel;
    ctx.globalAlpha = 1;
    ctx.fillRect(left + pixel, top + pixel, bodyWidth - 2 * pixel, bottom - top - 2 * pixel);
    ctx.fillStyle = colour;
    ctx.globalAlpha = alpha;
  }
  ctx.globalAlpha = 1;
}
