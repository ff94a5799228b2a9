import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../test/support/random.ts';
import { BANDS, findBand } from './bands.ts';
import { calibrate, type ScoredForecast } from './calibration.ts';

test('prices fall into bands by millionths', () => {
  assert.equal(BANDS.length, 14);
  assert.equal(findBand(0.1 + 0.2), findBand(0.3));
  assert.equal(findBand(0), 0);
  assert.equal(findBand(1), 13);
  assert.equal(findBand(0.0199994), 0);
  assert.equal(findBand(0.0199996), 1);
});

test('the four parts of the Brier score add up', () => {
  const random = seededRandom(21);
  for (let list = 0; list < 50; list++) {
    const { brier, reliability, resolution, uncertainty, withinBand } = calibrate(
      drawForecasts(random, 1 + list * 7, list % 3 === 0 ? 5 : 1),
    );
    const sum = reliability! - resolution! + uncertainty! + withinBand!;
    assert.ok(Math.abs(brier! - sum) < 1e-14, `${brier} is not ${sum}`);
  }
});

test('right prices hold in 93 to 97 of 100 bands, also where strikes of an hour come true together', () => {
  const random = seededRandom(22);
  for (const perEvent of [1, 6]) {
    let [holds, all] = [0, 0];
    for (let list = 0; list < 150; list++) {
      const { bands } = calibrate(drawForecasts(random, 1200, perEvent));
      const enough = bands.filter((band) => band.enough);
      all += enough.length;
      holds += enough.filter((band) => band.holds).length;
    }
    assert.ok(all > 1000);
    assert.ok(holds / all > 0.93 && holds / all < 0.975, `${perEvent} an event: ${holds} of ${all}`);
  }
});

/** Draws well-calibrated forecasts. Those of one event are strikes that depend on the same draw. */
function drawForecasts(random: () => number, count: number, perEvent: number): ScoredForecast[] {
  const forecasts: ScoredForecast[] = [];
  for (let event = 0; forecasts.length < count; event++) {
    const drawn = random();
    for (let i = 0; i < perEvent && forecasts.length < count; i++) {
      const p = random();
      forecasts.push({ p, y: drawn < p ? 1 : 0, event: perEvent === 1 ? null : `e${event}` });
    }
  }
  return forecasts;
}
