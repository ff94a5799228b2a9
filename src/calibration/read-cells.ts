import { calibrateCells, type ForecastCell } from '../analytics/index.ts';
import { FORECAST_HORIZONS, type LeftOutReason } from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { decodeDayColumns } from '../history/forecasts/day-coding.ts';

/** Cells of the last closed days. */
export interface CalibratedDays {
  /** Last closed day. null: no day is closed. */
  readonly throughDay: number | null;
  /** The largest cell first, then by venue, kind, category and horizon. */
  readonly cells: readonly ForecastCell[];
  /** Number of markets that were never resolved and whose forecasts were dropped. */
  readonly dropped: number;
}

interface CachedResult {
  readonly days: string;
  readonly at: number;
  readonly result: CalibratedDays;
}

/** Maximum number of results that are cached in each reading thread, one per number of days. */
const MAX_CACHED = 4;
/** Time in ms after which a result is computed again, so that a day that a command has recreated is seen. */
const MAX_CACHED_MS = 600_000;
const cached = new WeakMap<HistoryReader, Map<number, CachedResult>>();

/** Calibrates the last closed days. The result is computed again when another day is closed. */
export async function readCells(history: HistoryReader, days: number): Promise<CalibratedDays> {
  const chosen = (await history.listForecastDays()).slice(-days);
  const known = cached.get(history) ?? new Map<number, CachedResult>();
  cached.set(history, known);
  const before = known.get(days);
  const name = chosen.join();
  const now = performance.now();
  if (before?.days === name && now - before.at < MAX_CACHED_MS) return before.result;
  const result = await calibrateDays(history, chosen);
  known.delete(days);
  known.set(days, { days: name, at: now, result });
  for (const oldest of known.keys()) if (known.size > MAX_CACHED) known.delete(oldest);
  return result;
}

async function calibrateDays(history: HistoryReader, days: readonly number[]): Promise<CalibratedDays> {
  const columns = [];
  for (const day of days) {
    const data = await history.findForecastDay(day);
    if (data !== null) columns.push(decodeDayColumns(data));
  }
  return {
    throughDay: days.at(-1) ?? null,
    cells: calibrateCells(columns).toSorted(compareCells),
    dropped: columns.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

/** Counts the markets that a list of cells leaves out, by reason. A market counts once per horizon. */
export function sumLeftOut(cells: readonly ForecastCell[]): Partial<Record<LeftOutReason, number>> {
  const sums: Partial<Record<LeftOutReason, number>> = {};
  for (const { leftOut } of cells) {
    for (const [reason, count] of Object.entries(leftOut) as [LeftOutReason, number][]) {
      sums[reason] = (sums[reason] ?? 0) + count;
    }
  }
  return sums;
}

const PLACES = new Map(FORECAST_HORIZONS.map(({ id }, i) => [id, i]));

function compareCells(a: ForecastCell, b: ForecastCell): number {
  return (
    b.n - a.n ||
    compare(a.venue, b.venue) ||
    compare(a.kind, b.kind) ||
    compare(a.category, b.category) ||
    PLACES.get(a.horizon)! - PLACES.get(b.horizon)!
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
