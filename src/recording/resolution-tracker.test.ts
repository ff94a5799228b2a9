import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, perpState, venuePoll } from '../../test/support/markets.ts';
import {
  type AssetRef,
  buildKalshiAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  type MarketState,
  type Resolution,
} from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import { buildSnapshot } from '../feed/snapshot.ts';
import { listAllResolutions } from '../history/contract/resolutions.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { ResolutionTracker } from './resolution-tracker.ts';

const A = buildKalshiAsset('A');
const ENDED_YES: Resolution = {
  asset: A.asset,
  outcome: 'yes',
  payout: 1,
  settledAt: epochMs(Date.UTC(2026, 9, 31)),
  source: 'kalshi:/markets/{ticker}',
  disputed: false,
};

/** Creates a tracker with its own store, and a feed that the test polls. */
async function openTracker(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-resolutions-'));
  const clock = new ManualClock();
  const history = await openSqliteHistory({ dataDir, clock: clock.read });
  const adapter = new FakeAdapter('kalshi');
  const start = (onReopened: (ref: AssetRef) => void = () => undefined) => {
    let listener: (snapshot: VenueSnapshot) => void = () => assert.fail('the tracker does not listen');
    const tracker = new ResolutionTracker({
      feed: {
        onSnapshot: (given: typeof listener) => {
          listener = given;
          return () => undefined;
        },
      } as unknown as Feed,
      history,
      adapters: new Map([['kalshi', adapter]]),
      clock: clock.read,
      onReopened,
      onError: assert.ifError,
    });
    tracker.start();
    const poll = async (...markets: MarketState[]) => {
      const { receivedAt, ...rest } = venuePoll('kalshi', clock.read(), markets);
      listener(buildSnapshot({ ...rest, fetchedAt: receivedAt, restored: false }));
      await settle();
    };
    /** Advances the clock, with a turn of the tracker each second. */
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1_000);
        tracker.askDue();
        await settle();
      }
    };
    t.after(() => tracker.stop());
    return { tracker, poll, pass };
  };
  t.after(async () => {
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { clock, history, adapter, start };
}

/** Lets pending promises of the tracker and the store complete. */
async function settle() {
  for (let i = 0; i < 8; i++) await turn();
}

test('a market that stops trading is looked up at its venue, and its end is stored once', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const { tracker, poll, pass } = start();
  await poll(binaryState('A', 0.9));
  await poll(binaryState('A', 0.9, { tickerOverrides: { status: 'closed' } }));
  assert.equal(tracker.stats().waiting, 1);
  adapter.resolutions.set(A.asset, ENDED_YES);
  await pass(10);
  const stored = await history.findResolution(A);
  assert.deepEqual(stored, { ...ENDED_YES, venue: 'kalshi', storeKey: 'a', recordedAt: clock.read() });
  assert.deepEqual(tracker.stats(), { waiting: 0, recorded: 1 });

  await poll(binaryState('A', null, { tickerOverrides: { status: 'resolved' } }));
  await pass(120);
  assert.equal(adapter.calls.resolution, 1);
});

test('a market that leaves the list is looked up too', async (t) => {
  const { history, adapter, start } = await openTracker(t);
  const { poll, pass } = start();
  await poll(binaryState('A', 0.9), binaryState('B', 0.5));
  await poll(binaryState('B', 0.5));
  adapter.resolutions.set(A.asset, ENDED_YES);
  await pass(10);
  assert.equal((await history.findResolution(A))?.outcome, 'yes');
});

test('a price near certainty is no resolution: only the venue decides', async (t) => {
  const { history, adapter, start } = await openTracker(t);
  const { tracker, poll, pass } = start();
  await poll(binaryState('A', 0.999));
  await pass(120);
  assert.equal(adapter.calls.resolution, 0);
  for (const status of ['closed', 'resolved'] as const) {
    await poll(binaryState('A', 0.999, { tickerOverrides: { status } }));
    await pass(120);
  }
  await poll(binaryState('B', 1));
  await pass(120);
  assert.ok(adapter.calls.resolution > 0);
  assert.equal(await history.findResolution(A), null);
  assert.deepEqual((await history.listResolutions({ limit: 10 })).resolutions, []);
  assert.deepEqual(tracker.stats(), { waiting: 1, recorded: 0 });
});

test('a venue without an answer is asked again after longer and longer waits', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const { tracker, poll, pass } = start();
  await poll(binaryState('A', 0.9));
  await poll();
  adapter.resolutions.set(A.asset, 'unreachable');
  const calls: number[] = [];
  for (const seconds of [10, 59, 1, 299, 1]) {
    await pass(seconds);
    calls.push(adapter.calls.resolution);
  }
  assert.deepEqual(calls, [1, 1, 2, 2, 3]);
  adapter.resolutions.set(A.asset, ENDED_YES);
  clock.advance(HOUR_MS);
  await pass(1);
  assert.equal((await history.findResolution(A))?.payout, 1);
  assert.equal(tracker.stats().waiting, 0);
});

test('a market that trades again is no longer waited for', async (t) => {
  const { start } = await openTracker(t);
  const { tracker, poll } = start();
  await poll(binaryState('A', 0.9));
  await poll();
  assert.equal(tracker.stats().waiting, 1);
  await poll(binaryState('A', 0.8));
  assert.equal(tracker.stats().waiting, 0);
});

test('after a restart, recorded markets that are no longer listed are looked up', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const at = clock.read();
  const record = (ref: typeof A, t: number) => ({
    ...ref,
    t: epochMs(t),
    p: 0.9,
    v: null,
    s: 'poll' as const,
  });
  await history.append([
    record(A, at - HOUR_MS),
    record(buildKalshiAsset('LISTED'), at - HOUR_MS),
    record(buildKalshiAsset('LONG-GONE'), at - 61 * DAY_MS),
    record(buildKalshiAsset('KNOWN'), at - HOUR_MS),
  ]);
  await history.putResolution({
    ...ENDED_YES,
    ...buildKalshiAsset('KNOWN'),
    recordedAt: at,
  });
  const { tracker, poll, pass } = start();
  await poll(binaryState('LISTED', 0.4));
  assert.equal(tracker.stats().waiting, 1);
  adapter.resolutions.set(A.asset, ENDED_YES);
  await pass(10);
  assert.equal((await history.findResolution(A))?.outcome, 'yes');
});

test('after sixty days without an answer a market is given up', async (t) => {
  const { clock, adapter, start } = await openTracker(t);
  const { tracker, poll, pass } = start();
  await poll(binaryState('A', 0.9));
  await poll();
  for (let day = 0; day < 70; day++) {
    clock.advance(DAY_MS);
    await pass(1);
  }
  assert.equal(tracker.stats().waiting, 0);
  assert.ok(adapter.calls.resolution > 50 && adapter.calls.resolution <= 61);
});

test('perpetuals have no end', async (t) => {
  const { start } = await openTracker(t);
  const { tracker, poll } = start();
  await poll(perpState('BTC', 100_000));
  await poll();
  assert.equal(tracker.stats().waiting, 0);
});

test('a resolution that the venue takes back is marked, and the next end is the one in force; both are kept', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const { poll, pass } = start();
  const trading = binaryState('A', 0.31);
  const closed = binaryState('A', null, { tickerOverrides: { status: 'closed' } });
  await poll(trading);
  await poll(closed);
  adapter.resolutions.set(A.asset, ENDED_YES);
  await pass(10);
  assert.equal((await history.findResolution(A))?.outcome, 'yes');

  // A single list may lag, and the venue still states the resolution of one market, so neither counts as reopened.
  await poll(trading);
  await poll(closed);
  for (let i = 0; i < 3; i++) await poll(trading);
  assert.equal((await history.findResolution(A))?.outcome, 'yes');

  adapter.resolutions.delete(A.asset);
  const reopenedAt = clock.advance(5_000);
  for (let i = 0; i < 3; i++) await poll(trading);
  assert.equal(await history.findResolution(A), null);
  assert.deepEqual(await history.findResolutionMany([A]), [null]);
  assert.equal((await history.findNewestResolution(A))?.reopenedAt, reopenedAt);

  await poll(closed);
  adapter.resolutions.set(A.asset, { ...ENDED_YES, outcome: 'no', payout: 0 });
  await pass(10);
  const newest = await history.findNewestResolution(A);
  assert.ok(newest !== null);
  assert.deepEqual(
    listAllResolutions(newest).map((each) => [each.outcome, each.reopenedAt]),
    [
      ['yes', reopenedAt],
      ['no', undefined],
    ],
  );
  assert.equal((await history.findResolution(A))?.outcome, 'no');
});

test('a market that is taken back twice, and ends as void, keeps all three ends in their order', async (t) => {
  const { history, adapter, start } = await openTracker(t);
  const { poll, pass } = start();
  const trading = binaryState('A', 0.31);
  const closed = binaryState('A', null, { tickerOverrides: { status: 'closed' } });
  await poll(trading);
  for (const [outcome, payout] of [
    ['yes', 1],
    ['yes', 1],
    ['void', 0.4],
  ] as const) {
    await poll(closed);
    adapter.resolutions.set(A.asset, { ...ENDED_YES, outcome, payout });
    await pass(10);
    assert.equal((await history.findResolution(A))?.outcome, outcome);
    if (outcome === 'void') break;
    adapter.resolutions.delete(A.asset);
    for (let i = 0; i < 3; i++) {
      await pass(5);
      await poll(trading);
    }
    assert.equal(await history.findResolution(A), null);
  }
  const newest = await history.findNewestResolution(A);
  assert.ok(newest !== null);
  assert.deepEqual(
    listAllResolutions(newest).map((each) => [each.outcome, each.payout, each.reopenedAt !== undefined]),
    [
      ['yes', 1, true],
      ['yes', 1, true],
      ['void', 0.4, false],
    ],
  );
});

test('a market that left the list with its resolution and is listed again is looked up, and ends anew', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const reopened: string[] = [];
  const { poll, pass } = start((ref) => reopened.push(ref.asset));
  await poll(binaryState('A', 0.31), binaryState('B', 0.5));
  await poll(binaryState('B', 0.5));
  adapter.resolutions.set(A.asset, ENDED_YES);
  await pass(10);
  await poll(binaryState('B', 0.5));
  assert.equal((await history.findResolution(A))?.outcome, 'yes');

  adapter.resolutions.delete(A.asset);
  const reopenedAt = clock.advance(5_000);
  for (let i = 0; i < 4; i++) await poll(binaryState('A', 0.31), binaryState('B', 0.5));
  assert.equal(await history.findResolution(A), null);
  assert.equal((await history.findNewestResolution(A))?.reopenedAt, reopenedAt);
  assert.deepEqual(reopened, [A.asset]);

  await poll(binaryState('B', 0.5));
  adapter.resolutions.set(A.asset, { ...ENDED_YES, outcome: 'no', payout: 0 });
  await pass(10);
  assert.equal((await history.findResolution(A))?.outcome, 'no');
});

test('a resolution that was taken back while the service did not run is found after the start', async (t) => {
  const { clock, history, adapter, start } = await openTracker(t);
  const observation = { ...A, t: clock.read(), p: 0.3, v: null, s: 'poll' as const };
  await history.append([observation]);
  await history.putResolution({
    ...ENDED_YES,
    venue: 'kalshi',
    storeKey: A.storeKey,
    recordedAt: clock.read(),
  });
  const { poll } = start();
  assert.equal(adapter.calls.resolution, 0);
  for (let i = 0; i < 3; i++) await poll(binaryState('A', 0.31));
  assert.equal(await history.findResolution(A), null);
});
