import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../src/domain/index.ts';
import { startSimulator } from './index.ts';

const NOON = epochMs(Date.UTC(2026, 9, 6, 12));

test('the same seed and clock give the same bytes, another seed others', async () => {
  const bodies: string[] = [];
  for (const seed of [3, 3, 4]) {
    const simulator = await startSimulator({ port: 0, seed, clock: () => NOON });
    const { polymarketGamma, kalshi, limitless, hyperliquid } = simulator.urls;
    const texts = await Promise.all([
      fetch(`${polymarketGamma}/markets/keyset?limit=50`).then((answer) => answer.text()),
      fetch(`${kalshi}/markets?limit=1000`).then((answer) => answer.text()),
      fetch(`${limitless}/markets/active?limit=25`).then((answer) => answer.text()),
      fetch(`${hyperliquid}/info`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"type":"metaAndAssetCtxs"}',
      }).then((answer) => answer.text()),
    ]);
    bodies.push(texts.join('\n'));
    await simulator.close();
  }
  assert.equal(bodies[0], bodies[1]);
  assert.notEqual(bodies[0], bodies[2]);
});

test('faults strike the venue they are set for, as often as asked', async (t) => {
  const simulator = await startSimulator({ port: 0, clock: () => NOON });
  t.after(() => simulator.close());
  const url = `${simulator.urls.kalshi}/exchange/status`;
  simulator.faults.set({ kind: 'status', status: 429, retryAfterSeconds: 7, venue: 'kalshi', times: 1 });
  const refused = await fetch(url);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '7');
  assert.equal((await fetch(url)).status, 200);
  simulator.faults.set({ kind: 'malformed', venue: 'kalshi', times: 1 });
  await assert.rejects(fetch(url).then((answer) => answer.json()));
  simulator.faults.set({ kind: 'reset', venue: 'kalshi', times: 1 });
  await assert.rejects(fetch(url));
  assert.equal((await fetch(`${simulator.urls.polymarketClob}/time`)).status, 200);
});

test('a frozen venue keeps its prices while its clock continues, ahead by the skew', async (t) => {
  let now = NOON;
  const simulator = await startSimulator({ port: 0, clock: () => now });
  t.after(() => simulator.close());
  const book = async () => {
    const body = '{"type":"l2Book","coin":"BTC"}';
    const answer = await fetch(`${simulator.urls.hyperliquid}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return (await answer.json()) as { time: number; levels: unknown };
  };
  simulator.faults.set({ kind: 'freeze', venue: 'hyperliquid' });
  simulator.faults.set({ kind: 'clock_skew', skewMs: 5_000, venue: 'hyperliquid' });
  const before = await book();
  assert.equal(before.time, NOON + 5_000);
  now = epochMs(NOON + 60_000);
  const later = await book();
  assert.deepEqual(later.levels, before.levels);
  assert.equal(later.time, NOON + 65_000);
  simulator.faults.clearAll();
  assert.notDeepEqual((await book()).levels, before.levels);
});

test('the world says which pairs are the same, opposite and only alike', async (t) => {
  const simulator = await startSimulator({ port: 0, clock: () => NOON });
  t.after(() => simulator.close());
  const answer = await fetch(simulator.urls.limitless.replace('/limitless', '/simulator/world'));
  const { pairs } = (await answer.json()) as { pairs: { relation: string }[] };
  for (const relation of ['same', 'opposite', 'related', 'subset']) {
    assert.ok(
      pairs.some((pair) => pair.relation === relation),
      relation,
    );
  }
});
