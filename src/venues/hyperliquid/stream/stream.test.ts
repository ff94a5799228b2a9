import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type LoopbackVenue,
  startLoopbackVenue,
  until,
} from '../../../../test/support/loopback-venues/hyperliquid.ts';
import { StrictIntake } from '../../../../test/support/strict-intake.ts';
import { type AssetUpdate, epochMs } from '../../../domain/index.ts';
import { Intake } from '../../../upstream/intake.ts';
import { normaliseOutcomeMeta } from '../normalise-outcomes.ts';
import { FrameReader } from './frames.ts';
import { HyperliquidStream } from './stream.ts';
import { MAX_SUBSCRIPTIONS } from './subscription-plan.ts';

const cleanups: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

function streamTo(venue: LoopbackVenue): HyperliquidStream {
  const stream = new HyperliquidStream({
    wsUrl: venue.wsUrl,
    userAgent: 'crosstape-test',
    clock: () => epochMs(1_000),
    random: () => 0,
    intake: new StrictIntake(),
    onMetaUpdates: () => undefined,
  });
  cleanups.push(
    () => stream.stop(),
    () => venue.close(),
  );
  return stream;
}

function outcomes(count: number) {
  const listed = Array.from({ length: count }, (_, outcome) => ({
    outcome,
    name: `Team ${outcome}`,
    description: '',
    sideSpecs: [{ name: 'Yes' }, { name: 'No' }],
  }));
  return normaliseOutcomeMeta({ outcomes: listed, questions: [] }, new Map());
}

const coins = (count: number) => Array.from({ length: count }, (_, index) => `COIN${index}`);

test('a subscription that the venue refuses is counted in its words; one that it has already is not', () => {
  const intake = new Intake();
  const ignore = () => undefined;
  const frames = new FrameReader({
    onContexts: ignore,
    onTouch: ignore,
    onTrades: ignore,
    onTaken: ignore,
    onVolume: ignore,
    onMetaUpdates: ignore,
    intake,
  });
  const read = (data: unknown) => frames.read(JSON.stringify({ channel: 'error', data }), epochMs(1));
  read('Already subscribed: {"type":"bbo","coin":"#10"}');
  read('Already unsubscribed: {"type":"bbo","coin":"#10"}');
  assert.equal(intake.refusals, 0);
  read('Invalid subscription {"type":"bbo","coin":"#10"}');
  assert.equal(intake.lastRefusal, 'frame /data: Invalid subscription {"type":"bbo","coin":"#10"}');
  read({ code: 1 });
  assert.deepEqual([intake.refusals, intake.lastRefusal], [2, 'frame /data: an error without words']);
  // A readable frame ends the series of refusals.
  frames.read('{"channel":"pong"}', epochMs(2));
  assert.equal(intake.listKinds().find(({ kind }) => kind === 'frame')?.refusedInRow, 0);
});

test('however large the venue, subscriptions stay below half of what it allows', async () => {
  const stream = streamTo(await startLoopbackVenue(() => 'reset'));
  const sizes: number[] = [];
  for (const [outcomeCount, perpCount] of [
    [0, 0],
    [14, 400],
    [1_000, 400],
  ] as const) {
    stream.track(outcomes(outcomeCount), coins(perpCount));
    sizes.push(stream.getStatus().subscriptions);
  }
  assert.deepEqual(sizes, [2, 2 + 3 * 14 + 200, 490]);
  assert.ok(MAX_SUBSCRIPTIONS < 500 && stream.getStatus().connections < 5);
});

test('an outcome that leaves the list is unsubscribed, and nothing is subscribed twice', async () => {
  const venue = await startLoopbackVenue(() => 'reset');
  const stream = streamTo(venue);
  const [last, first] = outcomes(2);
  assert.ok(first && last);
  stream.track([first, last], ['BTC']);
  stream.start();
  await until(() => venue.frames.length === 2 + 6 + 1, 'subscriptions');
  stream.track([first, last], ['BTC']);
  stream.track([first], ['BTC']);
  await until(() => venue.frames.length === 9 + 3, 'the end of three');
  assert.deepEqual(
    venue.frames
      .slice(9)
      .map((frame) => JSON.parse(frame))
      .sort(byType),
    [
      { method: 'unsubscribe', subscription: { type: 'activeAssetCtx', coin: '#10' } },
      { method: 'unsubscribe', subscription: { type: 'bbo', coin: '#10' } },
      { method: 'unsubscribe', subscription: { type: 'trades', coin: '#10' } },
    ],
  );
  assert.deepEqual([stream.carries(first.ref.asset), stream.carries(last.ref.asset)], [true, false]);
});

test('an outcome that is restarted is subscribed again; a second time renews the whole line', async () => {
  const venue = await startLoopbackVenue(() => 'reset');
  const stream = streamTo(venue);
  const [only] = outcomes(1);
  assert.ok(only);
  stream.track([only], []);
  stream.start();
  await until(() => venue.frames.length === 5, 'subscriptions');
  venue.push({ channel: 'bbo', data: { coin: '#0', time: 5, bbo: [{ px: '0.4', sz: '1' }, null] } });
  await until(() => stream.touch('#0', 10) !== null, 'touch');
  assert.deepEqual(stream.touch('#0', 10), { bid: 0.4, ask: null, venueTime: 5 });
  stream.restart(only.ref.asset);
  assert.equal(stream.touch('#0', 10), null);
  await until(() => venue.frames.length === 7, 'the subscription again');
  assert.equal(stream.getStatus().reconnects, 0);
  stream.restart(only.ref.asset);
  await until(() => venue.frames.length === 11, 'all subscriptions of the prices again');
  assert.equal(stream.getStatus().reconnects, 1);
});

test('a perpetual has its touch while it has subscribers', async () => {
  const venue = await startLoopbackVenue(() => 'reset');
  const stream = streamTo(venue);
  // The test server sends every frame on both connections, so each update arrives twice.
  const updates: AssetUpdate[] = [];
  stream.onUpdate((update) => {
    if (JSON.stringify(update) !== JSON.stringify(updates.at(-1))) updates.push(update);
  });
  stream.contexts.setUniverse('', [
    { name: 'BTC', szDecimals: 5 },
    { name: 'ETH', szDecimals: 4 },
  ]);
  stream.start();
  await until(() => venue.frames.length === 2, 'the shared subscriptions');
  stream.listen(['hl-BTC', 'hl-NOPE']);
  await until(() => venue.frames.length === 3, 'one more');
  assert.deepEqual(JSON.parse(venue.frames[2] ?? ''), {
    method: 'subscribe',
    subscription: { type: 'bbo', coin: 'BTC' },
  });
  const bbo = (coin: string, bid: string, ask: string) =>
    venue.push({
      channel: 'bbo',
      data: {
        coin,
        time: 5,
        bbo: [
          { px: bid, sz: '1' },
          { px: ask, sz: '1' },
        ],
      },
    });
  bbo('ETH', '1', '2');
  bbo('BTC', '64900', '64901');
  await until(() => updates.length === 1, 'the touch of BTC alone');
  const touch = { bid: 64_900, ask: 64_901 };
  assert.deepEqual(
    { ...updates[0] },
    { asset: 'hl-BTC', price: null, ...touch, venueTime: 5, receivedAt: 1_000 },
  );

  const context = (markPx: string) => ({ markPx, oraclePx: '1', prevDayPx: '1' });
  venue.push({
    channel: 'allDexsAssetCtxs',
    data: { ctxs: [['', [context('64900.5'), context('2')]]] },
  });
  await until(() => updates.length >= 3, 'the marks of both');
  assert.deepEqual(
    { ...updates[1] },
    { asset: 'hl-BTC', price: 64_900.5, ...touch, venueTime: null, receivedAt: 1_000 },
  );
  assert.deepEqual([updates[2]?.bid, updates[2]?.ask], [null, null]);
  bbo('BTC', '64900', '64902');
  await until(() => updates.at(-1)?.ask === 64_902, 'a new touch');
  assert.equal(updates.at(-1)?.price, 64_900.5, 'the mark stays what it was');

  stream.listen([]);
  await until(() => venue.frames.length === 4, 'the end of it');
  assert.equal(JSON.parse(venue.frames[3] ?? '').method, 'unsubscribe');
  assert.equal(stream.touch('BTC', 10), null);
});

test('touches of listened perpetuals come before trades, the largest first, within the same limit', async () => {
  const stream = streamTo(await startLoopbackVenue(() => 'reset'));
  const names = coins(400);
  stream.contexts.setUniverse(
    '',
    names.map((name) => ({ name, szDecimals: 0 })),
  );
  stream.track(outcomes(1_000), names);
  stream.listen(names.toReversed().map((name) => `hl-${name}`));
  assert.equal(stream.getStatus().subscriptions, 490);
});

function byType(a: { subscription: { type: string } }, b: { subscription: { type: string } }): number {
  return a.subscription.type.localeCompare(b.subscription.type);
}
