import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset, buildPerpAsset } from '../../domain/index.ts';
import { WantedFills } from './wanted-fills.ts';

test('assets come out by venue in the order in which they came, and stay until they are deleted', () => {
  const wanted = new WantedFills();
  const [btc, eth, rain] = [buildPerpAsset('BTC'), buildPerpAsset('ETH'), buildKalshiAsset('RAIN')];
  for (const ref of [btc, rain, eth]) assert.ok(wanted.add(ref, 'a'));
  assert.deepEqual([wanted.next('hyperliquid'), wanted.next('kalshi')], [btc, rain]);
  assert.equal(wanted.next('hyperliquid'), btc);
  wanted.delete(btc);
  assert.deepEqual([wanted.has(btc), wanted.next('hyperliquid')], [false, eth]);
  assert.equal(wanted.next('polymarket'), null);
});

test('one caller cannot fill the queue, and has room again when its assets are taken out', () => {
  const wanted = new WantedFills();
  const refs = Array.from({ length: 400 }, (_, i) => buildKalshiAsset(`M${i}`));
  const added = refs.filter((ref) => wanted.add(ref, 'greedy'));
  assert.ok(added.length < refs.length / 2, `${added.length} of one caller`);
  const free = refs.slice(added.length);
  assert.ok(wanted.add(free[0]!, 'somebody else'));
  assert.equal(wanted.add(free[1]!, 'greedy'), false);
  wanted.delete(added[0]!);
  assert.ok(wanted.add(free[1]!, 'greedy'));
});

test('the queue of a venue has an end, whoever fills it, and other venues have their own', () => {
  const wanted = new WantedFills();
  const refs = Array.from({ length: 1_000 }, (_, i) => buildKalshiAsset(`M${i}`));
  const added = refs.filter((ref, i) => wanted.add(ref, `caller ${i}`));
  assert.ok(added.length < refs.length);
  assert.ok(wanted.add(buildPerpAsset('BTC'), 'one more'));
});
