import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, FixedFeed, perp } from '../../../test/support/fixed-feed.ts';
import { ManualClock } from '../../../test/support/markets.ts';
import { type AssetRef, buildKalshiAsset, buildPerpAsset, UpstreamError } from '../../domain/index.ts';
import type { Priority } from '../../upstream/budget.ts';
import { LargestBackfill, type LargestBackfillOptions } from './largest-backfill.ts';

const BTC = buildPerpAsset('BTC');
const ETH = buildPerpAsset('ETH');
const HIGH = buildKalshiAsset('HIGH');

/** A back-filler whose calls end when the test says so. */
class SlowBackfiller {
  readonly calls: {
    readonly ref: AssetRef;
    readonly done: (error?: unknown) => void;
    readonly signal: AbortSignal;
    readonly priority: Priority | undefined;
  }[] = [];
  readonly filled = new Set<string>();

  fill(ref: AssetRef, _days: number, signal: AbortSignal, priority?: Priority) {
    const { promise, resolve, reject } = Promise.withResolvers<{
      candles: number;
      stored: number;
      skipped: number;
    }>();
    const done = (error?: unknown) => {
      if (error !== undefined) return reject(error);
      this.filled.add(ref.asset);
      resolve({ candles: 720, stored: 720, skipped: 0 });
    };
    signal.addEventListener('abort', () => reject(new UpstreamError('aborted', 'stopped')));
    this.calls.push({ ref, done, signal, priority });
    return promise;
  }

  isFilled({ asset }: AssetRef) {
    return this.filled.has(asset);
  }

  assets() {
    return this.calls.map(({ ref }) => ref.asset);
  }
}

/** Waits that end when the test says so. */
class Waits {
  readonly pending: { readonly ms: number; readonly end: () => void }[] = [];

  readonly wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve());
      this.pending.push({ ms, end: resolve });
    });

  async endAll() {
    for (const { end } of this.pending.splice(0)) end();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function setUp(changes: Partial<LargestBackfillOptions> = {}) {
  const feed = new FixedFeed();
  feed.set('hyperliquid', [perp(ETH, { volume24hUsd: 5 }), perp(BTC, { volume24hUsd: 9 })]);
  feed.set('kalshi', [binary(HIGH)]);
  const backfiller = new SlowBackfiller();
  const clock = new ManualClock();
  const waits = new Waits();
  const errors: unknown[] = [];
  const backfill = new LargestBackfill({
    feed,
    backfiller,
    clock: clock.read,
    wait: waits.wait,
    onError: (error) => errors.push(error),
    ...changes,
  });
  return { feed, backfiller, clock, waits, errors, backfill };
}

test('the background fills one asset at a time per venue, the largest first', async () => {
  const { backfill, backfiller, waits } = setUp();
  backfill.start();
  await settled();
  assert.deepEqual(backfiller.assets(), ['hl-BTC', 'kalshi-high']);

  backfiller.calls[0]?.done();
  await settled();
  assert.deepEqual(backfiller.assets(), ['hl-BTC', 'kalshi-high']);
  await waits.endAll();
  assert.deepEqual(backfiller.assets(), ['hl-BTC', 'kalshi-high', 'hl-ETH']);
  await backfill.stop();
});

test('filled hours are not requested again', async () => {
  const { backfill, backfiller, waits } = setUp();
  backfiller.filled.add('hl-BTC').add('hl-ETH').add('kalshi-high');
  backfill.start();
  for (let round = 0; round < 3; round++) await waits.endAll();
  await backfill.ensure(BTC, 2_000);
  assert.deepEqual(backfiller.assets(), []);
  await backfill.stop();
});

test('the background waits while the budget of a venue is in use, but not forever', async () => {
  const { backfill, backfiller, waits } = setUp({
    budgetUsedFrac: (venue) => (venue === 'kalshi' ? 0 : 0.5),
  });
  backfill.start();
  await settled();
  assert.deepEqual(backfiller.assets(), ['kalshi-high']);
  for (let second = 0; second < 31; second++) await waits.endAll();
  assert.deepEqual(backfiller.assets(), ['kalshi-high', 'hl-BTC']);
  await backfill.stop();
});

test('a requested asset is filled at once, by one call for all callers', async () => {
  const { backfill, backfiller } = setUp({ budgetUsedFrac: () => 1 });
  const asked = [backfill.ensure(BTC, 2_000), backfill.ensure(BTC, 2_000)];
  await settled();
  assert.deepEqual(backfiller.assets(), ['hl-BTC']);
  backfiller.calls[0]?.done();
  await Promise.all(asked);
  await backfill.stop();
});

test('a requested asset goes ahead: the background gives up the asset, and its call is made again', async () => {
  const { backfill, backfiller, waits, errors } = setUp();
  backfill.start();
  await settled();
  assert.deepEqual(backfiller.calls[0]?.priority, 'backfill');
  const asked = [backfill.ensure(BTC, 2_000), backfill.ensure(BTC, 2_000)];
  await settled();
  assert.equal(backfiller.calls[0]?.signal.aborted, true);
  assert.deepEqual(backfiller.assets(), ['hl-BTC', 'kalshi-high', 'hl-BTC']);
  assert.equal(backfiller.calls[2]?.priority, 'statistics');
  backfiller.calls[2]?.done();
  await Promise.all(asked);
  await waits.endAll();
  assert.deepEqual(
    backfiller.assets(),
    ['hl-BTC', 'kalshi-high', 'hl-BTC', 'hl-ETH'],
    'the background continues',
  );
  assert.deepEqual(errors, []);
  await backfill.stop();
});

test('a caller waits no longer than its limit', async () => {
  const { backfill, backfiller, waits } = setUp();
  let isOver = false;
  const asked = backfill.ensure(BTC, 2_000).then(() => {
    isOver = true;
  });
  await settled();
  assert.deepEqual([isOver, waits.pending.map(({ ms }) => ms)], [false, [2_000]]);
  await waits.endAll();
  await asked;
  assert.equal(backfiller.filled.size, 0);
  await backfill.stop();
});

test('an asset whose venue gave nothing is tried again after five minutes, or when the venue says', async () => {
  const { backfill, backfiller, clock, errors } = setUp();
  const attempt = async (ref: AssetRef, error: unknown) => {
    const asked = backfill.ensure(ref, 2_000);
    await settled();
    backfiller.calls.at(-1)?.done(error);
    await asked;
  };
  await attempt(BTC, new UpstreamError('server', 'unwell'));
  await attempt(ETH, new UpstreamError('rate_limited', 'wait', { retryAfterMs: 10_000 }));
  clock.advance(9_999);
  await backfill.ensure(ETH, 2_000);
  assert.equal(backfiller.calls.length, 2);
  clock.advance(1);
  await attempt(ETH, undefined);
  assert.equal(backfiller.calls.length, 3);
  clock.advance(5 * 60_000 - 10_001);
  await backfill.ensure(BTC, 2_000);
  assert.equal(backfiller.calls.length, 3);
  clock.advance(1);
  await attempt(BTC, undefined);
  assert.deepEqual([backfiller.calls.length, errors], [4, []]);
  await backfill.stop();
});

const RAIN = buildKalshiAsset('RAIN');
const SNOW = buildKalshiAsset('SNOW');

test('a wanted asset waits in the queue of its venue at the lowest rank, and one of the largest has the turn after it', async () => {
  const { feed, backfill, backfiller, waits } = setUp();
  feed.set('kalshi', [binary(HIGH), binary(RAIN), binary(SNOW), binary(buildKalshiAsset('FOG'))]);
  backfiller.filled.add('kalshi-high');
  const states = async (refs: AssetRef[]) => (await backfill.want(refs, 'a page')).map(({ state }) => state);
  assert.deepEqual(await states([SNOW, RAIN, HIGH, SNOW]), ['queued', 'queued', 'filled', 'queued']);
  backfill.start();
  await settled();
  assert.deepEqual(await states([SNOW, RAIN]), ['running', 'queued']);
  const ofKalshi = () => backfiller.calls.filter(({ ref }) => ref.venue === 'kalshi');
  assert.deepEqual(
    ofKalshi().map(({ ref, priority }) => [ref.asset, priority]),
    [['kalshi-snow', 'backfill']],
  );
  for (let round = 0; round < 2; round++) {
    ofKalshi().at(-1)?.done();
    await settled();
    await waits.endAll();
  }
  assert.deepEqual(
    ofKalshi().map(({ ref }) => ref.asset),
    ['kalshi-snow', 'kalshi-fog', 'kalshi-rain'],
  );
  assert.deepEqual(await states([SNOW, RAIN]), ['filled', 'running']);
  await backfill.stop();
});

test('an asset that is wanted while its venue rests is filled at once', async () => {
  const { backfill, backfiller, waits } = setUp();
  for (const asset of ['hl-BTC', 'hl-ETH', 'kalshi-high']) backfiller.filled.add(asset);
  backfill.start();
  await settled();
  assert.deepEqual(backfiller.assets(), []);
  assert.ok(waits.pending.length > 0);
  await backfill.want([RAIN], 'a page');
  await settled();
  assert.deepEqual(backfiller.assets(), ['kalshi-rain']);
  await backfill.stop();
});

test('what failed is not offered until it may be tried again, nor is a venue that is not recorded', async () => {
  const { backfill, backfiller, clock } = setUp();
  backfill.start();
  await settled();
  const want = () => backfill.want([BTC], 'a page');
  backfiller.calls[0]?.done(new UpstreamError('server', 'unwell'));
  await settled();
  const retryAtMs = clock.read() + 5 * 60_000;
  assert.deepEqual(await want(), [{ state: 'not_offered', reason: 'failed', retryAtMs }]);
  clock.advance(5 * 60_000);
  assert.deepEqual(await want(), [{ state: 'queued', reason: null, retryAtMs: null }]);
  await backfill.stop();
  assert.deepEqual(await backfill.want([ETH], 'a page'), [
    { state: 'not_offered', reason: 'busy', retryAtMs: null },
  ]);
  const kalshiOnly = setUp({ feed: Object.create(new FixedFeed(), { venues: { value: ['kalshi'] } }) });
  assert.deepEqual(await kalshiOnly.backfill.want([BTC], 'a page'), [
    { state: 'not_offered', reason: 'not_recorded', retryAtMs: null },
  ]);
});

test('an error of this service is reported, and the background continues with the next asset', async () => {
  const { backfill, backfiller, waits, errors } = setUp();
  backfill.start();
  await settled();
  const fault = new Error('the disk is full');
  backfiller.calls[0]?.done(fault);
  await settled();
  await waits.endAll();
  assert.deepEqual(errors, [fault]);
  assert.deepEqual(backfiller.assets(), ['hl-BTC', 'kalshi-high', 'hl-ETH']);
  await backfill.stop();
});

test('stopping ends the calls that run', async () => {
  const { backfill, backfiller, errors } = setUp();
  backfill.start();
  await settled();
  await backfill.stop();
  assert.ok(backfiller.calls.every(({ signal }) => signal.aborted));
  await backfill.ensure(ETH, 2_000);
  assert.deepEqual([backfiller.calls.length, errors], [2, []]);
});
