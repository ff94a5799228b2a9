import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AssetRef, HOUR_MS, KIND_TRAITS } from '../../src/domain/index.ts';
import { ColumnBuilder } from '../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { encodeSource } from '../../src/history/contract/source-codes.ts';
import { startAnalytics } from '../support/analytics-bench.ts';
import { BTC, HIGH, NOW } from '../support/fixed-feed.ts';
import { seededRandom } from '../support/random.ts';

const MINUTE_MS = 60_000;
const POLL_MS = 5_000;
const BACKFILLED_HOURS = 720;
const YEAR_MS = 8_760 * HOUR_MS;

/** What the simulated prices move in a year: a fraction of the price, or probability points. */
const TRUE_VOLATILITY = { usd: 0.28, probability: 2.5 } as const;

/** How far two statements about one asset may be apart. */
const MAX_FACTOR = 1.5;

/** The same for tapes that move alike at every width. */
const MAX_FACTOR_OF_TAPES = 1.05;

/**
 * Stores what a service knows that has polled for `ageMs`: hourly closes of 30 days before its start, and a record
 * every five seconds since. One random walk of known volatility, so that every cadence has the same.
 */
async function recordSince(history: HistoryStore, ref: AssetRef, ageMs: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { unit } = KIND_TRAITS[ref.kind];
  let price = unit === 'usd' ? 87_000 : 0.5;
  const step = (ms: number) => {
    const move = TRUE_VOLATILITY[unit] * Math.sqrt(ms / YEAR_MS) * normal();
    // A probability that nears its bounds turns round, which leaves the size of its moves as it is.
    if (unit === 'usd') price *= Math.exp(move);
    else price += price + move > 0.95 || price + move < 0.05 ? -move : move;
  };

  const start = NOW - ageMs;
  const firstHour = Math.floor(start / HOUR_MS) * HOUR_MS;
  const hours = new ColumnBuilder(BACKFILLED_HOURS);
  for (let i = BACKFILLED_HOURS; i > 0; i--) {
    hours.push(firstHour - (i - 1) * HOUR_MS - 1, price, Number.NaN, encodeSource('backfill'));
    step(HOUR_MS);
  }
  const polls = new ColumnBuilder(ageMs / POLL_MS + 1);
  for (let t = start; t <= NOW; t += POLL_MS) {
    polls.push(t, price, Number.NaN, encodeSource('poll'));
    step(POLL_MS);
  }
  for (const columns of [hours, polls]) await history.insert(ref, columns);
}

function assertClose(figures: Readonly<Record<string, number>>, message: string, factor = MAX_FACTOR): void {
  for (const [name, value] of Object.entries(figures)) {
    for (const [other, expected] of Object.entries(figures)) {
      const ratio = value / expected;
      assert.ok(ratio > 0 && ratio <= factor, `${message}: ${name} ${value}, ${other} ${expected}`);
    }
  }
}

const AGES_MS = [5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 30 * HOUR_MS];

for (const [i, ageMs] of AGES_MS.entries()) {
  test(`a store of ${ageMs / HOUR_MS} hours states one volatility in risk, bundle and stats`, async (t) => {
    const { get, history } = await startAnalytics(t);
    await recordSince(history, BTC, ageMs, 100 + i);
    const risk = await get('/api/asset/hl-BTC/risk');
    const bundle = await get('/api/m2m/hl-BTC/bundle');
    const { stats } = await get('/api/asset/hl-BTC/stats');
    assertClose(
      {
        truth: TRUE_VOLATILITY.usd,
        risk: risk.metrics.annualizedVol,
        bundle: bundle.risk.realizedVolAnnualizedPct / 100,
        stats: stats.returns.annualisedVol,
      },
      `${ageMs / HOUR_MS} hours`,
    );
    assert.equal(risk.sampling.outagesSkipped, 0);
    assert.equal(risk.source, 'store');
    assert.equal(bundle.risk.source, bundle.risk.sampling.basis === 'live' ? 'store' : 'fallback');
    assert.equal(risk.sampling.basis, ageMs < 6 * HOUR_MS ? 'hourly' : 'live');
  });

  test(`a probability of ${ageMs / HOUR_MS} hours moves alike in bundle and stats`, async (t) => {
    const { get, history } = await startAnalytics(t);
    await recordSince(history, HIGH, ageMs, 200 + i);
    const bundle = await get(`/api/m2m/${HIGH.asset}/bundle`);
    const { stats } = await get(`/api/asset/${HIGH.asset}/stats`);
    assertClose(
      {
        truth: TRUE_VOLATILITY.probability,
        bundle: bundle.risk.realizedVolAnnualizedPct / 100,
        stats: stats.returns.annualisedVol,
      },
      `${ageMs / HOUR_MS} hours`,
    );
  });
}

/** What the tapes with uneven steps move in a year. */
const TAPE_VOLATILITY = 0.6;

/** Five days. */
const TAPE_HOURS = 120;

/** Times of one hour, from its beginning. */
type HourTimes = (random: () => number) => readonly number[];

const UNEVEN: readonly [name: string, times: HourTimes][] = [
  [
    'five trades within 80 ms of every minute',
    () => Array.from({ length: 300 }, (_, i) => Math.floor(i / 5) * MINUTE_MS + (i % 5) * 20),
  ],
  [
    'forty trades within a second, once in twenty minutes',
    () => Array.from({ length: 120 }, (_, i) => Math.floor(i / 40) * 20 * MINUTE_MS + (i % 40) * 25),
  ],
  [
    'steps of one and nine seconds by turns',
    () => Array.from({ length: 720 }, (_, i) => Math.floor(i / 2) * 10_000 + (i % 2) * 1_000),
  ],
  [
    'minutes, and every five seconds of each tenth one',
    () =>
      Array.from({ length: 720 }, (_, i) => i * 5_000).filter(
        (t) => t % MINUTE_MS === 0 || t % 600_000 < MINUTE_MS,
      ),
  ],
  [
    'trades that come by chance',
    (random) => Array.from({ length: 200 }, () => Math.floor(random() * HOUR_MS)).sort((a, b) => a - b),
  ],
];

/**
 * Stores a tape that moves alike at every width: the squared moves of each hour's steps, and its own, are what the volatility says.
 * So windows of any length state the same, and what differs is an error of the arithmetic.
 */
async function recordTape(
  history: HistoryStore,
  ref: AssetRef,
  times: HourTimes,
  random: () => number,
): Promise<void> {
  const sign = () => (random() < 0.5 ? -1 : 1);
  const columns = new ColumnBuilder(0);
  const firstHour = Math.floor(NOW / HOUR_MS) * HOUR_MS - TAPE_HOURS * HOUR_MS;
  let price = 100;
  let last = firstHour;
  for (let hour = 0; hour < TAPE_HOURS; hour++) {
    const start = firstHour + hour * HOUR_MS;
    const at = [...new Set(times(random))].map((t) => start + t);
    const steps = at.map((t, i) => t - (at[i - 1] ?? last));
    const noise = steps.map((ms) => sign() * Math.sqrt(ms));
    const total = steps.reduce((sum, ms) => sum + ms, 0);
    const drift = sign() * Math.sqrt(total) - noise.reduce((sum, move) => sum + move, 0);
    for (const [i, t] of at.entries()) {
      const move = noise[i]! + (steps[i]! / total) * drift;
      price *= Math.exp(TAPE_VOLATILITY * Math.sqrt(1 / YEAR_MS) * move);
      columns.push(t, price, Number.NaN, encodeSource('trade'));
    }
    last = at.at(-1)!;
  }
  await history.insert(ref, columns);
}

for (const [i, [name, times]] of UNEVEN.entries()) {
  test(`a tape of ${name} states one volatility in risk, bundle and stats`, async (t) => {
    const { get, history } = await startAnalytics(t);
    await recordTape(history, BTC, times, seededRandom(300 + i));
    const risk = await get('/api/asset/hl-BTC/risk');
    const bundle = await get('/api/m2m/hl-BTC/bundle');
    const { stats } = await get('/api/asset/hl-BTC/stats');
    assertClose(
      {
        truth: TAPE_VOLATILITY,
        risk: risk.metrics.annualizedVol,
        bundle: bundle.risk.realizedVolAnnualizedPct / 100,
        stats: stats.returns.annualisedVol,
      },
      name,
      MAX_FACTOR_OF_TAPES,
    );
    assert.ok(Math.abs(risk.metrics.sharpe) < 100, `${name}: sharpe ${risk.metrics.sharpe}`);
  });
}

/** Tapes that leave hours out, from their end backwards: the distance of a record to the one after it. */
const SPARSE: readonly [name: string, count: number, stepMs: (i: number) => number][] = [
  ['a trade every three hours', 400, () => 3 * HOUR_MS],
  ['trades one and five hours apart by turns', 400, (i) => (i % 2 === 0 ? HOUR_MS : 5 * HOUR_MS)],
  ['eight hours of each day', 400, (i) => (i % 8 === 7 ? 17 * HOUR_MS : HOUR_MS)],
  ['hours with an outage of ten days among them', 600, (i) => (i === 100 ? 240 * HOUR_MS : HOUR_MS)],
  ['a trade a day', 400, () => 24 * HOUR_MS],
  ['a trade a week', 200, () => 168 * HOUR_MS],
  ['a trade a year', 40, () => YEAR_MS],
];

/** Stores a record before each of the steps, every one of which moves as far as its length says. */
async function recordSparse(
  history: HistoryStore,
  ref: AssetRef,
  count: number,
  stepMs: (i: number) => number,
) {
  const { unit } = KIND_TRAITS[ref.kind];
  const steps = Array.from({ length: count }, (_, i) => stepMs(i));
  let at = Math.floor(NOW / HOUR_MS) * HOUR_MS - steps.reduce((sum, ms) => sum + ms, 0);
  let price = unit === 'usd' ? 100 : 0.5;
  const columns = new ColumnBuilder(count);
  for (const [i, ms] of steps.reverse().entries()) {
    columns.push(at, price, Number.NaN, encodeSource('trade'));
    const move = (i % 4 < 2 ? 1 : -1) * TAPE_VOLATILITY * Math.sqrt(ms / YEAR_MS);
    if (unit === 'usd') price *= Math.exp(move);
    else price += move;
    at += ms;
  }
  await history.insert(ref, columns);
}

for (const [name, count, stepMs] of SPARSE) {
  test(`${name}: whatever states a volatility states the same`, async (t) => {
    const { get, history } = await startAnalytics(t);
    await recordSparse(history, BTC, count, stepMs);
    const risk = await get('/api/asset/hl-BTC/risk');
    const bundle = await get('/api/m2m/hl-BTC/bundle');
    const { stats } = await get('/api/asset/hl-BTC/stats');
    const figures: Record<string, number | null | undefined> = {
      truth: TAPE_VOLATILITY,
      risk: risk.metrics.annualizedVol,
      bundle: bundle.risk?.realizedVolAnnualizedPct && bundle.risk.realizedVolAnnualizedPct / 100,
      // Of a handful of returns the deviation is that of a sample.
      stats: stats !== undefined && stats.n >= 20 ? stats.returns.annualisedVol : null,
    };
    const known = Object.entries(figures).filter(
      (one): one is [string, number] => typeof one[1] === 'number',
    );
    assertClose(Object.fromEntries(known), name, MAX_FACTOR_OF_TAPES);
    assert.ok(known.length >= (stepMs(0) > 24 * HOUR_MS ? 2 : 3), `${name}: ${JSON.stringify(figures)}`);
    assert.ok(risk.metrics.sharpe === null || Math.abs(risk.metrics.sharpe) < 100, name);
  });
}

test('a probability that trades every three hours moves in a day as far as eight of its steps say', async (t) => {
  const { get, history } = await startAnalytics(t);
  await recordSparse(history, HIGH, 200, () => 3 * HOUR_MS);
  const { stats } = await get(`/api/asset/${HIGH.asset}/stats`);
  const day = TAPE_VOLATILITY * Math.sqrt((24 * HOUR_MS) / YEAR_MS);
  assertClose({ truth: day, stats: stats.horizon.perDayMove }, 'perDayMove', MAX_FACTOR_OF_TAPES);
  assert.deepEqual([stats.horizon.barsPerDay, stats.periodsPerYear], [8, 2_920]);
});

test('a tape of one trade a year has figures of its years, and none of windows that it says nothing of', async (t) => {
  const { get, history } = await startAnalytics(t);
  const columns = new ColumnBuilder(0);
  for (let i = 0; i < 40; i++) {
    const price = i % 2 === 0 ? 100 : 100 * Math.exp(0.2);
    columns.push(NOW - (40 - i) * YEAR_MS + HOUR_MS, price, 1, encodeSource('trade'));
  }
  await history.insert(BTC, columns);
  const risk = await get('/api/asset/hl-BTC/risk');
  const bundle = await get('/api/m2m/hl-BTC/bundle');
  const { stats } = await get('/api/asset/hl-BTC/stats');
  assert.equal(risk.metrics.bars, 40);
  assert.ok(Math.abs(risk.periodsPerYear - 1) < 0.01, `${risk.periodsPerYear} periods a year`);
  assert.ok(Math.abs(risk.metrics.annualizedVol - 0.2) < 0.01, `volatility ${risk.metrics.annualizedVol}`);
  assert.deepEqual([bundle.risk.realizedVolAnnualizedPct, bundle.risk.barsUsed], [null, 0]);
  assert.equal(stats.returns.annualisedVol, null);
});
