import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { epochMs } from '../src/domain/index.ts';
import { Faults } from './faults.ts';
import { FrameOrder } from './frame-order.ts';
import { startSimulator } from './simulator.ts';

const NOON = Date.UTC(2026, 9, 6, 12);

test('frames are sent behind later ones, and more than once, and are noted when they are sent first', () => {
  const faults = new Faults(() => NOON);
  const order = new FrameOrder(faults, 'polymarket');
  const sent: string[] = [];
  const noted: string[] = [];
  const send = (asset: string, frame: string) =>
    order.send(
      [asset],
      () => sent.push(frame),
      () => noted.push(frame),
    );
  faults.set({ kind: 'reorder', asset: 'x', times: 1 });
  for (const frame of ['x1', 'y1', 'x2', 'x3']) send(frame[0]!, frame);
  assert.deepEqual(sent.splice(0), ['y1', 'x2', 'x1', 'x3']);
  assert.deepEqual(noted, ['y1', 'x2', 'x1', 'x3']);

  faults.set({ kind: 'late', asset: 'x', times: 1 });
  faults.set({ kind: 'resend', asset: 'y', times: 1 });
  for (const frame of ['x4', 'y2', 'x5', 'x6', 'x7', 'x8']) send(frame[0]!, frame);
  assert.deepEqual(sent, ['x4', 'y2', 'y2', 'x5', 'x6', 'x7', 'x4', 'x8']);
  assert.equal(noted.filter((frame) => frame === 'x4' || frame === 'y2').length, 2);
});

interface KalshiFrame {
  readonly type: string;
  readonly seq: number;
  readonly msg: { readonly side?: string; readonly yes_dollars_fp?: readonly (readonly [string, string])[] };
}

/** Frames of the order book of one market at Kalshi's stream. */
async function listenToKalshi(t: TestContext) {
  let now = NOON;
  const simulator = await startSimulator({ port: 0, seed: 1, markets: 60, clock: () => epochMs(now) });
  t.after(() => simulator.close());
  const listing = simulator.world
    .universe(NOON)
    .byVenue.kalshi.find(({ shape, event }) => shape === 'both' && event.closeAt > NOON + 3_600_000);
  assert.ok(listing !== undefined);
  const names = ['KEY', 'TIMESTAMP', 'SIGNATURE'].map((name) => [`KALSHI-ACCESS-${name}`, 'x']);
  const socket = new WebSocket(simulator.urls.kalshiWs, { headers: Object.fromEntries(names) });
  t.after(() => socket.terminate());
  const frames: KalshiFrame[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as KalshiFrame;
    if (frame.type.startsWith('orderbook')) frames.push(frame);
  });
  await new Promise((open) => socket.once('open', open));
  const params = { channels: ['orderbook_delta'], market_tickers: [listing.name] };
  socket.send(JSON.stringify({ id: 1, cmd: 'subscribe', params }));
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      now += 1_000;
      for (let quarter = 0; quarter < 4; quarter++) simulator.tick();
      await sleep(10);
    }
  };
  for (let i = 0; i < 500 && frames.length === 0; i++) await pass(1);
  return { faults: simulator.faults, socket, frames, name: listing.name, pass };
}

test('numbers of changes that Kalshi loses are missing, others come twice or behind the next, and a connection goes', async (t) => {
  const { faults, socket, frames, name, pass } = await listenToKalshi(t);
  const take = () => frames.splice(0).map(({ seq }) => seq);
  await pass(10);
  const whole = take();
  assert.deepEqual(
    whole,
    whole.map((_, i) => i + 1),
  );
  faults.set({ kind: 'gap', venue: 'kalshi', asset: name, times: 2 });
  await pass(20);
  const gapped = take();
  assert.deepEqual(faults.list(), []);
  assert.equal(gapped.at(-1)! - gapped[0]! + 1 - gapped.length + (gapped[0]! - whole.length - 1), 2);
  faults.set({ kind: 'resend', venue: 'kalshi', asset: name, times: 1 });
  faults.set({ kind: 'reorder', venue: 'kalshi', asset: name, times: 1 });
  await pass(20);
  const mixed = take();
  assert.equal(mixed.length - new Set(mixed).size, 1, 'one number twice');
  assert.ok(
    mixed.some((seq, i) => seq < (mixed[i - 1] ?? 0)),
    'one number behind a higher one',
  );
  const closed = new Promise((close) => socket.once('close', close));
  faults.set({ kind: 'cut', venue: 'kalshi', asset: name });
  await pass(5);
  await closed;
});
