import type { Bars } from '../../chart/bars.ts';
import { HELD_FILLED_MS } from '../../chart/stage.ts';
import type { TimeWindow } from '../../chart/window.ts';

/** Fall of a price below the highest one before it. */
export interface Fall {
  readonly t: number;
  /** Share of the highest price; of a probability the difference, 1 is 100 points. At least 0. */
  readonly depth: number;
  /** false: the time before it is not known, and no line leads to it. */
  readonly isJoined: boolean;
}

/** A value ends after this many bars without one, as lines of the chart do. */
const MAX_HELD_BARS = 4;

/** Falls from the highest close in a window on, bar by bar. */
export function listFalls(
  { t, close, isThin, widthMs }: Pick<Bars, 't' | 'close' | 'isThin' | 'widthMs'>,
  { fromMs, toMs }: TimeWindow,
  isProbability: boolean,
): readonly Fall[] {
  const falls: Fall[] = [];
  let peak = 0;
  for (let i = 0; i < t.length; i++) {
    const at = t[i]!;
    if (at + widthMs <= fromMs || at > toMs) continue;
    const price = close[i]!;
    peak = falls.length === 0 ? price : Math.max(peak, price);
    const lost = peak - price;
    const heldMs = isThin[i - 1] === true ? HELD_FILLED_MS : MAX_HELD_BARS * widthMs;
    falls.push({
      t: at,
      depth: isProbability ? lost : peak === 0 ? 0 : lost / peak,
      isJoined: falls.length > 0 && at - t[i - 1]! <= heldMs,
    });
  }
  return falls;
}

/** Finds the deepest fall; null without any. */
export const findDeepest = (falls: readonly Fall[]): Fall | null =>
  falls.reduce<Fall | null>((most, fall) => (fall.depth > (most?.depth ?? -1) ? fall : most), null);

/**
 * Draws the area between zero, at the top, and the falls, as the path of an SVG of 100 by 100.
 *
 * @param most Depth of the lower edge.
 */
export function drawFalls(
  falls: readonly Fall[],
  widthMs: number,
  { fromMs, toMs }: TimeWindow,
  most: number,
): string {
  const x = (ms: number) => round(Math.max(0, Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100)));
  const y = (depth: number) => round(most === 0 ? 0 : (depth / most) * 100);
  let path = '';
  for (let i = 0; i < falls.length; i++) {
    const { t, depth, isJoined } = falls[i]!;
    path += isJoined ? `H${x(t)}` : `M${x(t)} 0`;
    path += `V${y(depth)}`;
    // What is not known has no area.
    if (falls[i + 1]?.isJoined !== true) path += `H${x(t + widthMs)}V0Z`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 100) / 100;
