import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawEquity, drawFalls, EQUITY_HEIGHT, EQUITY_WIDTH, joinDays } from './equity-model.ts';

const DAY_MS = 86_400_000;
const NOON = DAY_MS / 2;
const EQUITY = { realizedUsd: 3, accessFeesUsd: 0.5, totalUsd: 2, asOfMs: 2 * DAY_MS + NOON };
/** Newest first, as the service lists them. */
const DAYS = [
  { startMs: 2 * DAY_MS, netUsd: 1 },
  { startMs: DAY_MS, netUsd: -2.5 },
  { startMs: 0, netUsd: 4 },
];

test('days add up from their first one on, and the last point is that of now, with what is open', () => {
  assert.deepEqual(joinDays(DAYS, EQUITY), [
    { t: 0, usd: 0 },
    { t: DAY_MS, usd: 4 },
    { t: 2 * DAY_MS, usd: 1.5 },
    { t: 2 * DAY_MS + NOON, usd: 2 },
  ]);
});

test('a line of later days begins with what was gained before them', () => {
  assert.deepEqual(joinDays(DAYS.slice(0, 2), EQUITY).slice(0, 2), [
    { t: DAY_MS, usd: 4 },
    { t: 2 * DAY_MS, usd: 1.5 },
  ]);
});

test('without a price of what is open the line ends before now, and without days there is none', () => {
  assert.equal(joinDays(DAYS, { ...EQUITY, totalUsd: null }).at(-1)?.t, 2 * DAY_MS);
  assert.deepEqual(joinDays([], EQUITY), []);
});

test('the drawing keeps zero in view, on a true time axis', () => {
  const drawn = drawEquity([
    { t: 0, usd: 0 },
    { t: 250, usd: 10 },
    { t: 1_000, usd: 5 },
  ]);
  assert.deepEqual([drawn?.highUsd, drawn?.lowUsd], [10, 0]);
  assert.equal(drawn?.line, `M0 94L${EQUITY_WIDTH / 4} 6L${EQUITY_WIDTH} 50`);
  assert.equal(drawn?.zeroY, 94);
  assert.equal(drawn?.area, `${drawn?.line}V94H0Z`);
  const loss = drawEquity([
    { t: 0, usd: -2 },
    { t: 1, usd: -4 },
  ]);
  assert.equal(loss?.zeroY, 6);
});

test('a line of zeros lies in the middle, and a single moment is no line', () => {
  const flat = drawEquity([
    { t: 0, usd: 0 },
    { t: 1, usd: 0 },
  ]);
  assert.equal(flat?.line, `M0 ${EQUITY_HEIGHT / 2}L${EQUITY_WIDTH} ${EQUITY_HEIGHT / 2}`);
  assert.equal(drawEquity([{ t: 0, usd: 1 }]), null);
  assert.equal(drawEquity([]), null);
});

test('a fall is from the highest point so far, and a line that never fell has none', () => {
  const drawn = drawFalls([
    { t: 0, usd: 4 },
    { t: 250, usd: 10 },
    { t: 500, usd: 2 },
    { t: 1_000, usd: 6 },
  ]);
  assert.deepEqual([drawn?.deepestUsd, drawn?.deepestAt, drawn?.lastUsd], [8, 500, 4]);
  assert.equal(drawn?.area, `M0 0L0 0L250 0L500 ${EQUITY_HEIGHT}L1000 ${EQUITY_HEIGHT / 2}V0Z`);
  assert.equal(
    drawFalls([
      { t: 0, usd: 1 },
      { t: 1, usd: 2 },
    ]),
    null,
  );
  assert.equal(drawFalls([{ t: 0, usd: 1 }]), null);
});
