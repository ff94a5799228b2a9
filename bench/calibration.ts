/**
 * Measures calibration: the cells of millions of samples, from the file as an answer reads them, and the closing of a
 * day of resolved markets.
 *
 *     node bin/with-node24 bench/calibration.ts [--samples 7000000] [--markets 100000] [--rounds 5]
 *
 * Markets are strikes of made-up hours, seven horizons each, four strikes an event. Bars: cells of 7 million samples 0.5 s,
 * a day of 100,000 markets 5 s of processor time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrateCells } from '../src/analytics/index.ts';
import { makeDay } from '../src/calibration/make-day.ts';
import {
  buildKalshiAsset,
  DAY_MS,
  epochMs,
  FORECAST_HORIZONS,
  MINUTE_MS,
  NO_NAMES,
  NO_TERMS,
} from '../src/domain/index.ts';
import type { Forecast } from '../src/history/contract/forecasts.ts';
import type { StoredResolution } from '../src/history/contract/resolutions.ts';
import { decodeDayColumns, encodeForecastDay } from '../src/history/forecasts/day-coding.ts';
import type { DayForecast, ResolvedMarket } from '../src/history/forecasts/forecast-day.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../src/history/sqlite/index.ts';
import { seededRandom } from '../test/support/random.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '7000000' },
    markets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
  },
});
const START = Math.floor(Date.UTC(2026, 0, 1) / DAY_MS);
const MARKETS_A_DAY = 4_000;
const HORIZONS = FORECAST_HORIZONS.length;
const random = seededRandom(21);
const dataDir = mkdtempSync(join(tmpdir(), 'bench-calibration-'));
try {
  await measureCells(Number(values.samples), Number(values.rounds));
  await measureDay(Number(values.markets));
} finally {
  rmSync(dataDir, { recursive: true });
}

async function measureCells(samples: number, rounds: number): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  const days = Math.max(1, Math.round(samples / MARKETS_A_DAY / (HORIZONS - 1)));
  let bytes = 0;
  for (let d = 0; d < days; d++) {
    const data = encodeForecastDay({ madeBy: 'live', dropped: 0, markets: drawMarkets(d) });
    bytes += data.length;
    await store.putForecastDay(START + d, data, []);
  }
  await store.close();
  const reader = await openReadOnlyHistory({ dataDir });
  const took: number[] = [];
  const cpu: number[] = [];
  let counted = 0;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const columns = [];
    for (const day of await reader.listForecastDays())
      columns.push(decodeDayColumns((await reader.findForecastDay(day))!));
    const cells = calibrateCells(columns);
    took.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
    counted = cells.reduce((sum, { category, n }) => sum + (category === 'all' ? n : 0), 0);
  }
  await reader.close();
  const perSample = (bytes / counted).toFixed(1);
  console.log(`cells of ${counted} samples in ${days} days (${perSample} bytes a sample)`);
  console.log(`  ${describe(took)} ms, processor ${describe(cpu)} ms; bar 500 ms at 7 million`);
}

function drawMarkets(d: number): ResolvedMarket[] {
  return Array.from({ length: MARKETS_A_DAY }, (_, i) => {
    const end = (START + d) * DAY_MS + i * 10_000;
    return {
      venue: 'kalshi',
      asset: `kalshi-kxbench-${d}-${i}`,
      kind: 'kalshi',
      category: ['crypto', 'sports', 'politics'][(i >> 2) % 3]!,
      event: `kxbench-${d}-${i >> 2}`,
      outcome: random() < 0.5 ? 'yes' : 'no',
      resolvedAt: end + 90_000,
      forecasts: FORECAST_HORIZONS.map(({ ms }, h): DayForecast => {
        if (h === 0) return { leftOut: 'not_listed' };
        return { t: Math.floor(end - ms - random() * 5_000), p: Math.round(random() * 1000) / 1000, end };
      }),
    };
  });
}

/** Measures the closing of a day whose markets were sampled live at every horizon. */
async function measureDay(count: number): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  const end = epochMs((START + 10_000) * DAY_MS + DAY_MS / 2);
  const refs = Array.from({ length: count }, (_, i) => ({
    ...buildKalshiAsset(`KXDAY-${i >> 2}-T${i}`),
    eventKey: `KXDAY-${i >> 2}`,
  }));
  for (let from = 0; from < count; from += 500) {
    const some = refs.slice(from, from + 500);
    const changed = some.map(({ eventKey, ...ref }) => ({
      ...ref,
      title: `Above ${from}?`,
      eventKey,
      event: 'Price of an hour',
      category: 'Crypto',
      settling: null,
      statedBy: null,
      outcomes: ['Yes', 'No'] as const,
      ...NO_NAMES,
      terms: NO_TERMS,
      closesAt: end,
      endsAt: null,
      nativeIds: {},
      url: null,
      rules: null,
    }));
    const forecasts = some.flatMap(({ venue, storeKey }) =>
      FORECAST_HORIZONS.map(
        ({ id, ms }): Forecast => ({ venue, storeKey, horizon: id, t: epochMs(end - ms - 10), p: 0.5, end }),
      ),
    );
    await store.append([], { venue: 'kalshi', at: epochMs(end - 40 * DAY_MS), changed, forecasts });
  }
  await store.sealAll();
  await store.close();
  const reader = await openReadOnlyHistory({ dataDir });
  const resolutions = refs.map(({ venue, storeKey, asset }): StoredResolution => {
    const said = { outcome: 'yes', payout: 1, settledAt: end, source: 'bench', disputed: null } as const;
    return { venue, storeKey, asset, ...said, recordedAt: epochMs(end + MINUTE_MS) };
  });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const origin = { madeBy: 'live', dropped: 0 } as const;
  const { markets, samples, data } = await makeDay(reader, START + 10_000, resolutions, origin);
  const { user, system } = process.cpuUsage(before);
  console.log(`day of ${markets} markets, ${samples} samples, ${data.length} bytes`);
  const ms = (performance.now() - startedAt).toFixed(0);
  console.log(`  ${ms} ms, processor ${((user + system) / 1000).toFixed(0)} ms; bar 5000 ms at 100,000`);
  await reader.close();
}

/** Describes figures by their minimum and median. */
function describe(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  return `${sorted[0]!.toFixed(0)} to median ${sorted[sorted.length >> 1]!.toFixed(0)}`;
}
