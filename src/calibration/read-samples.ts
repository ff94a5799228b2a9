import { findBand } from '../analytics/index.ts';
import { FORECAST_HORIZONS } from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { decodeDayColumns, decodeForecastDay } from '../history/forecasts/day-coding.ts';

/** Identifies the cell whose samples are requested. */
export interface CellName {
  readonly venue: string;
  readonly kind: string;
  readonly category: string;
  readonly horizon: string;
  /** Index of a probability band. Absent: all bands. */
  readonly band?: number | undefined;
}

export interface CellSample {
  readonly asset: string;
  readonly t: number;
  readonly p: number;
  readonly y: 0 | 1;
  readonly end: number;
  readonly event: string | null;
  readonly resolvedAt: number;
}

/** Position in the order of samples. */
export type SamplePosition = readonly [end: number, asset: string];

export interface SamplePage {
  /** Samples ordered by end, then by asset. */
  readonly samples: readonly CellSample[];
  readonly next: SamplePosition | null;
}

const WINDOW = 'window';
const ALL = 'all';

/** Reads one page of the samples of one cell over all closed days. */
export async function readSamples(
  history: HistoryReader,
  cell: CellName,
  { limit, after }: { readonly limit: number; readonly after: SamplePosition | null },
): Promise<SamplePage> {
  let found: CellSample[] = [];
  for (const day of await history.listForecastDays()) {
    const data = await history.findForecastDay(day);
    if (data === null || !decodeDayColumns(data).groups.some((group) => isInCell(group, cell))) continue;
    for (const sample of listSamples(data, cell)) if (isAfter(sample, after)) found.push(sample);
    // Only as many samples are kept as the page may show, so that memory stays limited.
    if (found.length > 4 * limit) found = found.sort(compareSamples).slice(0, limit + 1);
  }
  found.sort(compareSamples);
  const samples = found.slice(0, limit);
  const last = samples.at(-1);
  return { samples, next: found.length > limit && last !== undefined ? [last.end, last.asset] : null };
}

function* listSamples(data: Uint8Array, cell: CellName): Generator<CellSample> {
  const h = FORECAST_HORIZONS.findIndex(({ id }) => id === cell.horizon);
  for (const { venue, kind, category, asset, event, outcome, resolvedAt, forecasts } of decodeForecastDay(
    data,
  ).markets) {
    const forecast = forecasts[h];
    if (forecast === undefined || 'leftOut' in forecast || !isInCell([venue, kind, category], cell)) continue;
    const { t, p, end } = forecast;
    if (cell.band !== undefined && findBand(p) !== cell.band) continue;
    yield { asset, t, p, y: outcome === 'yes' ? 1 : 0, end, event, resolvedAt };
  }
}

function isInCell([venue, kind, category]: readonly [string, string, string], cell: CellName): boolean {
  if (venue !== cell.venue || kind !== cell.kind) return false;
  return cell.category === category || (cell.category === ALL && category !== WINDOW);
}

function isAfter({ end, asset }: CellSample, after: SamplePosition | null): boolean {
  if (after === null) return true;
  return end > after[0] || (end === after[0] && asset > after[1]);
}

function compareSamples(a: CellSample, b: CellSample): number {
  return a.end - b.end || (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0);
}
