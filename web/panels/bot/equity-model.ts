/*
 * The line of a bot's equity: what it gained in all, as time went on.
 */

/** A moment of the line: epoch ms, USD. */
export interface EquityPoint {
  readonly t: number;
  readonly usd: number;
}

interface Day {
  readonly startMs: number;
  readonly netUsd: number;
}
interface Equity {
  readonly realizedUsd: number;
  readonly accessFeesUsd: number;
  readonly totalUsd: number | null;
  readonly asOfMs: number;
}

const DAY_MS = 86_400_000;

/**
 * Joins a point at the beginning of the first day, one at the end of each, and that of now, with open positions at
 * their exit price.
 *
 * @param days UTC days of closed gains, newest first; older ones may be missing.
 * @returns Oldest first.
 */
export function joinDays(
  days: readonly Day[],
  { realizedUsd, accessFeesUsd, totalUsd, asOfMs }: Equity,
): EquityPoint[] {
  const first = days.at(-1);
  if (first === undefined) return [];
  const shown = days.reduce((sum, { netUsd }) => sum + netUsd, 0);
  // What was gained before the first day that is shown.
  let usd = realizedUsd - accessFeesUsd - shown;
  const points = [{ t: first.startMs, usd }];
  for (const { startMs, netUsd } of days.toReversed()) {
    usd += netUsd;
    const end = startMs + DAY_MS;
    // The day that has not ended is the point of now.
    if (end <= asOfMs) points.push({ t: end, usd });
  }
  // Without a price for something that is open the line ends before it.
  if (totalUsd !== null) points.push({ t: asOfMs, usd: totalUsd });
  return points;
}

/** Size of the drawing; the page stretches it to the panel. */
export const EQUITY_WIDTH = 1_000;
export const EQUITY_HEIGHT = 100;
/** Share of the height between the line and each edge. */
const MARGIN = 0.06;

export interface EquityDrawing {
  /** Path of SVG. */
  readonly line: string;
  /** Height at which nothing was gained, and the area between it and the line. */
  readonly zeroY: number;
  readonly area: string;
  readonly highUsd: number;
  readonly lowUsd: number;
}

/** The drawing of a line on a true time axis, with its zero in view; null with less than two moments. */
export function drawEquity(points: readonly EquityPoint[]): EquityDrawing | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.t <= first.t) return null;
  const values = points.map(({ usd }) => usd);
  const [highUsd, lowUsd] = [Math.max(...values), Math.min(...values)];
  const [top, bottom] = [Math.max(0, highUsd), Math.min(0, lowUsd)];
  // A line of zeros lies in the middle.
  const range = top - bottom || 1;
  const middle = (top + bottom) / 2;
  const y = (usd: number) =>
    round(EQUITY_HEIGHT / 2 - ((usd - middle) / range) * EQUITY_HEIGHT * (1 - 2 * MARGIN));
  const x = (t: number) => round(((t - first.t) / (last.t - first.t)) * EQUITY_WIDTH);
  const line = points.map(({ t, usd }, index) => `${index === 0 ? 'M' : 'L'}${x(t)} ${y(usd)}`).join('');
  const zeroY = y(0);
  return { line, zeroY, area: `${line}V${zeroY}H0Z`, highUsd, lowUsd };
}

export interface FallDrawing {
  /** Path of SVG of the area between the highest equity so far, at the top, and the equity. */
  readonly area: string;
  readonly deepestUsd: number;
  /** Time of the deepest fall, epoch ms. */
  readonly deepestAt: number;
  /** Distance of the last point below the highest, USD. */
  readonly lastUsd: number;
}

/** The drawing of how far a line is below its highest point so far; null when it never fell. */
export function drawFalls(points: readonly EquityPoint[]): FallDrawing | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.t <= first.t) return null;
  let peak = first.usd;
  const falls = points.map(({ t, usd }) => {
    peak = Math.max(peak, usd);
    return { t, usd: peak - usd };
  });
  const deepest = falls.reduce((most, fall) => (fall.usd > most.usd ? fall : most));
  if (deepest.usd === 0) return null;
  const x = (t: number) => round(((t - first.t) / (last.t - first.t)) * EQUITY_WIDTH);
  const y = (usd: number) => round((usd / deepest.usd) * EQUITY_HEIGHT);
  const line = falls.map(({ t, usd }) => `L${x(t)} ${y(usd)}`).join('');
  return {
    area: `M0 0${line}V0Z`,
    deepestUsd: deepest.usd,
    deepestAt: deepest.t,
    lastUsd: falls.at(-1)!.usd,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
