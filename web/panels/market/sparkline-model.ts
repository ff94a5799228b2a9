import type { PriceUnit } from '../../format/venue.ts';

/** Size of the drawing; the page stretches it to the cell. */
export const LINE_WIDTH = 96;
export const LINE_HEIGHT = 18;
/** Space between line and edge. */
const MARGIN = 1.5;

/** The least range that fills the height, so that a tick is no storm: points of probabilities, a share of a price. */
const MIN_RANGE: Readonly<Record<PriceUnit, (middle: number) => number>> = {
  probability: () => 0.02,
  usd: (middle) => Math.abs(middle) * 0.002,
};

export interface LineDrawing {
  /** Paths of SVG: the closes, and the times without records between the first of them and now. */
  readonly line: string;
  readonly holes: string;
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
  /** Half hours before the first close. */
  readonly begin: number;
  /** Closes that are missing after the first. */
  readonly missing: number;
}

/** The drawing of a day's closes; null without any. The last one may not be there yet. */
export function drawLine(closes: readonly (number | null)[], unit: PriceUnit): LineDrawing | null {
  const known = closes.filter((close) => close !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const middle = (low + high) / 2;
  const range = Math.max(high - low, MIN_RANGE[unit](middle), Number.MIN_VALUE);
  const step = LINE_WIDTH / closes.length;
  const y = (close: number) =>
    round(LINE_HEIGHT / 2 - ((close - middle) / range) * (LINE_HEIGHT - 2 * MARGIN));

  let line = '';
  let holes = '';
  let missing = 0;
  const begin = closes.findIndex((close) => close !== null);
  for (let i = begin; i < closes.length; i++) {
    const close = closes[i] ?? null;
    const [from, to] = [round(i * step), round((i + 1) * step)];
    if (close !== null) {
      // A close is drawn over its whole half hour, so that a single one is visible too.
      line += (closes[i - 1] ?? null) === null ? `M${from} ${y(close)}H${to}` : `L${from} ${y(close)}H${to}`;
    } else if (i < closes.length - 1) {
      holes += `M${from} 0H${to}V${LINE_HEIGHT}H${from}Z`;
      missing += 1;
    }
  }
  return { line, holes, first, last, low, high, begin, missing };
}

const round = (value: number): number => Math.round(value * 10) / 10;
