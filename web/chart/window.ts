import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../format/time.ts';

/** Widths of bars, each a divisor of a larger one. */
const BAR_WIDTHS_MS: readonly number[] = [
  ...[5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7].map((days) => days * DAY_MS),
];

/** Spans of a chart that follows the present. */
export const RANGES = [
  { name: '1h', ms: HOUR_MS },
  { name: '6h', ms: 6 * HOUR_MS },
  { name: '1d', ms: DAY_MS },
  { name: '7d', ms: 7 * DAY_MS },
  { name: '30d', ms: 30 * DAY_MS },
  { name: '1y', ms: 365 * DAY_MS },
] as const;

/** Widths of bars that can be chosen. */
export const BAR_CHOICES = [
  { name: '1m', ms: MINUTE_MS },
  { name: '5m', ms: 5 * MINUTE_MS },
  { name: '15m', ms: 15 * MINUTE_MS },
  { name: '1h', ms: HOUR_MS },
  { name: '4h', ms: 4 * HOUR_MS },
  { name: '1d', ms: DAY_MS },
] as const;

/** The part of the time axis that is in view. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The most bars that one request gives a chart. */
export const MAX_BARS = 2_000;
/** The most where the width was chosen: a year of hours, with its margins. */
const MAX_CHOSEN_BARS = 20_000;
/** Share of the window that is read beyond each edge, so that a little panning needs no request. */
const MARGIN = 0.25;
/** Filled-in records come by the hour: one that reaches into the view may be this far beside it. */
const FILLED_REACH_MS = 2 * HOUR_MS;
/** Polls that a bar holds at least. */
const MIN_POLLS = 4;
const MIN_SPAN_MS = 30 * SECOND_MS;
const MAX_SPAN_MS = 3_650 * DAY_MS;

/** The request for the bars of a window. */
export interface BarRequest {
  readonly bucketMs: number;
  readonly fromMs: number;
  /** null: up to now. */
  readonly toMs: number | null;
}

/**
 * Builds the request for the smallest bars that are at most {@link MAX_BARS}, for a window with its margins. Edges are
 * rounded outwards to eighths of the window, so that small moves ask for the same.
 *
 * @param intervalMs Between two polls of the venue: a candle of one record would be a dot.
 * @param leastMs The width that was chosen; wider where that would be too many bars.
 */
export function barRequest(
  { fromMs, toMs }: TimeWindow,
  nowMs: number,
  intervalMs = 0,
  leastMs = 0,
): BarRequest {
  const span = toMs - fromMs;
  const margin = Math.max(span * MARGIN, FILLED_REACH_MS);
  const wanted = span + 2 * margin + span / 4;
  const most = leastMs > 0 ? MAX_CHOSEN_BARS : MAX_BARS;
  const bucketMs =
    BAR_WIDTHS_MS.find(
      (width) => wanted / width <= most && width >= Math.max(leastMs, MIN_POLLS * intervalMs),
    ) ?? BAR_WIDTHS_MS.at(-1)!;
  const step = Math.max(bucketMs, Math.ceil(span / 8 / bucketMs) * bucketMs);
  const from = Math.floor((fromMs - margin) / step) * step;
  const to = Math.ceil((toMs + margin) / step) * step;
  return { bucketMs, fromMs: Math.max(0, from), toMs: to >= nowMs ? null : to };
}

/** Zooms a window about a point of it. @param factor Below 1: closer. @param at 0 left edge, 1 right edge. */
export function zoomed({ fromMs, toMs }: TimeWindow, factor: number, at: number): TimeWindow {
  const span = toMs - fromMs;
  const next = Math.max(MIN_SPAN_MS, Math.min(MAX_SPAN_MS, span * factor));
  const pivot = fromMs + span * at;
  return { fromMs: pivot - next * at, toMs: pivot + next * (1 - at) };
}

/** Moves a window by a share of its width. */
export function panned({ fromMs, toMs }: TimeWindow, share: number): TimeWindow {
  const by = (toMs - fromMs) * share;
  return { fromMs: fromMs + by, toMs: toMs + by };
}

/** Finds the window of an address, in ISO 8601; null when the address has none. */
export function findWindow(from: string | null, to: string | null): TimeWindow | null {
  if (from === null || to === null) return null;
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) return null;
  return toMs - fromMs >= MIN_SPAN_MS && toMs - fromMs <= MAX_SPAN_MS ? { fromMs, toMs } : null;
}
