import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryDecisions } from '../../../test/support/memory/decisions.ts';
import { openMemoryOrderStores } from '../../../test/support/memory/order-stores.ts';
import { openMemoryVault } from '../../../test/support/memory/vault.ts';
import {
  type AssetRef,
  buildKalshiAsset,
  buildPerpAsset,
  cryptoRandom,
  epochMs,
  findAssetRef,
  microUsd,
  VENUES,
  type VenueId,
} from '../../domain/index.ts';
import { Vault } from '../../vault/vault.ts';
import { KillSwitch } from '../control/kill-switch.ts';
import { createMockExecution, type ExecutionVenue } from '../execution/index.ts';
import { TradeService } from '../trade/trade-service.ts';
import { MAX_DECISIONS } from './decision-record.ts';
import { Engine, type EngineTrader } from './engine.ts';
import type { MarketSignal } from './trade-decision.ts';

const START = 1_763_700_000_000;
const MINUTE = 60_000;

/** Builds an engine over stores in memory and the mock venue; the test sets its signals. */
async function bench() {
  let now = START;
  const clock = () => epochMs(now);
  const { orders, controls } = openMemoryOrderStores(clock);
  const killSwitch = new KillSwitch({ controls, onFault: () => undefined });
  const decisions = openMemoryDecisions();
  const markets = {
    find: ({ storeKey }: { storeKey: string }) => ({ name: storeKey, isOpen: true, price: null }),
    book: async () => null,
    findRate: () => ({ kind: 'unknown', reason: 'none in tests' }) as const,
  };
  const venues = new Map<VenueId, ExecutionVenue>(
    VENUES.map((venue) => [venue, createMockExecution({ venue, fillRule: 'mark', markets, clock })]),
  );
  let ids = 0;
  const trading = new TradeService({
    mode: 'mock',
    orders,
    venues,
    vault: await Vault.start({ store: openMemoryVault(), keys: [], clock, random: cryptoRandom }),
    feeMicroUsd: microUsd(0),
    maxSlippageBps: 100,
    newOrderId: () => `ord_${++ids}`,
    killSwitch,
    onUpdate: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  const signals = new Map<string, Partial<MarketSignal>>();
  const traders = new Map<string, EngineTrader>();
  const asked: string[] = [];
  const errors: string[] = [];
  const startEngine = () =>
    new Engine({
      mode: 'mock',
      controls,
      killSwitch,
      orders,
      decisions,
      trading,
      findTrader: async (botId) => traders.get(botId) ?? null,
      findSignal: async (asset) => {
        asked.push(asset);
        const signal = signals.get(asset);
        if (asset === 'hl-BROKEN') throw new Error('the store does not answer');
        const ref = findAssetRef(asset);
        return signal === undefined || ref === null
          ? null
          : { ref, direction: 'LONG', confidence: 0.9, feedAgeMs: 0, price: 100, ...signal };
      },
      getVenueAsset: ({ asset }) => asset,
      clock,
      onError: (error) => errors.push((error as Error).message),
    });
  const enable = async (botId: string, assets: string[], venues: VenueId[] = [...VENUES]) => {
    traders.set(botId, { botId, owner: 'owner_1', venues: 'all' });
    await controls.change(botId, { enabled: true, assets, venues });
  };
  const results = async (botId: string, limit = 10) =>
    (await decisions.listNewest(botId, limit)).map(({ asset, action, status, reason }) => [
      asset,
      action,
      status,
      reason,
    ]);
  return {
    controls,
    decisions,
    trading,
    orders,
    signals,
    traders,
    asked,
    errors,
    startEngine,
    enable,
    results,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a bot that is on trades its signals once a minute, until its position is whole', async () => {
  const { startEngine, enable, signals, results, orders, pass } = await bench();
  signals.set('hl-BTC', {});
  await enable('bot_1', ['hl-BTC']);
  const engine = startEngine();
  await engine.runRound();
  await engine.runRound();
  assert.deepEqual(await results('bot_1'), [['hl-BTC', 'open', 'filled', null]]);
  const [order] = await orders.listRecent('bot_1', 10);
  assert.deepEqual(
    [order?.clientOrderId, order?.source, order?.sizeUsd, order?.side],
    ['eng:hl-BTC:29395000', 'engine', 12, 'buy'],
  );
  pass(MINUTE);
  await engine.runRound();
  assert.deepEqual((await results('bot_1'))[0], ['hl-BTC', 'hold', null, 'in_position']);
});

test('a flip closes in one minute and opens in the next', async () => {
  const { startEngine, enable, signals, orders, results, pass } = await bench();
  await enable('bot_1', ['hl-BTC']);
  const engine = startEngine();
  for (const direction of ['LONG', 'SHORT', 'SHORT', 'NEUTRAL'] as const) {
    signals.set('hl-BTC', { direction, price: direction === 'LONG' ? 77.7 : 81.3 });
    await engine.runRound();
    pass(MINUTE);
  }
  assert.deepEqual(
    (await results('bot_1')).map(([, action]) => action),
    ['hold', 'open', 'close', 'open'],
  );
  const [position] = await orders.listPositions('bot_1', 'mock');
  assert.equal(position?.size.startsWith('-'), true);
  assert.equal(position?.costMicroUsd, 12_000_000);
  const [score] = await orders.listScores('mock', 1);
  assert.deepEqual([score?.closings, score?.wins], [1, 1]);
});

test('a restart within the minute finds the order that was placed', async () => {
  const { startEngine, enable, signals, results, orders, controls } = await bench();
  signals.set('hl-BTC', {});
  await enable('bot_1', ['hl-BTC']);
  await startEngine().runRound();
  // With another trade size it would trade again.
  await controls.change('bot_1', { tradeSizeUsd: 1_000 });
  await startEngine().runRound();
  assert.deepEqual((await results('bot_1'))[0], ['hl-BTC', 'open', 'duplicate', 'duplicate']);
  assert.equal((await orders.listRecent('bot_1', 10)).length, 1);
});

test('nothing is traded for a bot that is off, killed or without a live key, nor where it or its key may not', async () => {
  const { startEngine, enable, signals, controls, traders, results } = await bench();
  for (const asset of ['hl-BTC', 'kalshi-a', 'limitless-b']) signals.set(asset, { price: 0.5 });
  const assets = ['hl-BTC', 'kalshi-a', 'limitless-b'];
  for (const botId of ['off', 'killed', 'keyless']) await enable(botId, assets);
  await controls.change('off', { enabled: false });
  await controls.change('killed', { halt: 'all' });
  traders.delete('keyless');
  await enable('bot_1', assets, ['kalshi', 'limitless']);
  traders.set('bot_1', { botId: 'bot_1', owner: 'owner_1', venues: ['kalshi'] });
  await startEngine().runRound();
  for (const botId of ['off', 'killed', 'keyless']) assert.deepEqual(await results(botId), [], botId);
  assert.deepEqual(await results('bot_1'), [['kalshi-a', 'open', 'filled', null]]);
});

test('a kill between two assets of a round lets the rest be', async () => {
  const { startEngine, enable, signals, controls, trading, results } = await bench();
  for (const asset of ['hl-A', 'hl-B']) signals.set(asset, {});
  await enable('bot_1', ['hl-A', 'hl-B']);
  const { trade } = trading;
  Object.assign(trading, {
    trade: async (...args: Parameters<typeof trade>) => {
      const outcome = await trade.apply(trading, args);
      await controls.change('bot_1', { halt: 'all' });
      return outcome;
    },
  });
  await startEngine().runRound();
  assert.deepEqual(await results('bot_1'), [['hl-A', 'open', 'filled', null]]);
});

test('while the kill switch cannot be read, the engine decides nothing', async () => {
  const { startEngine, enable, signals, controls, results } = await bench();
  signals.set('hl-A', {});
  await enable('bot_1', ['hl-A']);
  const { readHalt } = controls;
  Object.assign(controls, { readHalt: async () => Promise.reject(new Error('no connection')) });
  await startEngine().runRound();
  assert.deepEqual(await results('bot_1'), []);
  Object.assign(controls, { readHalt });
  await startEngine().runRound();
  assert.deepEqual(await results('bot_1'), [['hl-A', 'open', 'filled', null]]);
});

test('an order whose end is not known keeps the engine from placing another', async () => {
  const { startEngine, enable, signals, trading, orders, results } = await bench();
  signals.set('kalshi-a', { price: 0.5 });
  await enable('bot_1', ['kalshi-a']);
  Object.assign(orders, {
    hasOpenOrder: async (_bot: string, _mode: string, { storeKey }: AssetRef) => storeKey === 'a',
  });
  assert.ok(trading);
  await startEngine().runRound();
  assert.deepEqual(await results('bot_1'), [['kalshi-a', 'hold', null, 'order_open']]);
});

test('the open order of a market is found, and only while it is open', async () => {
  const { orders, trading } = await bench();
  const ref = buildKalshiAsset('A');
  await orders.reserve({
    orderId: 'o',
    botId: 'bot_1',
    owner: 'owner_1',
    mode: 'mock',
    clientOrderId: 'c',
    source: 'trade',
    venue: 'kalshi',
    asset: ref.asset,
    storeKey: ref.storeKey,
    venueAsset: 'A',
    side: 'buy',
    sizeUsd: 1,
    sizeShares: null,
    isClose: false,
    markPrice: 0.5,
    feeMicroUsd: microUsd(0),
    exit: null,
    mostOpenedMicroUsd: microUsd(1_000_000),
    opensMicroUsd: microUsd(1_000_000),
    nets: true,
    splits: true,
  });
  assert.equal(await orders.hasOpenOrder('bot_1', 'mock', ref), true);
  assert.equal(await orders.hasOpenOrder('bot_2', 'mock', ref), false);
  assert.equal(await orders.hasOpenOrder('bot_1', 'mock', buildPerpAsset('BTC')), false);
  await trading.resolve({ botId: 'bot_1', clientOrderId: 'c' });
  assert.equal(await orders.hasOpenOrder('bot_1', 'mock', ref), false);
});

test('bots that follow one asset share one reading, and an asset that cannot be read holds up no other', async () => {
  const { startEngine, enable, signals, asked, errors, results } = await bench();
  signals.set('hl-BTC', {});
  for (let i = 0; i < 20; i++) await enable(`bot_${i}`, ['hl-BROKEN', 'hl-BTC', 'hl-NOPE']);
  await startEngine().runRound();
  assert.deepEqual(asked.toSorted(), ['hl-BROKEN', 'hl-BTC', 'hl-NOPE']);
  assert.equal(errors.length, 20);
  assert.deepEqual(await results('bot_7'), [
    ['hl-NOPE', 'hold', null, 'unknown_asset'],
    ['hl-BTC', 'open', 'filled', null],
  ]);
});

test('a ledger that takes nothing is a failed decision, and the next minute decides again', async () => {
  const { startEngine, enable, signals, trading, errors, results, pass } = await bench();
  signals.set('hl-BTC', {});
  await enable('bot_1', ['hl-BTC']);
  const { trade } = trading;
  Object.assign(trading, { trade: () => Promise.reject(new Error('the ledger is closed')) });
  const engine = startEngine();
  await engine.runRound();
  Object.assign(trading, { trade });
  pass(MINUTE);
  await engine.runRound();
  assert.deepEqual(errors, ['the ledger is closed']);
  assert.deepEqual(await results('bot_1'), [
    ['hl-BTC', 'open', 'filled', null],
    ['hl-BTC', 'open', 'failed', 'internal'],
  ]);
});

test('the newest thousand decisions of a bot are kept', async () => {
  const { decisions } = await bench();
  const decisionAt = (i: number) => ({
    t: epochMs(i),
    venue: 'kalshi' as const,
    asset: 'kalshi-a',
    direction: null,
    confidence: null,
    action: 'hold' as const,
    side: null,
    sizeUsd: null,
    price: null,
    clientOrderId: null,
    status: null,
    reason: 'unknown_asset',
  });
  for (let i = 0; i < 6; i++) {
    await decisions.append(
      'bot_1',
      Array.from({ length: 200 }, (_, j) => decisionAt(200 * i + j)),
    );
  }
  await decisions.append('bot_2', [decisionAt(7)]);
  const kept = await decisions.listNewest('bot_1', 10_000);
  assert.deepEqual([kept.length, kept[0]?.t, kept.at(-1)?.t], [MAX_DECISIONS, 1_199, 200]);
  assert.deepEqual(await decisions.listNewest('bot_2', 10), [decisionAt(7)]);
});

test('a limit is refused once and then less and less often; more orders than a minute allows wait', async () => {
  const { startEngine, enable, signals, decisions, controls, pass } = await bench();
  for (const asset of ['kalshi-a', 'kalshi-b']) signals.set(asset, { price: 0.5 });
  await enable('bot_1', ['kalshi-a', 'kalshi-b']);
  await controls.change('bot_1', { maxExposureUsd: 15 });
  const engine = startEngine();
  for (let minute = 0; minute < 4; minute++) {
    await engine.runRound();
    pass(MINUTE);
  }
  const seen = (await decisions.listNewest('bot_1', 20)).filter(({ asset }) => asset === 'kalshi-b');
  assert.deepEqual(
    seen.toReversed().map(({ reason }) => reason),
    ['limit', 'limit', 'paused', 'limit'],
  );
  await controls.change('bot_1', { maxExposureUsd: null, maxOrdersPerMin: 1 });
  await enable('bot_1', ['kalshi-c', 'kalshi-d']);
  for (const asset of ['kalshi-c', 'kalshi-d']) signals.set(asset, { price: 0.5 });
  await engine.runRound();
  await engine.runRound();
  const placed = async () =>
    (await decisions.listNewest('bot_1', 20)).filter(({ asset }) => /-[cd]$/.test(asset)).length;
  assert.equal(await placed(), 1, 'the second one waits and is not decided');
  pass(MINUTE);
  await engine.runRound();
  assert.equal(await placed(), 3);
});

test('after a restart a bot that starts paused waits until it is resumed', async () => {
  const { startEngine, enable, signals, results, controls, pass } = await bench();
  signals.set('kalshi-a', { price: 0.5 });
  await enable('bot_1', ['kalshi-a']);
  await controls.change('bot_1', { startPaused: true });
  pass(MINUTE);
  const engine = startEngine();
  await engine.runRound();
  assert.deepEqual(await results('bot_1'), []);
  await controls.change('bot_1', { resume: true });
  await engine.runRound();
  assert.equal((await results('bot_1')).length, 1);
});
