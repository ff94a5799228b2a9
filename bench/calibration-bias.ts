/**
 * Whether calibration finds a planted bias, and how often it sees one that is not there.
 *
 *     node bin/with-node24 bench/calibration-bias.ts [--markets 20000] [--bias 0.05] [--bands 1000] [--data-dir D]
 *
 * Markets have one forecast an hour before their end, alone or as six strikes of an event that come true together. Of the
 * biased ones those from 0.3 to 0.7 come true less often than they cost. Bars: those bands fail, in both forms; without a
 * bias 3 to 7 of 100 bands do. With `--data-dir` the last days of the history there are the biased and the unbiased markets,
 * as venues polymarket and kalshi, so that the terminal shows them.
 */
import { parseArgs } from 'node:util';
import { type CalibrationBand, calibrateCells } from '../src/analytics/index.ts';
import { DAY_MS, FORECAST_HORIZONS, HOUR_MS } from '../src/domain/index.ts';
import { decodeDayColumns, encodeForecastDay } from '../src/history/forecasts/day-coding.ts';
import type { DayForecast, ResolvedMarket } from '../src/history/forecasts/forecast-day.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { seededRandom } from '../test/support/random.ts';

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '20000' },
    bias: { type: 'string', default: '0.05' },
    bands: { type: 'string', default: '1000' },
    'data-dir': { type: 'string' },
  },
});
const END = Date.UTC(2026, 10, 20, 12);
const BIASED_FROM = 0.3;
const BIASED_TO = 0.7;
const STRIKES = 6;
/** Markets of a list without a bias: enough for figures in every band. */
const LIST = 2_000;
const random = seededRandom(21);

interface Draw {
  readonly venue: 'polymarket' | 'kalshi';
  readonly count: number;
  readonly perEvent: number;
  readonly bias: number;
}

for (const perEvent of [1, STRIKES]) {
  const name = perEvent === 1 ? 'markets alone' : `events of ${perEvent} strikes`;
  const biased = drawMarkets({
    venue: 'polymarket',
    count: Number(values.markets),
    perEvent,
    bias: Number(values.bias),
  });
  findBias(name, listBands(biased));
  countFalse(name, perEvent, Number(values.bands));
  if (values['data-dir'] !== undefined && perEvent === STRIKES) {
    const unbiased = drawMarkets({ venue: 'kalshi', count: Number(values.markets), perEvent, bias: 0 });
    await store(values['data-dir'], [...biased, ...unbiased]);
  }
}

function findBias(name: string, bands: readonly CalibrationBand[]): void {
  const carrying = bands.filter(({ low, high }) => low >= BIASED_FROM && high <= BIASED_TO);
  const found = carrying.filter(({ holds, share, meanPrice }) => !holds && share < meanPrice);
  const others = bands.filter((band) => band.enough && !carrying.includes(band) && !band.holds);
  console.log(
    `${name}: a bias of ${values.bias} is found in ${found.length} of ${carrying.length} bands that carry it, in ${others.length} of ${bands.length - carrying.length} others`,
  );
  if (found.length < carrying.length) process.exitCode = 1;
}

/** Bands that fail though every price is right. */
function countFalse(name: string, perEvent: number, wanted: number): void {
  let [failed, all] = [0, 0];
  while (all < wanted) {
    const bands = listBands(drawMarkets({ venue: 'kalshi', count: LIST, perEvent, bias: 0 }));
    const enough = bands.filter((band) => band.enough);
    all += enough.length;
    failed += enough.filter(({ holds }) => !holds).length;
  }
  const percent = (100 * failed) / all;
  console.log(
    `${name}: without a bias ${failed} of ${all} bands fail (${percent.toFixed(1)} %); bar 3 to 7 %`,
  );
  if (percent < 3 || percent > 7) process.exitCode = 1;
}

/** Bands of the cell of all markets, as an answer computes them from a stored day. */
function listBands(markets: readonly ResolvedMarket[]): readonly CalibrationBand[] {
  const day = encodeForecastDay({ madeBy: 'live', dropped: 0, markets });
  const cells = calibrateCells([decodeDayColumns(day)]);
  return cells.find(({ category, n }) => category === 'all' && n > 0)!.bands;
}

function drawMarkets({ venue, count, perEvent, bias }: Draw): ResolvedMarket[] {
  const markets: ResolvedMarket[] = [];
  while (markets.length < count) {
    const event = markets.length;
    const drawn = random();
    for (let i = 0; i < perEvent && markets.length < count; i++) {
      const p = Math.round(random() * 1000) / 1000;
      const isBiased = p >= BIASED_FROM && p < BIASED_TO;
      markets.push({
        venue,
        asset: `${venue === 'kalshi' ? 'kalshi' : 'pm'}-bias-${event}-${i}`,
        kind: venue === 'kalshi' ? 'kalshi' : 'pm',
        category: 'crypto',
        event: perEvent === 1 ? null : `bias-${event}`,
        outcome: drawn < p - (isBiased ? bias : 0) ? 'yes' : 'no',
        resolvedAt: END + HOUR_MS,
        forecasts: FORECAST_HORIZONS.map(({ id, ms }): DayForecast => {
          return id === '1h' ? { t: END - ms, p, end: END } : { leftOut: 'not_listed' };
        }),
      });
    }
  }
  return markets;
}

async function store(dataDir: string, markets: readonly ResolvedMarket[]): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  const day = Math.floor(END / DAY_MS);
  await history.putForecastDay(day, encodeForecastDay({ madeBy: 'live', dropped: 0, markets }), []);
  await history.close();
}
