import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSET_KINDS, type AssetKind, HOUR_MS, VENUES } from '../../src/domain/index.ts';
import {
  type AssetAnswers,
  type AssetRows,
  askAll,
  type Json,
  type Statement,
  stateFreshness,
  stateKindFigures,
  statePrices,
  stateRecords,
  stateReturns,
} from '../support/asset-statements.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

/** A time of day at which markets of every kind have been listed for more than a day. */
const START = Date.UTC(2026, 10, 20, 16, 20);

/** One poll fills the feed, and no stream moves it: every endpoint speaks of the same moment. */
const STILL = {
  feed: {
    streams: false,
    adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: HOUR_MS }])),
  },
};

const ASSETS_OF_A_KIND = 4;

const MAX_VOLATILITY_FACTOR = 1.5;

/** What speaks of the return of a year, which a probability does not have. */
const YEARLY = ['annualizedReturn', 'sharpe', 'sharpeAdjAC', 'martinRatio', 'sterlingRatio'];

function assertEqual(asset: string, { what, said, toleranceMs }: Statement): void {
  const values = Object.entries(said).filter(([, value]) => value !== undefined);
  const [first] = values;
  assert.ok(first !== undefined && values.length > 1, `${asset}: nobody else states ${what}`);
  for (const [name, value] of values.slice(1)) {
    const message: string = `${what} of ${asset}: ${first[0]} says ${first[1]}, ${name} says ${value}`;
    if (typeof value !== 'number' || typeof first[1] !== 'number') assert.equal(value, first[1], message);
    else assert.ok(Math.abs(value - first[1]) <= (toleranceMs ?? 1e-9 * Math.abs(value)), message);
  }
}

test('what two endpoints state of one asset is the same', { timeout: 180_000 }, async (t) => {
  const service = await startSimulatedService(t, { startAt: START, config: STILL });
  await allVenuesPolled(service);
  const get = async (url: string): Promise<Json> => {
    const { status, body } = await service.get(url);
    assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
    return body;
  };

  const { results, coverage } = await get('/api/stats');
  const computed = new Set([...results, ...coverage.missing].map(({ asset }: Json) => asset));
  // Not the address that is compared below, whose answer would be repeated.
  const listed: Json[] = (await get('/api/m2m/index?limit=1000')).entries;
  const chosen = new Map<AssetKind, string[]>(
    ASSET_KINDS.map((kind) => [
      kind,
      listed
        .filter((entry) => entry.kind === kind && computed.has(entry.asset))
        .slice(0, ASSETS_OF_A_KIND)
        .map(({ asset }) => asset),
    ]),
  );
  // Changes of 24 hours and statistics need the hours before the start, which asking for statistics fills in.
  for (const asset of [...chosen.values()].flat()) await get(`/api/asset/${asset}/stats`);
  // What screens have computed before is too old from now on; the feed is not stale yet.
  service.pass(61_000);
  await eventually(async () => {
    const results = new Map((await get('/api/stats')).results.map((row: Json) => [row.asset, row.stats.n]));
    return [...chosen.values()].flat().every((asset) => Number(results.get(asset) ?? 0) > 0);
  }, 'the screens know what was filled in');
  const [feed, index, movers, recorded, { results: stats }, health] = await Promise.all([
    get('/api/feed'),
    get('/api/m2m/index'),
    get('/api/movers?topN=100'),
    get('/api/history/assets'),
    get('/api/stats'),
    get('/api/feed/health'),
  ]);
  const tickers = new Map<string, Json>(
    VENUES.flatMap((venue) => [
      ...(feed[venue].perps ?? []),
      ...(feed[venue].outcomes ?? feed[venue].markets),
    ]).map((ticker: Json) => [ticker.asset, ticker]),
  );
  const byAsset = (rows: Json[], key = 'asset') => new Map<string, Json>(rows.map((row) => [row[key], row]));
  const entries = byAsset(index.entries);
  const moved = byAsset([...movers.gainers, ...movers.losers]);
  const series = byAsset(recorded.assets, 'assetId');
  const screened = byAsset(stats);

  for (const kind of ASSET_KINDS) {
    const isPerp = kind === 'hl-perp';
    const asked: (AssetAnswers & { readonly asset: string; readonly rows: AssetRows })[] = [];
    for (const asset of chosen.get(kind) ?? []) {
      const rows = {
        ticker: tickers.get(asset),
        entry: entries.get(asset),
        mover: moved.get(asset),
        row: screened.get(asset),
        series: series.get(asset),
      };
      asked.push({ asset, rows, ...(await askAll(get, asset, kind)) });
    }
    assert.ok(asked.length > 0, `statistics of a ${kind}`);

    const parts: Readonly<Record<string, (answers: (typeof asked)[number]) => Statement[]>> = {
      'prices, changes and fair value': (answers) => statePrices(answers, answers.rows, isPerp),
      'figures of returns': (answers) => stateReturns(answers, answers.rows),
      records: (answers) => stateRecords(answers, answers.rows),
      'age and staleness': stateFreshness,
      'figures of its kind': (answers) => stateKindFigures(answers, answers.rows, isPerp),
    };
    for (const [part, state] of Object.entries(parts)) {
      await t.test(`${part} of the largest markets of ${kind} are the same in all answers`, () => {
        for (const answers of asked)
          for (const statement of state(answers)) assertEqual(answers.asset, statement);
      });
    }

    await t.test(`each answer about risk of ${kind} names the samples of the others`, () => {
      for (const { asset, risk, statistics, bundle } of asked) {
        const notes = { risk: risk.sampleNote, stats: statistics.sampleNote, bundle: bundle.risk.sampleNote };
        for (const [name, note] of Object.entries(notes)) {
          const others = Object.keys(notes).filter((other) => other !== name);
          for (const other of others)
            assert.ok(note.includes(`/${other} has `), `${name} of ${asset}: ${note}`);
        }
      }
    });

    if (isPerp) {
      await t.test(`volatilities of ${kind} over a week and a month are alike`, () => {
        // One walk by two windows: one volatility, but for the error of a sample.
        for (const { asset, statistics, risk, bundle } of asked) {
          const volatilities = [
            statistics.stats.returns.annualisedVol,
            risk.metrics.annualizedVol,
            bundle.risk.realizedVolAnnualizedPct / 100,
          ];
          const factor = Math.max(...volatilities) / Math.min(...volatilities);
          assert.ok(factor <= MAX_VOLATILITY_FACTOR, `volatility of ${asset}: ${volatilities}`);
        }
      });
    } else {
      await t.test(`a ${kind} has no figure of a year's return, and equal figures of the same hours`, () => {
        for (const { asset, statistics, risk, bundle } of asked) {
          for (const figure of YEARLY) assert.equal(risk.metrics[figure], null, `${figure} of ${asset}`);
          assert.equal(risk.sharpeSuppressedReason, 'bounded-probability');
          assertSameHours(asset, { pack: statistics.stats, risk, bundle });
        }
      });
    }
  }

  await t.test('the number of markets is the same in all answers', async () => {
    const listed = VENUES.reduce((sum, venue) => sum + index.summary.byVenue[venue], 0);
    assert.deepEqual([index.summary.total, index.entries.length, tickers.size], [listed, listed, listed]);
    assert.equal(recorded.count, recorded.assets.length);
    for (const venue of VENUES) assert.equal(health.venues[venue] === 'OK', feed[venue] !== null);
    assert.equal(movers.totals.considered, listed);
  });
});

/** A market of less than a week has the same hours in all three; a year is 8,760 of them in one and 8,766 in the others. */
function assertSameHours(
  asset: string,
  { pack, risk, bundle }: { readonly pack: Json; readonly risk: Json; readonly bundle: Json },
): void {
  const { sampling, realizedVolAnnualizedPct, barsUsed } = bundle.risk;
  if (sampling?.basis !== 'hourly' || barsUsed !== pack.n + 1 || sampling.outagesSkipped > 0) return;
  const ratio = realizedVolAnnualizedPct / 100 / pack.returns.annualisedVol;
  assert.ok(Math.abs(ratio - Math.sqrt(8_766 / 8_760)) < 1e-9, `volatility of ${asset}: ${ratio}`);
  // Drawdowns are relative to the peak in each basis of returns.
  for (const [said, name] of [
    [bundle.risk.maxDrawdownPct / 100, 'maxDrawdown'],
    [bundle.risk.ulcerIndexPct / 100, 'ulcerIndex'],
    [bundle.risk.cdar95Pct / 100, 'cdar95'],
  ] as const) {
    const others = [pack.risk[name], risk.metrics[name]];
    for (const other of others)
      assert.ok(Math.abs(said - other) < 1e-9, `${name} of ${asset}: ${said}, ${others}`);
  }
}
