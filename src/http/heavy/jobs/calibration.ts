import { BANDS, type CalibrationBand, type ForecastCell } from '../../../analytics/index.ts';
import { readCells, sumLeftOut } from '../../../calibration/read-cells.ts';
import { type CellName, readSamples, type SamplePosition } from '../../../calibration/read-samples.ts';
import { DAY_MS, encodeCursor, FORECAST_HORIZONS } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { formatJsonItems, type PreparedBody, prepareList } from '../prepared-body.ts';

export interface CalibrationInput {
  readonly filter: { readonly [Member in keyof Omit<CellName, 'band'>]?: string | undefined };
  readonly days: number;
  readonly withBands: boolean;
  readonly limit: number;
}

/** Version of the definitions by which cells are computed, stated in the response. */
const DEFINITIONS = 21;
const CELL_BYTES = 600;
const BAND_BYTES = 250;
const SAMPLE_BYTES = 180;

/** Category of all markets. Markets are also counted in their own category. */
const ALL = 'all';

/** Prepares a table of how often prices came true, cell by cell. */
export async function prepareCalibration(
  history: HistoryReader,
  { filter, days, withBands, limit }: CalibrationInput,
): Promise<PreparedBody> {
  const { throughDay, cells, dropped } = await readCells(history, days);
  const isChosen = (cell: ForecastCell) =>
    (['venue', 'kind', 'category', 'horizon'] as const).every(
      (name) => (filter[name] ?? cell[name]) === cell[name],
    );
  const chosen = cells.filter(isChosen);
  const shown = chosen.slice(0, limit).map((cell) => toCellBody(cell, withBands));
  const counted = chosen.filter(({ category }) => (category === ALL) === (filter.category === ALL));
  const isUnfiltered = Object.values(filter).every((value) => value === undefined);
  return prepareList({
    head: {
      ok: true,
      definitions: DEFINITIONS,
      days,
      throughDay: throughDay === null ? null : new Date(throughDay * DAY_MS).toISOString().slice(0, 10),
      count: shown.length,
    },
    name: 'cells',
    length: shown.length,
    items: (from, to) => formatJsonItems(shown.slice(from, to)),
    itemBytes: withBands ? CELL_BYTES + BANDS.length * BAND_BYTES : CELL_BYTES,
    tail: {
      leftOut: {
        ...sumLeftOut(counted),
        ...(isUnfiltered && dropped > 0 ? { never_resolved: dropped } : {}),
      },
    },
    heldBytes: shown.length * CELL_BYTES,
    data: [Buffer.from(JSON.stringify(shown))],
  });
}

function toCellBody(cell: ForecastCell, withBands: boolean) {
  const { venue, kind, category, horizon, n, yes, clusters, enough, clipped, leftOut } = cell;
  const whyNull: Record<string, string> = {};
  if (!enough) whyNull.cell = 'too_few_samples';
  else if (cell.skill === null) whyNull.skill = 'zero_denominator';
  const bands = withBands ? BANDS.map(({ index }) => toBandBody(cell, index)) : [];
  for (const { index, enough: isShown } of bands) if (!isShown) whyNull[`bands.${index}`] = 'too_few_samples';
  const figure = (value: number | null) => (enough ? value : null);
  return {
    venue,
    kind,
    category,
    horizon,
    isFinal: FORECAST_HORIZONS.find(({ id }) => id === horizon)!.isFinal,
    n,
    yes,
    clusters,
    enough,
    meanPrice: figure(cell.meanPrice),
    share: figure(cell.share),
    brier: figure(cell.brier),
    brierSe: figure(cell.brierSe),
    reliability: figure(cell.reliability),
    resolution: figure(cell.resolution),
    uncertainty: figure(cell.uncertainty),
    withinBand: figure(cell.withinBand),
    reliabilityByChance: figure(cell.reliabilityByChance),
    skill: figure(cell.skill),
    logLoss: figure(cell.logLoss),
    clipped,
    leftOut,
    ...(withBands ? { bands } : {}),
    whyNull,
  };
}

const NO_FIGURES = {
  meanPrice: null,
  share: null,
  effective: null,
  shareLow: null,
  shareHigh: null,
  holds: null,
} as const;

function toBandBody(cell: ForecastCell, index: number) {
  const { low, high } = BANDS[index]!;
  const band: CalibrationBand | undefined = cell.bands.find((one) => one.index === index);
  const { n = 0, yes = 0, clusters = 0, enough = false } = band ?? {};
  const counts = { index, low, high, n, yes, clusters, enough };
  if (band === undefined || !enough) return { ...counts, ...NO_FIGURES };
  const { meanPrice, share, effective, shareLow, shareHigh, holds } = band;
  return { ...counts, meanPrice, share, effective, shareLow, shareHigh, holds };
}

export interface CalibrationSamplesInput {
  readonly cell: CellName;
  readonly limit: number;
  readonly after: SamplePosition | null;
}

/** Prepares the samples that a cell was computed from. */
export async function prepareCalibrationSamples(
  history: HistoryReader,
  { cell, limit, after }: CalibrationSamplesInput,
): Promise<PreparedBody> {
  const { samples, next } = await readSamples(history, cell, { limit, after });
  return prepareList({
    head: { ok: true, count: samples.length },
    name: 'samples',
    length: samples.length,
    items: (from, to) => formatJsonItems(samples.slice(from, to)),
    itemBytes: SAMPLE_BYTES,
    tail: { nextCursor: next === null ? null : encodeCursor('sample', next), truncated: next !== null },
    heldBytes: samples.length * SAMPLE_BYTES,
    data: [Buffer.from(JSON.stringify(samples))],
  });
}
