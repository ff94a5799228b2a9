import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  fixture,
  type LoopbackVenue,
  startLoopbackVenue,
  until,
} from '../../../test/support/loopback-venues/hyperliquid.ts';
import { ListingIntake, StrictIntake } from '../../../test/support/strict-intake.ts';
import { buildOutcomeAsset, epochMs, type TradesHeard, type VenueTrade } from '../../domain/index.ts';
import type { Intake } from '../../upstream/intake.ts';
import { HyperliquidClient } from './client.ts';
import { normaliseOutcomeMeta } from './normalise-outcomes.ts';
import { readRecentTrades } from './read-recent-trades.ts';
import { HyperliquidStream } from './stream/stream.ts';
import type { WireTrade } from './wire.ts';

const NOW = 1_793_491_200_000;
const cleanups: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

async function listen(intake: Intake = new StrictIntake()) {
  const venue: LoopbackVenue = await startLoopbackVenue(() => 'reset');
  const stream = new HyperliquidStream({
    wsUrl: venue.wsUrl,
    userAgent: 'crosstape-test',
    clock: () => epochMs(NOW),
    random: () => 0,
    intake,
    onMetaUpdates: () => undefined,
  });
  cleanups.push(
    () => stream.stop(),
    () => venue.close(),
  );
  const trades: VenueTrade[] = [];
  const heard: TradesHeard[] = [];
  stream.onTrade((trade) => trades.push(trade));
  stream.onHeard((event) => heard.push(event));
  const outcomes = normaliseOutcomeMeta(
    {
      outcomes: [{ outcome: 7, name: 'Team', description: '', sideSpecs: [{ name: 'Yes' }, { name: 'No' }] }],
      questions: [],
    },
    new Map(),
  );
  const [outcome] = outcomes;
  assert.ok(outcome);
  stream.track(outcomes, ['BTC']);
  stream.start();
  await until(() => venue.frames.some((frame) => frame.includes('"#71"')), 'subscriptions');
  const take = (coin: string) =>
    venue.push({
      channel: 'subscriptionResponse',
      data: { method: 'subscribe', subscription: { type: 'trades', coin } },
    });
  const print = (...data: readonly object[]) => venue.push({ channel: 'trades', data });
  return { venue, stream, trades, heard, take, print, asset: outcome.ref.asset };
}

const row = (coin: string, side: unknown, px: string, tid: number, time = NOW, sz = '2') => ({
  coin,
  side,
  px,
  sz,
  time,
  tid,
  hash: '0x0',
  users: [],
});

/** Members in which the trades of this test differ. */
const short = ({ asset, price, size, side, id, source }: VenueTrade) => [
  asset,
  price,
  size,
  side,
  id,
  source,
];

test('trades have the side of the aggressor; a match of an outcome is stated once, in terms of Yes', async () => {
  const { trades, print, asset } = await listen();
  print(
    row('BTC', 'A', '64900.5', 1),
    row('#71', 'B', '0.9', 2),
    row('#70', 'A', '0.1', 2),
    row('#70', 'B', '0.35', 3),
    row('#71', 'A', '0.65', 3),
    row('ETH', 'B', '3000', 4),
    row('BTC', 'X', '64900', 5),
  );
  print(row('BTC', 'A', '64900.5', 1));
  await until(() => trades.length === 4, 'trades');
  assert.deepEqual(trades.map(short), [
    ['hl-BTC', 64_900.5, 2, 'sell', `${NOW}:1`, 'stream'],
    [asset, 0.1, 2, 'sell', `${NOW}:2`, 'stream'],
    [asset, 0.35, 2, 'buy', `${NOW}:3`, 'stream'],
    ['hl-BTC', 64_900, 2, null, `${NOW}:5`, 'stream'],
  ]);
  assert.deepEqual([trades[3]?.sideSource, trades[3]?.venueTime, trades[3]?.receivedAt], [null, NOW, NOW]);
});

test('the first frame of a subscription repeats trades from before it; later late ones do not', async () => {
  const { trades, print } = await listen();
  print(row('BTC', 'B', '1', 1, NOW - 5_000), row('BTC', 'B', '1', 2, NOW));
  print(row('BTC', 'B', '1', 3, NOW - 5_000));
  await until(() => trades.length === 3, 'trades');
  assert.deepEqual(
    trades.map(({ source }) => source),
    ['backfill', 'stream', 'stream'],
  );
});

test('trades are heard from the echoes of all coins of a market on, and until its connection is lost', async () => {
  const { venue, heard, take, asset } = await listen();
  take('#70');
  take('BTC');
  await until(() => heard.length === 1, 'the perpetual');
  take('#71');
  await until(() => heard.length === 2, 'the outcome');
  venue.dropConnections();
  await until(() => heard.length === 4, 'the ends');
  assert.deepEqual(
    heard.map((event) => [event.asset, event.kind === 'end' ? event.reason : event.kind]),
    [
      ['hl-BTC', 'begin'],
      [asset, 'begin'],
      ['hl-BTC', 'connection'],
      [asset, 'connection'],
    ],
  );
});

test('a stream that is stopped by us ends nothing', async () => {
  const { stream, heard, take } = await listen();
  take('BTC');
  await until(() => heard.length === 1, 'the echo');
  await stream.stop();
  assert.equal(heard.length, 1);
});

test('a market that is not subscribed any more is dropped', async () => {
  const { stream, heard, take } = await listen();
  take('BTC');
  await until(() => heard.length === 1, 'the echo');
  stream.track([], []);
  assert.deepEqual(heard[1], { kind: 'end', asset: 'hl-BTC', at: NOW, reason: 'dropped' });
});

test('trades without a price or size that can be recorded are counted', async () => {
  const intake = new ListingIntake();
  const { trades, print } = await listen(intake);
  print(
    row('BTC', 'B', '0', 1),
    row('BTC', 'B', '1e16', 2),
    row('#70', 'B', '1.2', 3),
    row('BTC', 'B', '1', 4, NOW, '-1'),
    row('BTC', 'B', '1', 5),
  );
  await until(() => trades.length === 1, 'the good one');
  assert.deepEqual(intake.refused, Array(4).fill('ws trade /: no price or size of a trade'));
});

test('recorded trades of the stream have their sides', async () => {
  const { trades, venue } = await listen();
  const recorded = fixture('ws-trades') as { channel: string; data: readonly WireTrade[] };
  assert.ok(recorded.data.length > 0);
  venue.push({ ...recorded, data: recorded.data.map((trade) => ({ ...trade, coin: 'BTC' })) });
  await until(() => trades.length === recorded.data.length, 'all');
  assert.deepEqual(
    trades.map(({ side }) => side),
    recorded.data.map(({ side }) => (side === 'B' ? 'buy' : 'sell')),
  );
});

test('recent trades are whole from their oldest on, of both coins of an outcome', async () => {
  const lists: Readonly<Record<string, readonly object[]>> = {
    '#70': [row('#70', 'B', '0.4', 3, NOW - 1_000), row('#70', 'A', '0.1', 1, NOW - 9_000)],
    '#71': [row('#71', 'A', '0.6', 3, NOW - 1_000), row('#71', 'B', '0.7', 2, NOW - 3_000)],
  };
  const venue = await startLoopbackVenue((query) => ({ json: lists[String(query.coin)] ?? [] }));
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'crosstape-test' });
  const ref = buildOutcomeAsset('team', 7);
  const window = { fromMs: epochMs(NOW - 60_000), toMs: epochMs(NOW - 1_000) };
  const { signal } = new AbortController();
  const read = await readRecentTrades(client, { ref, coin: '#70', window }, signal);
  assert.equal(read.wholeFrom, NOW - 3_000);
  assert.deepEqual(read.trades.map(short), [
    [ref.asset, 0.1, 2, 'sell', `${NOW - 9_000}:1`, 'backfill'],
    [ref.asset, 0.3, 2, 'sell', `${NOW - 3_000}:2`, 'backfill'],
    [ref.asset, 0.4, 2, 'buy', `${NOW - 1_000}:3`, 'backfill'],
  ]);
  const nothing = await readRecentTrades(client, { ref, coin: '#90', window }, signal);
  assert.deepEqual(nothing, { trades: [], wholeFrom: null, isCut: false });
});
