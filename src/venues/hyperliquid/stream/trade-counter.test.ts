import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture } from '../../../../test/support/loopback-venues/hyperliquid.ts';
import { StrictIntake } from '../../../../test/support/strict-intake.ts';
import * as wire from '../wire.ts';
import { TradeCounter } from './trade-counter.ts';

const trade = (tid: number, time: number, sz = '1') => ({ coin: 'BTC', px: '100', sz, time, tid });

function counting(): TradeCounter {
  const counter = new TradeCounter();
  counter.begin('BTC', 1_000);
  counter.read('BTC');
  return counter;
}

test('trades from before the subscription are not counted, however often they are sent', () => {
  const counter = counting();
  counter.add([trade(2, 990), trade(1, 980)]);
  counter.add([trade(2, 990), trade(3, 1_010, '2.5')]);
  assert.equal(counter.read('BTC'), 2.5);
});

test('a trade in the first frame that came after the subscription counts', () => {
  const counter = counting();
  counter.add([trade(2, 1_001, '4'), trade(1, 980)]);
  assert.equal(counter.read('BTC'), 4);
});

test('a trade is known by coin, time and number together', () => {
  const counter = counting();
  counter.add([]);
  counter.add([trade(7, 1_001), trade(7, 1_002), trade(7, 1_002), trade(8, 1_002)]);
  assert.equal(counter.read('BTC'), 3);
});

test('after an interruption the counter says nothing once and then starts again', () => {
  const counter = counting();
  counter.add([trade(1, 1_001, '5')]);
  counter.end('BTC');
  assert.equal(counter.read('BTC'), null);
  counter.begin('BTC', 2_000);
  counter.add([trade(2, 2_001, '50')]);
  assert.equal(counter.read('BTC'), null, 'one poll without an increase');
  assert.equal(counter.read('BTC'), 50);
});

test('coins that are not subscribed have no volume', () => {
  const counter = counting();
  counter.add([{ ...trade(1, 1_001), coin: 'ETH' }]);
  assert.equal(counter.read('ETH'), null);
});

test('a recorded frame counts its size and states the last price', () => {
  const { data } = fixture('ws-trades') as { data: unknown };
  assert.ok(wire.streamTrades.accepts(data));
  const trades = new StrictIntake().readRows(data, wire.streamTrade);
  const counter = new TradeCounter();
  counter.begin('HYPE', 0);
  counter.read('HYPE');
  counter.add(trades);
  counter.add(trades);
  assert.equal(counter.read('HYPE'), 5.78);
  assert.equal(counter.lastPrice('HYPE'), 35.276);
});

test('the newest 256 trades of a coin are remembered, and an older one that comes again counts', () => {
  const counter = counting();
  counter.add([]);
  const many = Array.from({ length: 257 }, (_, tid) => trade(tid, 1_001));
  counter.add(many);
  counter.add(many.slice(1));
  assert.equal(counter.read('BTC'), 257);
  counter.add(many.slice(0, 1));
  assert.equal(counter.read('BTC'), 258);
});
