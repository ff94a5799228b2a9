import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { type LoopbackVenue, startLoopbackVenue, until } from './loopback-venue.ts';
import { normaliseOutcomeMeta } from './normalise-outcomes.ts';
import { HyperliquidStream, MAX_SUBSCRIPTIONS } from './stream.ts';

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
    onSchemaFailure: (what) => assert.fail(what),
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

test('however large the venue, subscriptions stay below half of what it allows', async () => {
  const stream = streamTo(await startLoopbackVenue(() => 'reset'));
  const sizes: number[] = [];
  for (const [outcomeCount, perpCount] of [
    [0, 0],
    [14, 400],
    [1_000, 400],
  ] as const) {
    stream.track(outcomes(outcomeCount), coins(perpCount));
    sizes.push(stream.status().subscriptions);
  }
  assert.deepEqual(sizes, [2, 2 + 3 * 14 + 200, 490]);
  assert.ok(MAX_SUBSCRIPTIONS < 500 && stream.status().connections < 5);
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
  assert.equal(stream.status().reconnects, 0);
  stream.restart(only.ref.asset);
  await until(() => venue.frames.length === 11, 'all subscriptions of the prices again');
  assert.equal(stream.status().reconnects, 1);
});

function byType(a: { subscription: { type: string } }, b: { subscription: { type: string } }): number {
  return a.subscription.type.localeCompare(b.subscription.type);
}
