/** Bars of one leg of an opportunity. */
export interface LegBars {
  readonly side: string;
  readonly buckets: readonly { readonly t: number; readonly close?: number | undefined }[];
}

/** The gap at one time: what all legs pay together less what they cost. */
export interface GapPoint {
  readonly t: number;
  readonly gap: number;
}

/**
 * Lists the gap between the legs of an opportunity over time: one dollar less the recorded prices of the outcomes that
 * are bought. Only times at which every leg was recorded have one.
 */
export function listGaps(legs: readonly LegBars[]): GapPoint[] {
  const [first, ...others] = legs;
  if (first === undefined) return [];
  const closes = others.map(({ side, buckets }) => ({
    side,
    byTime: new Map(buckets.map(({ t, close }) => [t, close])),
  }));
  return first.buckets.flatMap(({ t, close }) => {
    let cost = toCost(first.side, close);
    for (const { side, byTime } of closes) cost += toCost(side, byTime.get(t));
    return Number.isFinite(cost) ? [{ t, gap: 1 - cost }] : [];
  });
}

const toCost = (side: string, close: number | undefined): number =>
  close === undefined ? Number.NaN : side === 'no' ? 1 - close : close;

/** Draws the path of an SVG through points; it begins again behind a hole that is wider than so many steps of x. */
export function drawPath(
  points: readonly { readonly x: number; readonly y: number }[],
  widest = Number.POSITIVE_INFINITY,
): string {
  return points
    .map(({ x, y }, i) => {
      const before = points[i - 1];
      const command = before === undefined || x - before.x > widest ? 'M' : 'L';
      return `${command}${round(x)} ${round(y)}`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Builds a scale from values to pixels; values that are all equal lie in the middle. */
export function scaleTo(values: readonly number[], [from, to]: readonly [number, number]) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const range = most - least;
  return (value: number): number =>
    range > 0 ? from + ((value - least) / range) * (to - from) : (from + to) / 2;
}
