import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { riskMetrics } from '../pack/risk-metrics.ts';
import { chooseSample, describeSampling, isLiveEnough, prepareSample } from './one-cadence.ts';

/** Builds prices at the given times, each 1 % higher than the last. */
function rising(times: readonly number[]) {
  return columnsFrom(times.map((t, i) => ({ t, p: 100 * 1.01 ** i })));
}

function every(stepMs: number, count: number, fromMs = 0): number[] {
  return Array.from({ length: count }, (_, i) => fromMs + i * stepMs);
}

test('no return is taken across an outage, and prices on both sides still count', () => {
  const before = every(5 * SECOND_MS, 10);
  const after = every(5 * SECOND_MS, 10, HOUR_MS);
  const steady = [...before, ...after].map((t, i) => ({ t, p: i < 10 ? 100 : 50 }));
  const sample = prepareSample(columnsFrom(steady), 'live', 'log');
  const { realizedVol, maxDrawdown, bars, returns } = riskMetrics(sample.series);
  assert.deepEqual([realizedVol, maxDrawdown, bars, returns], [0, 0.5, 20, 18]);
  assert.deepEqual(describeSampling(sample), {
    basis: 'live',
    stepMs: 5_000,
    coveredMs: 18 * 5_000,
    outagesSkipped: 1,
  });
});

test('an outage is longer than ten steps, and longer than ten minutes', () => {
  const rows: [stepMs: number, pauseMs: number, isOutage: boolean][] = [
    [5 * SECOND_MS, 10 * MINUTE_MS, false],
    [5 * SECOND_MS, 10 * MINUTE_MS + 1, true],
    [2 * MINUTE_MS, 20 * MINUTE_MS, false],
    [2 * MINUTE_MS, 20 * MINUTE_MS + 1, true],
    [HOUR_MS, 10 * HOUR_MS, false],
    [HOUR_MS, 10 * HOUR_MS + 1, true],
  ];
  for (const [stepMs, pauseMs, isOutage] of rows) {
    const times = every(stepMs, 10);
    const { series } = prepareSample(rising([...times, (times.at(-1) ?? 0) + pauseMs]), 'live', 'log');
    assert.equal(series.outagesSkipped, isOutage ? 1 : 0, `${stepMs} ${pauseMs}`);
  }
});

test('live records stand for themselves with six hours of them, or as many as are ever read', () => {
  const rows: [times: number[], fillsBound: boolean, expected: boolean][] = [
    [every(10 * MINUTE_MS, 37), false, true],
    [every(10 * MINUTE_MS, 36), false, false],
    [every(10 * MINUTE_MS, 36), true, true],
    [every(HOUR_MS, 29), true, false],
    // A full page of bursts, in which the pauses look like outages.
    [Array.from({ length: 40 }, (_, i) => Math.floor(i / 20) * HOUR_MS + (i % 20) * 25), true, false],
    // Six hours, of which an outage covers five.
    [[...every(MINUTE_MS, 40), ...every(MINUTE_MS, 40, 5.5 * HOUR_MS)], false, false],
  ];
  for (const [times, fillsBound, expected] of rows) {
    const live = prepareSample(rising(times), 'live', 'log');
    assert.equal(isLiveEnough(live, { minBars: 30, fillsBound }), expected, String(times.length));
  }
});

test('hours come before a short stretch of live records, and that before nothing', () => {
  const bars = (count: number) => rising(every(MINUTE_MS, count));
  const rows: [live: number, hourly: number, expected: string | undefined][] = [
    [40, 30, 'hourly'],
    [40, 29, 'live'],
    [29, 29, undefined],
  ];
  for (const [live, hourly, expected] of rows) {
    const chosen = chooseSample(
      prepareSample(bars(live), 'live', 'log'),
      prepareSample(bars(hourly), 'hourly', 'log'),
      30,
    );
    assert.equal(chosen?.basis, expected);
  }
});
