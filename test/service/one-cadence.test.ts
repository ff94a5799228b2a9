import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AssetRef, HOUR_MS, KIND_TRAITS } from '../../src/domain/index.ts';
import { ColumnBuilder } from '../../src/history/columns.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { encodeSource } from '../../src/history/source-codes.ts';
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

function assertClose(figures: Readonly<Record<string, number>>, message: string): void {
  for (const [name, value] of Object.entries(figures)) {
    for (const [other, expected] of Object.entries(figures)) {
      const ratio = value / expected;
      assert.ok(ratio > 0 && ratio <= MAX_FACTOR, `${message}: ${name} ${value}, ${other} ${expected}`);
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
