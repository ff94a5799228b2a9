import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, venuePoll } from '../../test/support/markets.ts';
import { epochMs, type Gap } from '../domain/index.ts';
import type { SeriesObservation } from '../history/contract/history-store.ts';
import { PatientWrites, type RecorderStore } from './patient-writes.ts';
import { PollRecorder } from './poll-recorder.ts';

const batch = (t: number): SeriesObservation[] => [
  { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx', t: epochMs(t), p: 0.5, v: null, s: 'poll' },
];

/** Creates a store whose appends end when the test decides. */
function startStore() {
  const appends: PromiseWithResolvers<void>[] = [];
  const batches: Parameters<RecorderStore['append']>[] = [];
  const gaps: Gap[] = [];
  const history: RecorderStore = {
    append: (...call) => {
      batches.push(call);
      const write = Promise.withResolvers<void>();
      appends.push(write);
      return write.promise;
    },
    putGap: async (gap) => void gaps.push(gap),
    listGaps: async () => [],
    listGapPage: async () => ({ gaps: [], nextCursor: null }),
    findResolutionMany: async (keys) => keys.map(() => null),
    findEndsMany: async (keys) => keys.map(() => []),
    listOpenGaps: async () => [],
    findLastRecordedMs: async () => null,
    scanAssets: async function* none() {},
    read: async () => assert.fail('nothing is read'),
  };
  const lost: unknown[] = [];
  const writes = new PatientWrites({ history, onLost: (error) => lost.push(error), graceMs: 5 });
  return { appends, batches, gaps, history, lost, writes };
}

test('a write that is stored at once is waited for, and one that fails at once is a failure', async () => {
  const { appends, writes } = startStore();
  const first = writes.append(batch(1));
  appends[0]?.resolve();
  await first;
  const second = writes.append(batch(2));
  appends[1]?.reject(new Error('no disk'));
  await assert.rejects(second, /no disk/);
  assert.equal(writes.waiting, 0);
});

test('a store that is away holds no poll up, and takes what waits when it is back', async () => {
  const { appends, gaps, writes } = startStore();
  await writes.append(batch(1));
  await writes.append(batch(2));
  assert.equal(writes.waiting, 2);
  for (const write of appends) write.resolve();
  while (writes.waiting > 0) await new Promise(setImmediate);
  assert.deepEqual(gaps, []);
});

test('what waited and could not be stored is a gap since the last record that was', async () => {
  const { appends, gaps, lost, writes } = startStore();
  const first = writes.append(batch(1_000));
  appends[0]?.resolve();
  await first;
  await writes.append(batch(2_000));
  await writes.append(batch(3_000));
  for (const write of appends.slice(1)) write.reject(new Error('away for too long'));
  while (writes.waiting > 0) await new Promise(setImmediate);
  assert.equal(lost.length, 2);
  assert.deepEqual(
    gaps.map(({ storeKey, fromMs, toMs }) => [storeKey, fromMs, toMs]),
    [
      [null, 1_000, 2_000],
      [null, 1_000, 3_000],
    ],
  );
});

test('a gap that cannot be written is written with the next poll that is stored', async () => {
  const { appends, gaps, writes, history } = startStore();
  const putGap = history.putGap;
  history.putGap = async () => {
    throw new Error('away');
  };
  await writes.append(batch(1_000));
  appends[0]?.reject(new Error('away for too long'));
  while (writes.waiting > 0) await new Promise(setImmediate);
  history.putGap = putGap;
  const next = writes.append(batch(2_000));
  appends[1]?.resolve();
  await next;
  assert.deepEqual(
    gaps.map(({ fromMs, toMs }) => [fromMs, toMs]),
    [[1_000, 1_000]],
  );
});

test('a gap that fails after its caller has gone on is written later, as it was put last', async () => {
  const { appends, gaps, lost, writes, history } = startStore();
  const putGap = history.putGap;
  const put = Promise.withResolvers<void>();
  history.putGap = () => put.promise;
  const gap = { venue: 'kalshi', fromMs: epochMs(1), toMs: null, reason: 'unread' } as const;
  await writes.putGap({ ...gap, storeKey: 'kx' });
  await writes.putGap({ ...gap, storeKey: 'ky' });
  put.reject(new Error('away for too long'));
  while (writes.waiting > 0) await new Promise(setImmediate);
  assert.equal(lost.length, 2);
  history.putGap = putGap;
  await writes.putGap({ ...gap, storeKey: 'kx', toMs: epochMs(2) });
  const next = writes.append(batch(2_000));
  appends[0]?.resolve();
  await next;
  await new Promise(setImmediate);
  assert.deepEqual(
    gaps.map(({ storeKey, toMs }) => [storeKey, toMs]),
    [
      ['kx', 2],
      ['ky', null],
    ],
  );
});

test('after a poll that was lost late its markets are said again, and no volume covers it', async () => {
  const { appends, batches, writes } = startStore();
  const recorder = new PollRecorder({ history: writes, clock: () => epochMs(0), intervalMs: () => 30_000 });
  const poll = (at: number, volumeCounter: number) =>
    venuePoll('kalshi', epochMs(at), [binaryState('A', 0.5, { volumeCounter })]);
  await recorder.record(poll(1_000, 10));
  appends[0]?.reject(new Error('away for too long'));
  while (writes.waiting > 0) await new Promise(setImmediate);
  await recorder.record(poll(2_000, 15));
  await recorder.record(poll(3_000, 17));
  for (const write of appends.slice(1)) write.resolve();
  assert.deepEqual(
    batches.map(([records, listing]) => [records[0]?.v, listing?.changed.length]),
    [
      [null, 1],
      [null, 1],
      [2, 0],
    ],
  );
});
