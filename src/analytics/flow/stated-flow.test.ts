import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sidedBalance } from './sided-balance.ts';
import { STATED_FLOW_OPTIONS, type StatedTrades, statedFlow } from './stated-flow.ts';

type Row = readonly [price: number, size: number, side: 1 | -1 | 0];

/** Builds trades that are one second apart. */
function toTrades(rows: readonly Row[], isBackfilled = false): StatedTrades {
  return {
    t: Float64Array.from(rows, (_, i) => i * 1_000),
    price: Float64Array.from(rows, ([price]) => price),
    size: Float64Array.from(rows, ([, size]) => size),
    side: Int8Array.from(rows, ([, , side]) => side),
    isBackfilled: new Uint8Array(rows.length).fill(isBackfilled ? 1 : 0),
  };
}

const WINDOW = { fromMs: 0, toMs: 60 * 60_000 - 1 };
const noPrice = () => null;

test('sides are those that the venue stated, and volume without one lowers the known share', () => {
  const trades = toTrades([
    [0.5, 10, 1],
    [0.52, 30, -1],
    [0.52, 10, 0],
    [0.51, 50, 1],
  ]);
  const limits = { ...STATED_FLOW_OPTIONS, buckets: 2, minVpinTrades: 0 };
  const flow = statedFlow(trades, WINDOW, noPrice, limits);
  assert.equal(flow.knownShare, 0.9);
  assert.equal(flow.imbalance, 1 / 3);
  // 10 bought, 30 sold and 5 bought give |15 - 30| / 45. The remaining 45 are all bought.
  assert.ok(Math.abs(flow.vpin! - 2 / 3) < 1e-12);
  assert.equal(flow.tickRuleAgreement, null);
  assert.equal(statedFlow(trades, WINDOW, noPrice).vpin, null, 'four trades are too few');
});

test('below four fifths of the volume no figure is made of sides, and the volumes are still said', () => {
  const flow = statedFlow(
    toTrades([
      [0.5, 79, 1],
      [0.5, 21, 0],
    ]),
    WINDOW,
    noPrice,
  );
  assert.deepEqual([flow.knownShare, flow.buyVolume, flow.imbalance, flow.vpin], [0.79, 79, null, null]);
});

test('the balance of sums needs sides of so much of the volume', () => {
  const balance = (buyVolume: number, sellVolume: number, volume: number) =>
    sidedBalance({ buyVolume, sellVolume, volume }, 0.8);
  assert.deepEqual(balance(60, 20, 100), { knownShare: 0.8, imbalance: 0.5 });
  assert.deepEqual(balance(60, 19, 100), { knownShare: 0.79, imbalance: null });
  assert.deepEqual(balance(0, 0, 100), { knownShare: 0, imbalance: null });
  assert.deepEqual(balance(0, 0, 0), { knownShare: null, imbalance: null });
});

test('no trades have no known share', () => {
  const flow = statedFlow(toTrades([]), WINDOW, noPrice);
  assert.deepEqual([flow.trades, flow.knownShare, flow.imbalance, flow.buyVolume], [0, null, null, 0]);
});

test('the regression takes whole minutes with a price at both ends, and trades that were heard as they came', () => {
  // Each minute buys one contract more than the last, and the price rises by a hundredth of that.
  const rows = Array.from({ length: 3_600 }, (_, i): Row => [0.5, i % 60 === 0 ? 1 + i / 60 : 0.001, 1]);
  const net = (minute: number) => 1 + minute + 59 * 0.001;
  const prices = Array.from({ length: 61 }, () => 0.1);
  for (let minute = 0; minute < 60; minute++) prices[minute + 1] = prices[minute]! + net(minute) / 1e4;
  const findPrice = (t: number) => (t / 60_000 === 7 ? null : prices[t / 60_000]!);
  const flow = statedFlow(toTrades(rows), WINDOW, findPrice);
  assert.equal(flow.impactBars, 58);
  assert.ok(Math.abs(flow.impactLambda! - 1e-4) < 1e-12);
  assert.ok(Math.abs(flow.impactR2! - 1) < 1e-9);
  assert.equal(statedFlow(toTrades(rows), { fromMs: 1, toMs: 59_999 }, findPrice).impactBars, 0);
  const backfilled = statedFlow(toTrades(rows, true), WINDOW, findPrice);
  assert.deepEqual(
    [backfilled.impactBars, backfilled.impactLambda],
    [58, null],
    'net buying is 0 in each minute',
  );
});

test('the tick rule is compared where it classifies: not before the first change of the price', () => {
  const rows: Row[] = [
    [0.5, 1, 1],
    [0.5, 1, 1],
    [0.51, 1, 1],
    [0.51, 1, -1],
    [0.52, 1, 0],
    [0.5, 1, -1],
  ];
  const limits = { ...STATED_FLOW_OPTIONS, minClassified: 3 };
  assert.equal(statedFlow(toTrades(rows), WINDOW, noPrice, limits).tickRuleAgreement, 2 / 3);
});
