import assert from 'node:assert/strict';
import {
  adfAtLag,
  kpss,
  levelRegression,
  PACK_PERIODS_PER_YEAR,
  prepareSeries,
  quantile,
  type ReturnBasis,
  riskMetrics,
  type Series,
  statsPack,
  varianceRatioAt,
} from '../../src/analytics/index.ts';
import { LeafCounter } from './compare.ts';
import { type GoldenRecord, type Json, type JsonObject, readGolden, toColumns } from './golden-files.ts';

interface SeriesInput {
  readonly records: readonly GoldenRecord[];
}

interface SeriesExpectation {
  readonly bases: Readonly<Record<string, JsonObject>>;
}

/** Compares one series with its reference in every basis. Returns the number of leaves compared. */
export function compareSeries(folder: string, name: string): number {
  const { records } = readGolden<SeriesInput>(folder, `inputs/series/${name}.json`);
  const { bases } = readGolden<SeriesExpectation>(folder, `expected/series/${name}.json`);
  const counter = new LeafCounter();

  for (const [basis, expected] of Object.entries(bases)) {
    const series = prepareSeries(toColumns(records), basis as ReturnBasis);
    const { nullInBundle: _hidden, pack, ...rest } = expected;
    counter.leaves(
      `${name}/${basis}`,
      { ...figures(series), cleaning: { records: records.length, kept: series.bars } },
      rest,
    );
    if (pack !== undefined) comparePack(counter, `${name}/${basis}/pack`, series, pack as JsonObject);
  }
  return counter.compared;
}

function figures(series: Series) {
  return { periodsPerYear: series.periodsPerYear, risk: riskMetrics(series) };
}

/** Compares the pack, and beside it figures that the answers do not carry: fixed lags, other horizons, auxiliaries. */
function comparePack(counter: LeafCounter, path: string, series: Series, expected: JsonObject): void {
  const { periodsPerYear, auxiliary, ...rest } = expected;
  assert.strictEqual(periodsPerYear, PACK_PERIODS_PER_YEAR);
  counter.leaves(path, withExtras(series, expected.tests as JsonObject), rest);
  counter.leaves(`${path}/auxiliary`, auxiliaries(series, auxiliary as JsonObject), auxiliary!);
}

function withExtras(series: Series, tests: JsonObject) {
  const pack = statsPack(series);
  const adfLags = keysAt(tests, 'adf', 'fixedLag');
  const kpssLags = keysAt(tests, 'kpss', 'fixedLag');
  const horizons = keysAt(tests, 'varianceRatio', 'byQ');
  return {
    ...pack,
    tests: {
      ...pack.tests,
      adf: pack.tests.adf && {
        ...pack.tests.adf,
        fixedLag: table(adfLags, (lag) => adfAtLag(series.levels, lag)),
      },
      kpss: pack.tests.kpss && { ...pack.tests.kpss, fixedLag: table(kpssLags, (lag) => kpss(series, lag)) },
      varianceRatio: pack.tests.varianceRatio && {
        ...pack.tests.varianceRatio,
        byQ: table(horizons, (q) => bothRatios(series, q)),
      },
    },
  };
}

function bothRatios(series: Series, q: number) {
  const unbiased = varianceRatioAt(series, q);
  const biased = varianceRatioAt(series, q, 'biased');
  return { vr: unbiased.vr, z: unbiased.z, vrBiased: biased.vr, zBiased: biased.z };
}

function auxiliaries(series: Series, expected: JsonObject) {
  const regression = levelRegression(series);
  return {
    ar1: {
      phi: regression?.phi ?? null,
      dfT: regression?.dickeyFuller ?? null,
      halfLifeUngated: regression?.halfLifeUngated ?? null,
    },
    acf: (expected.acf as Json[]).map((_, i) => series.autocorrelation(i + 1)),
    quantiles: table(Object.keys(expected.quantiles as JsonObject), (share) =>
      quantile(series.sortedReturns, share),
    ),
  };
}

function keysAt(tests: JsonObject, test: string, member: string): string[] {
  const found = tests[test] as JsonObject | null;
  return found === null ? [] : Object.keys(found[member] as JsonObject);
}

function table<T>(keys: readonly string[], valueAt: (key: number) => T): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, valueAt(Number(key))]));
}
