import assert from 'node:assert/strict';
import {
  type ArbitrageGroup,
  type ArbitrageOptions,
  type BinaryPrices,
  binaryAnomalies,
  type CascadeDirection,
  carry,
  cascades,
  changeFromFeed,
  changeFromReference,
  chiSquareUpperTail,
  computeCapture,
  correlations,
  describeSampling,
  eventAnomalies,
  expectedRescaledRange,
  type FairValueInputs,
  type Flow,
  type FlowWindow,
  fairValue,
  flow,
  flowItem,
  type HorizonInputs,
  horizon,
  logGamma,
  mackinnonP,
  normalCdf,
  normalQuantile,
  type OrderSide,
  perpAnomalies,
  prepareSample,
  prepareSeries,
  type ReturnBasis,
  rankMovers,
  referencePrice,
  riskMetrics,
  type SignalInputs,
  type SizeUnit,
  type StatedTrades,
  signals,
  simulateArbitrage,
  slippage,
  statedFlow,
  volumeProfile,
} from '../../src/analytics/index.ts';
import { MINUTE_MS, type PriceLevel } from '../../src/domain/index.ts';
import { LeafCounter, type Tolerance } from './compare.ts';
import { type GoldenRecord, type Json, type JsonObject, readGolden, toColumns } from './golden-files.ts';

interface Case {
  readonly tolerance: Tolerance;
  readonly expected: Json;
}

interface CaseFile<Parameters> {
  readonly nowMs?: number;
  readonly cases: readonly (Case & Parameters)[];
}

/** The case files, each with what computes the answer of one of its cases. */
const CASE_FILES: Readonly<Record<string, (folder: string) => number>> = {
  anomalies: (folder) =>
    compareCases<{ input: JsonObject }>(folder, 'anomalies', ({ input }) => listAnomalies(input)),

  arb: (folder) => {
    const { groups } = readGolden<{ groups: ArbitrageGroup[] }>(folder, 'inputs/arb.json');
    return compareCases<{ params: ArbitrageOptions }>(folder, 'arb', ({ params }) =>
      simulateArbitrage(groups, params),
    );
  },

  benchmark: (folder) =>
    compareCases<{ asset: string; benchmark: string }>(folder, 'benchmark', ({ asset, benchmark }) => {
      const [a, b] = [readSeries(folder, asset).returns, readSeries(folder, benchmark).returns];
      const shared = Math.min(a.length, b.length);
      return computeCapture({
        asset: a.subarray(a.length - shared),
        benchmark: b.subarray(b.length - shared),
      });
    }),

  carry: (folder) =>
    compareCases<{ fundingHourly: number }>(folder, 'carry', ({ fundingHourly }) => carry(fundingHourly)),

  cascades: (folder) =>
    compareCases<{ input: string; windowMs: number; minDrawdownPct: number; direction: CascadeDirection }>(
      folder,
      'cascades',
      ({ input, ...options }) => cascades(readTicks(folder, input), options),
    ),

  correlations: (folder) => {
    const { nowMs, assets } = readGolden<{ nowMs: number; assets: Record<string, [number, number][]> }>(
      folder,
      'inputs/correlations.json',
    );
    const inputs = Object.entries(assets).map(([asset, rows]) => ({
      asset,
      columns: { t: Float64Array.from(rows, ([t]) => t), p: Float64Array.from(rows, ([, p]) => p) },
    }));
    return compareCases<{ windowHours: number }>(folder, 'correlations', ({ windowHours }) =>
      correlations(inputs, { nowMs, windowHours }),
    );
  },

  'fair-value': (folder) =>
    compareCases<{ input: FairValueInputs }>(folder, 'fair-value', ({ input }) => fairValue(input)),

  flow: (folder) =>
    compareCases<{ input: string; rollingWindow: number }>(
      folder,
      'flow',
      ({ input, rollingWindow, expected }) => {
        const { series, ...rest } = flow(readTicks(folder, input), { rollingWindow });
        return { ...rest, series: shownSeries(series, (expected as JsonObject).series!) };
      },
    ),

  horizon: (folder) =>
    compareCases<{ input: JsonObject }>(folder, 'horizon', ({ input }) =>
      horizon({
        ...input,
        price: input.p,
        nowMs: input.now,
        barDeviation: input.barSd,
      } as unknown as HorizonInputs),
    ),

  movers: (folder) => {
    const { nowMs, items } = readGolden<{ nowMs: number; items: MoverInput[] }>(folder, 'inputs/movers.json');
    const rows = items.map((item) => computeMover(item, nowMs));
    return compareCases<{ topN: number; minPriceChangePct: number }>(folder, 'movers', (options) =>
      rankMovers(rows, options),
    );
  },

  signals: (folder) =>
    compareCases<{ input: SignalInputs }>(folder, 'signals', ({ input }) => signals(input)),

  slippage: (folder) => {
    const books = readGolden<Record<string, { bids: PriceLevel[]; asks: PriceLevel[] }>>(
      folder,
      'inputs/books.json',
    );
    return compareCases<{ book: string; side: OrderSide; size: number; sizeUnit: SizeUnit }>(
      folder,
      'slippage',
      ({ book, ...order }) => slippage(books[book]!, order),
    );
  },

  'special-functions': compareSpecialFunctions,

  stated: (folder) => {
    const inputs = readGolden<Record<string, StatedInput>>(folder, 'inputs/stated.json');
    return compareCases<{ trades: string; window: FlowWindow }>(folder, 'stated', ({ trades, window }) => {
      const columns = toStatedTrades(inputs[trades]!);
      return statedFlow(columns, window, (t) => findTradedPrice(columns, t));
    });
  },

  uneven: (folder) => {
    const tapes = readGolden<Record<string, { basis: ReturnBasis; records: GoldenRecord[] }>>(
      folder,
      'inputs/uneven.json',
    );
    return compareCases<{ tape: string }>(folder, 'uneven', ({ tape, expected }) => {
      const { basis, records } = tapes[tape]!;
      const sample = prepareSample(toColumns(records), 'live', basis);
      const { periodsPerYear } = sample.series;
      return pick({ ...describeSampling(sample), ...riskMetrics(sample.series), periodsPerYear }, expected);
    });
  },

  'volume-profile': (folder) =>
    compareCases<{ input: string; priceStep: number }>(folder, 'volume-profile', ({ input, priceStep }) =>
      volumeProfile(readTicks(folder, input), { priceStep }),
    ),
};

/** Compares every case of a file. Returns the number of values compared. */
export function compareCaseFile(folder: string, name: string): number {
  const compare = CASE_FILES[name];
  assert.ok(compare !== undefined, `nothing compares expected/${name}.json`);
  return compare(folder);
}

function compareCases<Parameters>(
  folder: string,
  name: string,
  answer: (parameters: Case & Parameters) => unknown,
): number {
  const { cases } = readGolden<CaseFile<Parameters>>(folder, `expected/${name}.json`);
  const counter = new LeafCounter();
  for (const [i, item] of cases.entries()) {
    counter.values(`${name}[${i}]`, answer(item), item.expected, item.tolerance);
  }
  return counter.compared;
}

type StatedInput = Readonly<Record<keyof StatedTrades, readonly number[]>>;

function toStatedTrades({ t, price, size, side, isBackfilled }: StatedInput): StatedTrades {
  return {
    t: Float64Array.from(t),
    price: Float64Array.from(price),
    size: Float64Array.from(size),
    side: Int8Array.from(side),
    isBackfilled: Uint8Array.from(isBackfilled),
  };
}

/** Finds the price of the last trade at or before a time, at most ten minutes old. */
function findTradedPrice({ t, price }: StatedTrades, moment: number): number | null {
  const last = t.findLastIndex((each) => each <= moment);
  return last === -1 || moment - t[last]! > 10 * MINUTE_MS ? null : price[last]!;
}

const TABLES: Readonly<Record<string, (x: number, parameter: number) => number>> = {
  normalCdf,
  normalQuantile,
  chiSquareUpperTail,
  logGamma,
  anisLloyd: expectedRescaledRange,
  mackinnonP,
};

/** Rows of arguments with the value last. */
function compareSpecialFunctions(folder: string): number {
  const {
    tool: _tool,
    tolerance,
    ...tables
  } = readGolden<{ tool: string; tolerance: Tolerance } & JsonObject>(
    folder,
    'expected/special-functions.json',
  );
  const counter = new LeafCounter();
  for (const [name, rows] of Object.entries(tables)) {
    for (const row of rows as unknown as number[][]) {
      const value = TABLES[name]!(row[0]!, row[1]!);
      counter.leaf(`${name}(${row.slice(0, -1).join(', ')})`, value, row.at(-1)!, tolerance);
    }
  }
  return counter.compared;
}

/** Picks the members that an expectation names. */
function pick(answer: object, expected: Json): object {
  const names = new Set(Object.keys(expected as JsonObject));
  return Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name)));
}

function readTicks(folder: string, name: string) {
  return toColumns(readGolden<{ records: GoldenRecord[] }>(folder, `inputs/ticks/${name}.json`).records);
}

function readSeries(folder: string, name: string) {
  const { records } = readGolden<{ records: GoldenRecord[] }>(folder, `inputs/series/${name}.json`);
  return prepareSeries(toColumns(records), 'log');
}

/** Shortens a long series to its first and last five records. */
function shownSeries(series: Flow['series'], expected: Json): unknown {
  const items = Array.from({ length: series.length }, (_, i) => flowItem(series, i));
  return Array.isArray(expected) ? items : { first: items.slice(0, 5), last: items.slice(-5) };
}

function listAnomalies(input: JsonObject): readonly string[] {
  switch (input.kind) {
    case 'perp':
      return perpAnomalies(input.price as number | null);
    case 'event':
      return eventAnomalies(input.yesPrices as number[]);
    default:
      return binaryAnomalies(input as unknown as BinaryPrices);
  }
}

interface MoverInput {
  readonly asset: string;
  readonly kind: string;
  readonly currentPrice: number;
  readonly feedChangePct?: number | null;
  readonly history?: readonly GoldenRecord[];
}

function computeMover({ asset, kind, currentPrice, feedChangePct, history }: MoverInput, nowMs: number) {
  if (kind === 'hl-perp') {
    return { asset, currentPrice, source: 'feed', changeFrac: changeFromFeed(feedChangePct ?? null) };
  }
  const reference = referencePrice(toColumns(history ?? []), nowMs);
  return {
    asset,
    currentPrice,
    source: 'store-delta',
    changeFrac: changeFromReference(currentPrice, reference),
  };
}
