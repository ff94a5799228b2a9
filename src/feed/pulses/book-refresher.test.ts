import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeAdapter, FakeStream } from '../../../test/support/fake-adapter.ts';
import { type AssetRef, buildKalshiAsset, epochMs } from '../../domain/index.ts';
import { BookRefresher } from './book-refresher.ts';

const REFRESH_MS = 5_000;
const refs = Array.from({ length: 30 }, (_, i) => buildKalshiAsset(`A${i}`));

/** A refresher of a venue that answers for ten markets in one call, or for one alone, and the times of its reads, ms. */
function openRefresher(
  t: TestContext,
  { max = 10, callsPerMinute = 60, streamed = [] as readonly string[] } = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let now = 0;
  const reads = new Map<string, number[]>();
  const adapter = new FakeAdapter('kalshi', new FakeStream(streamed));
  const bookBatches = { max, callsPerMinute, read: async () => new Map() };
  const refresher = new BookRefresher({
    adapters: new Map([['kalshi', max === 1 ? adapter : Object.assign(adapter, { bookBatches })]]),
    book: async ({ asset }: AssetRef) => {
      reads.set(asset, [...(reads.get(asset) ?? []), now]);
      return { asset, bids: [], asks: [], venueTime: null, receivedAt: epochMs(1) };
    },
    onBook: () => undefined,
    onFault: (error) => assert.fail(String(error)),
    refreshMs: () => REFRESH_MS,
  });
  t.after(() => refresher.close());
  return {
    refresher,
    timesOf: (ref: AssetRef) => reads.get(ref.asset),
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        now += 100;
        t.mock.timers.tick(100);
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

test('books of a venue that answers for several are read at once, and then all in the same turn', async (t) => {
  const { refresher, timesOf, pass } = openRefresher(t);
  const [one, two] = refs;
  refresher.want(one!);
  await pass(2_000);
  refresher.want(two!);
  await pass(10_000);
  assert.deepEqual(timesOf(one!), [0, 5_000, 10_000]);
  assert.deepEqual(timesOf(two!), [2_000, 5_000, 10_000]);
  refresher.release(one!.asset);
  await pass(5_000);
  assert.deepEqual([timesOf(one!)?.length, timesOf(two!)?.length], [3, 4]);
  refresher.release(two!.asset);
  await pass(20_000);
  refresher.want(one!);
  await pass(5_000);
  assert.deepEqual(timesOf(one!)?.slice(3), [37_000, 42_000], 'turns begin again after nobody listened');
});

test('books of a venue that answers for one market are read at times of their own', async (t) => {
  const { refresher, timesOf, pass } = openRefresher(t, { max: 1 });
  refresher.want(refs[0]!);
  await pass(2_000);
  refresher.want(refs[1]!);
  await pass(10_000);
  assert.deepEqual(
    [timesOf(refs[0]!), timesOf(refs[1]!)],
    [
      [0, 5_000, 10_000],
      [2_000, 7_000, 12_000],
    ],
  );
});

test('turns are further apart when their calls would take more of the budget than they may', async (t) => {
  const { refresher, timesOf, pass } = openRefresher(t, { callsPerMinute: 12, streamed: [refs[29]!.asset] });
  for (const ref of refs) refresher.want(ref);
  await pass(5_000);
  assert.equal(refresher.everyMs('kalshi'), 15_000, 'three calls of twelve a minute');
  await pass(15_000);
  assert.deepEqual(timesOf(refs[0]!), [0, 5_000, 20_000]);
  assert.equal(timesOf(refs[29]!), undefined, 'the stream carries it');
});
