import { type Bars, visibleBars } from './bars.ts';
import { HELD_FILLED_MS, type Layers, type Stage } from './stage.ts';
import { StepLine } from './step-line.ts';

/** Bars without a record after which a line of live records ends. */
const HELD_BARS = 4;

/** The bars that a line joins: all of them, or only the thin ones without a range, beside candles. */
export type LineOf = 'all' | 'thin';

/**
 * Draws the closes as steps of a bar's width. Filled-in closes are in the lighter tone; a hole is not bridged.
 *
 * @param bars At least a pixel wide each.
 */
export function drawBarLine(
  stage: Stage,
  bars: Bars,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { gaps }: Pick<Layers, 'gaps'>,
  of: LineOf = 'all',
): void {
  // With the records before and after the view: a filled-in close holds from one to the other.
  const reach = HELD_FILLED_MS + bars.widthMs;
  const seen = visibleBars(bars.t, fromMs - reach, toMs + reach);
  if (seen === null) return;
  const holes = gaps.toSorted((a, b) => a.fromMs - b.fromMs);
  const joins =
    of === 'thin' ? bars.isThin.map((isThin, i) => isThin && bars.isFilled[i] !== true) : bars.isThin;
  const direction = findDirection(bars, fromMs, toMs);
  for (const isThin of of === 'thin' ? [true] : [true, false])
    drawTone(stage, { ...bars, isThin: joins }, seen, { holes, isThin, direction });
  stage.ctx.globalAlpha = 1;
}

/**
 * Finds the direction of the price in view, from the first of its bars to the last, which is the colour of the line.
 */
export function findDirection(bars: Bars, fromMs: number, toMs: number): 'up' | 'down' | 'muted' {
  const seen = visibleBars(bars.t, fromMs - bars.widthMs + 1, toMs);
  if (seen === null) return 'muted';
  const change = bars.close[seen[1]]! - bars.open[seen[0]]!;
  return change > 0 ? 'up' : change < 0 ? 'down' : 'muted';
}

function drawTone(
  { ctx, left, width, x, y, scale, colours }: Stage,
  bars: Bars,
  [first, last]: readonly [number, number],
  {
    holes,
    isThin,
    direction,
  }: {
    readonly holes: Layers['gaps'];
    readonly isThin: boolean;
    readonly direction: 'up' | 'down' | 'muted';
  },
): void {
  ctx.globalAlpha = isThin ? 0.55 : 1;
  ctx.fillStyle = colours[direction];
  const steps = new StepLine(ctx, left, left + width, Math.max(1, Math.round(1.5 * scale)));
  const held = isThin ? Math.max(HELD_FILLED_MS, HELD_BARS * bars.widthMs) : HELD_BARS * bars.widthMs;
  let hole = 0;
  for (let i = first; i <= last; i++) {
    if (bars.isThin[i] !== isThin) continue;
    const at = bars.t[i]!;
    const ends = at + bars.widthMs;
    const next = i === last ? ends : bars.t[i + 1]!;
    steps.stepTo(x(at), y(bars.close[i]!));
    while (hole < holes.length && (holes[hole]?.toMs ?? Number.POSITIVE_INFINITY) <= at) hole += 1;
    const isBroken = (holes[hole]?.fromMs ?? Number.POSITIVE_INFINITY) < next - bars.widthMs / 2;
    const goesOn = !isBroken && next - ends <= held;
    if (goesOn && i < last && bars.isThin[i + 1] === isThin) continue;
    steps.end(x(goesOn ? next : ends));
  }
}
