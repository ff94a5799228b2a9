import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type AssetRef,
  buildPerpAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  UpstreamError,
} from '../../domain/index.ts';
import { FundingDays } from './funding-days.ts';

const NOW = Date.UTC(2026, 10, 30, 6, 5);
const [BTC, ETH, SOL] = ['BTC', 'ETH', 'SOL'].map(buildPerpAsset) as [AssetRef, AssetRef, AssetRef];

/** A venue that pays 0.01 % an hour, and can be away. */
function createVenue() {
  const state = { now: NOW, isAway: false, isFull: false, broken: '', read: [] as string[] };
  const markets = {
    readFunding: async ({ asset }: AssetRef) => {
      state.read.push(asset);
      if (state.isAway || asset === state.broken) throw new Error('away');
      if (state.isFull) throw new UpstreamError('budget_exhausted', 'no room', { retryAfterMs: 5_000 });
      const last = Math.floor(state.now / HOUR_MS) * HOUR_MS;
      return Array.from({ length: 720 }, (_, hour) => ({
        t: epochMs(last - (719 - hour) * HOUR_MS),
        rate: asset === ETH.asset ? -0.0001 : 0.0001,
      }));
    },
  };
  return { state, funding: new FundingDays({ markets, clock: () => epochMs(state.now) }) };
}

const settle = async () => {
  for (let i = 0; i < 10; i++) await turn();
};

test('an answer never waits: what is not known comes with a later one, and is read once an hour', async () => {
  const { state, funding } = createVenue();
  assert.deepEqual(funding.get([BTC, ETH], 2), [
    { state: 'waiting', daily: null, lastMs: null },
    { state: 'waiting', daily: null, lastMs: null },
  ]);
  await settle();
  const [btc, eth] = funding.get([BTC, ETH], 2);
  assert.equal(btc?.state, 'known');
  // The payment at midnight is of the last hour of the day before.
  assert.deepEqual(
    btc?.daily?.map(({ day, payments }) => [day, payments]),
    [
      ['2026-11-29', 24],
      ['2026-11-30', 6],
    ],
  );
  assert.ok(Math.abs((btc?.daily?.[0]?.sumFrac ?? 0) - 0.0024) < 1e-12);
  assert.ok((eth?.daily?.[0]?.sumFrac ?? 0) < 0);
  state.now += 54 * MINUTE_MS;
  funding.get([BTC, ETH], 2);
  await settle();
  assert.equal(state.read.length, 2, 'the same hour');
  state.now += 10 * MINUTE_MS;
  funding.get([BTC, ETH], 2);
  await settle();
  assert.equal(state.read.length, 4, 'the next payment is listed');
});

test('all 30 days are whole, and a day without a payment is null', async () => {
  const { state, funding } = createVenue();
  funding.get([BTC], 30);
  await settle();
  const daily = funding.get([BTC], 30)[0]?.daily ?? [];
  assert.equal(daily.length, 30);
  assert.deepEqual(
    daily.slice(0, -1).filter(({ payments }) => payments !== 24),
    [],
  );
  state.now += DAY_MS;
  state.isAway = true;
  assert.deepEqual(funding.get([BTC], 1)[0], {
    state: 'known',
    daily: [{ day: '2026-12-01', sumFrac: null, payments: 0 }],
    lastMs: Date.UTC(2026, 10, 30, 6),
  });
});

test('a venue that is away is asked once and again after a pause, and what is known stays', async () => {
  const { state, funding } = createVenue();
  funding.get([BTC], 30);
  await settle();
  state.isAway = true;
  funding.get([BTC, ETH, SOL], 30);
  await settle();
  funding.get([BTC, ETH, SOL], 30);
  await settle();
  assert.deepEqual(state.read, [BTC.asset, ETH.asset]);
  state.isAway = false;
  state.now += MINUTE_MS;
  assert.deepEqual(
    funding.get([BTC, ETH, SOL], 30).map(({ state: known }) => known),
    ['known', 'unavailable', 'waiting'],
  );
  await settle();
  assert.deepEqual(
    funding.get([BTC, ETH, SOL], 30).map(({ state: known }) => known),
    ['known', 'known', 'known'],
  );
});

test('a read that finds no room in the budget is none that failed, and is tried again once there is', async () => {
  const { state, funding } = createVenue();
  state.isFull = true;
  funding.get([BTC, ETH], 30);
  await settle();
  state.isFull = false;
  funding.get([BTC, ETH], 30);
  await settle();
  assert.equal(state.read.length, 1, 'not before there is room');
  state.now += 5_000;
  assert.deepEqual(
    funding.get([BTC, ETH], 30).map(({ state: known }) => known),
    ['waiting', 'waiting'],
  );
  await settle();
  assert.deepEqual(state.read, [BTC.asset, BTC.asset, ETH.asset]);
});

test('one perpetual of which the venue gives nothing keeps no other back', async () => {
  const { state, funding } = createVenue();
  state.broken = BTC.asset;
  for (let i = 0; i < 2; i++) {
    funding.get([BTC, ETH, SOL], 30);
    await settle();
    state.now += MINUTE_MS;
  }
  assert.deepEqual(
    funding.get([BTC, ETH, SOL], 30).map(({ state: known }) => known),
    ['unavailable', 'known', 'known'],
  );
});
