import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { binaryState, ManualClock, venuePoll } from '../../test/support/markets.ts';
import { buildKalshiAsset, countTradedSince, epochMs, type MarketState } from '../domain/index.ts';
import { toColumns } from '../history/columns.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { chooseObservationTime, Recorder } from './recorder.ts';

const INTERVAL_MS = 30_000;
const key = buildKalshiAsset('A');

interface Recording {
  readonly clock: ManualClock;
  readonly history: HistoryStore;
  readonly recorder: Recorder;
  poll(...markets: MarketState[]): Promise<void>;
  prices(): Promise<number[]>;
  volumes(): Promise<number[]>;
}

async function withRecorder(use: (recording: Recording) => Promise<void>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recorder-'));
  const clock = new ManualClock();
  const history = await openSqliteHistory({ dataDir, clock: clock.read });
  const recorder = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
  try {
    await use({
      clock,
      history,
      recorder,
      poll: async (...markets) => {
        await recorder.record(venuePoll('kalshi', clock.read(), markets));
        clock.advance(INTERVAL_MS);
      },
      prices: async () => Array.from((await history.read(key, { limit: 100 })).columns.p),
      volumes: async () => Array.from((await history.read(key, { limit: 100 })).columns.v),
    });
  } finally {
    await history.close();
    await rm(dataDir, { recursive: true });
  }
}

const at = (price: number | null, volumeCounter: number | null = null) =>
  binaryState('A', price, { volumeCounter });

test('every poll leaves one record per market, also when nothing changed', async () => {
  await withRecorder(async ({ poll, prices }) => {
    await poll(at(0.4));
    await poll(at(0.4));
    await poll(at(0.5));
    assert.deepEqual(await prices(), [0.4, 0.4, 0.5]);
  });
});

test('a market without a price leaves no record', async () => {
  await withRecorder(async ({ poll, prices }) => {
    await poll(at(null));
    await poll(at(0.5));
    assert.deepEqual(await prices(), [0.5]);
  });
});

test("volume is the increase of the venue's counter, absent at first and whenever the counter fell", async () => {
  await withRecorder(async ({ poll, volumes }) => {
    for (const counter of [100, 130, 130, 20, 25.5]) await poll(at(0.4, counter));
    assert.deepEqual(await volumes(), [Number.NaN, 30, 0, Number.NaN, 5.5]);
  });
});

test('a venue that is unread for more than three intervals leaves an open gap, which its next poll closes', async () => {
  await withRecorder(async ({ clock, history, recorder, poll, volumes }) => {
    const fromMs = clock.read();
    await poll(at(0.4, 100));
    await recorder.noteFailure('kalshi', 'HTTP 500');
    assert.deepEqual(await history.listGaps('kalshi', {}), [], 'one missed poll is no gap');
    clock.advance(3 * INTERVAL_MS);
    await recorder.noteFailure('kalshi', 'HTTP 500');
    await recorder.noteFailure('kalshi', 'HTTP 502');
    assert.deepEqual(await history.listGaps('kalshi', {}), [
      { venue: 'kalshi', storeKey: null, fromMs, toMs: null, reason: 'HTTP 500' },
    ]);
    const toMs = clock.read();
    await poll(at(0.4, 150));
    assert.deepEqual(await history.listGaps('kalshi', {}), [
      { venue: 'kalshi', storeKey: null, fromMs, toMs, reason: 'HTTP 500' },
    ]);
    assert.deepEqual(await volumes(), [Number.NaN, Number.NaN], 'volume across a gap is not known');
  });
});

test('a market that is listed without a price for more than three intervals has a gap of its own', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    const fromMs = clock.read();
    await poll(at(0.4), binaryState('B', 0.5));
    for (let i = 0; i < 4; i++) await poll(at(null), binaryState('B', 0.5));
    const [open] = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual([open?.storeKey, open?.fromMs, open?.toMs], ['a', fromMs, null]);
    const toMs = clock.read();
    await poll(at(0.4), binaryState('B', 0.5));
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.map(({ toMs }) => toMs),
      [toMs],
    );
    assert.deepEqual(await history.listGaps('kalshi', {}, 'b'), []);
  });
});

test('a market that returns to the list leaves the span of its absence as a closed gap', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    const fromMs = clock.read();
    await poll(at(0.4));
    for (let i = 0; i < 5; i++) await poll();
    assert.deepEqual(await history.listGaps('kalshi', {}, key.storeKey), [], 'most markets never return');
    const toMs = clock.read();
    await poll(at(0.4));
    const [gap] = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual([gap?.fromMs, gap?.toMs, gap?.reason], [fromMs, toMs, 'not in the list of the venue']);
  });
});

test('a state carried over from an earlier poll result is neither recorded again nor a gap', async () => {
  await withRecorder(async ({ history, poll, prices }) => {
    await poll(at(0.4));
    for (let i = 0; i < 10; i++) await poll({ ...at(0.4), carried: true });
    await poll(at(0.5));
    assert.deepEqual(await prices(), [0.4, 0.5]);
    assert.deepEqual(await history.listGaps('kalshi', {}, key.storeKey), []);
  });
});

test('the time between two runs is a gap of the venue', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    const fromMs = clock.read();
    await poll(at(0.4));
    clock.advance(3_600_000);
    const next = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await next.resume('kalshi');
    const toMs = clock.read();
    await next.record(venuePoll('kalshi', toMs, [at(0.4)]));
    const [gap] = await history.listGaps('kalshi', {});
    assert.deepEqual([gap?.fromMs, gap?.toMs, gap?.reason], [fromMs, toMs, 'the service was not running']);
  });
});

test('a gap begins where recording ended, no matter what was imported or back-filled since', async () => {
  const HOUR = 3_600_000;
  // Where records lie, in ms after the last poll; the restart is an hour after it.
  const rows: [name: string, at: number[], source: 'import' | 'backfill' | 'trade', key: string][] = [
    ['amid the outage', [HOUR / 2], 'import', 'a'],
    ['just before the restart', [HOUR - 1], 'import', 'a'],
    ['into another series', [HOUR - 1], 'import', 'b'],
    ['back-filled closes', [HOUR / 4, HOUR / 2], 'backfill', 'a'],
    ['a tape of many records', Array.from({ length: 30_000 }, (_, i) => i + 1), 'trade', 'a'],
  ];
  for (const [name, at_, s, storeKey] of rows) {
    await withRecorder(async ({ clock, history, poll }) => {
      const fromMs = clock.read();
      await poll(at(0.4));
      const records = at_.map((ms) => ({ t: epochMs(fromMs + ms), p: 0.5, v: null, s }));
      await history.insert({ venue: 'kalshi', storeKey, asset: `kalshi-${storeKey}` }, toColumns(records));
      clock.advance(HOUR - INTERVAL_MS);
      const next = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
      await next.resume('kalshi');
      const toMs = clock.read();
      await next.record(venuePoll('kalshi', toMs, [at(0.4)]));
      const gaps = await history.listGaps('kalshi', {});
      assert.deepEqual(
        gaps.map((gap) => [gap.fromMs, gap.toMs, gap.reason]),
        [[fromMs, toMs, 'the service was not running']],
        name,
      );
    });
  }
});

test('an import into a store that never recorded makes no gap', async () => {
  await withRecorder(async ({ clock, history }) => {
    const old = epochMs(clock.read() - 3 * 365 * 86_400_000);
    await history.insert(key, toColumns([{ t: old, p: 0.5, v: null, s: 'import' }]));
    const first = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await first.resume('kalshi');
    await first.record(venuePoll('kalshi', clock.advance(10 * INTERVAL_MS), [at(0.4)]));
    assert.deepEqual(await history.listGaps('kalshi', {}), []);
  });
});

test('a short restart is no gap, and a gap left open by a crash continues', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    await poll(at(0.4));
    const quick = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await quick.resume('kalshi');
    assert.deepEqual(await history.listGaps('kalshi', {}), []);

    clock.advance(4 * INTERVAL_MS);
    await recorder.noteFailure('kalshi', 'HTTP 500');
    const afterCrash = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await afterCrash.resume('kalshi');
    await afterCrash.record(venuePoll('kalshi', clock.read(), [at(0.4)]));
    const gaps = await history.listGaps('kalshi', {});
    assert.equal(gaps.length, 1);
    assert.equal(gaps[0]?.toMs, clock.read());
    assert.equal(gaps[0]?.reason, 'HTTP 500');
  });
});

test("the venue's time is taken where it is believable and moves on, ours elsewhere", () => {
  const rows: [venueTime: number | null, receivedAt: number, lastT: number | null, taken: number][] = [
    [null, 1_000_000, null, 1_000_000],
    [999_000, 1_000_000, null, 999_000],
    [999_000, 1_000_000, 998_000, 999_000],
    [999_000, 1_000_000, 999_000, 1_000_000],
    [998_000, 1_000_000, 999_000, 1_000_000],
    [900_000, 1_000_000, null, 1_000_000],
    [1_000_000, 1_000_000, null, 1_000_000],
    [1_000_001, 1_000_000, null, 1_000_000],
    [1_050_000, 1_000_000, 999_000, 1_000_000],
    [1_100_000, 1_000_000, null, 1_000_000],
  ];
  for (const [venueTime, receivedAt, lastT, taken] of rows) {
    const time = (value: number | null) => (value === null ? null : epochMs(value));
    assert.equal(chooseObservationTime(time(venueTime), epochMs(receivedAt), time(lastT)), taken);
  }
});

test('a difference of counters has no floating-point error', () => {
  assert.equal(countTradedSince(0.1, 0.3), 0.2);
  assert.equal(countTradedSince(9_120_300.1, 9_120_331.5), 31.4);
  assert.equal(countTradedSince(null, 5), null);
  assert.equal(countTradedSince(5, null), null);
  assert.equal(countTradedSince(5, 4), null);
});

test('a venue that asks for a long wait after one failure has one gap, opened while it lasts', async () => {
  await withRecorder(async ({ clock, history, recorder, poll, prices }) => {
    await poll(at(0.4));
    const lastPollAt = clock.read() - INTERVAL_MS;
    await recorder.noteFailure('kalshi', 'HTTP 429');
    assert.deepEqual(await history.listGaps('kalshi', {}, 'a'), []);
    clock.advance(3 * INTERVAL_MS);
    await recorder.check('kalshi');
    const gap = { venue: 'kalshi', storeKey: null, fromMs: lastPollAt, toMs: null, reason: 'HTTP 429' };
    assert.deepEqual(await history.listGaps('kalshi', {}, 'a'), [gap]);
    const backAt = clock.advance(INTERVAL_MS);
    await poll(at(0.5));
    assert.deepEqual(await history.listGaps('kalshi', {}, 'a'), [{ ...gap, toMs: backAt }]);
    assert.deepEqual(await prices(), [0.4, 0.5]);
  });
});

test('a gap that was opened before the failure was known takes the reason of the failure', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    await poll(at(0.4));
    clock.advance(3 * INTERVAL_MS);
    await recorder.check('kalshi');
    await recorder.noteFailure('kalshi', 'HTTP 500');
    await recorder.noteFailure('kalshi', 'HTTP 502');
    const gaps = await history.listGaps('kalshi', {});
    assert.deepEqual(
      gaps.map(({ reason, toMs }) => [reason, toMs]),
      [['HTTP 500', null]],
    );
  });
});

test('the gap of an asset that an earlier run left open ends with its next price', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    await poll(at(0.4));
    const gap = {
      venue: 'kalshi',
      storeKey: 'a',
      fromMs: clock.read(),
      toMs: null,
      reason: 'no price',
    } as const;
    await history.putGap(gap);
    const later = new Recorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await later.resume('kalshi');
    const backAt = clock.advance(1_000);
    await later.record(venuePoll('kalshi', backAt, [at(0.5)]));
    assert.deepEqual(await history.listGaps('kalshi', {}, 'a'), [{ ...gap, toMs: backAt }]);
  });
});

test('a poll that comes far too late without any failure leaves one gap of the venue, none of its assets', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    await poll(at(0.4));
    const lastPollAt = clock.read() - INTERVAL_MS;
    const backAt = clock.advance(10 * INTERVAL_MS);
    await poll(at(0.5));
    assert.deepEqual(await history.listGaps('kalshi', {}, 'a'), [
      {
        venue: 'kalshi',
        storeKey: null,
        fromMs: lastPollAt,
        toMs: backAt,
        reason: 'a poll did not come back in time',
      },
    ]);
  });
});

test('poll results that could not be stored leave a gap that says so, and no volume that hides them', async () => {
  await withRecorder(async ({ clock, history, poll, prices, volumes }) => {
    const { append } = history;
    const breakStore = () => {
      history.append = async () => {
        throw new Error('database or disk is full');
      };
    };
    const failedPoll = async (counter: number) => {
      await assert.rejects(poll(at(0.4, counter)), /disk is full/);
      clock.advance(INTERVAL_MS);
    };
    await poll(at(0.4, 100));
    breakStore();
    await failedPoll(130);
    history.append = append;
    await poll(at(0.5, 140));
    await poll(at(0.5, 145));
    assert.deepEqual(await volumes(), [Number.NaN, Number.NaN, 5]);
    const [short, ...none] = await history.listGaps('kalshi', {});
    assert.deepEqual([short?.reason, none.length], ['store: what was read could not be written', 0]);
    assert.ok(typeof short?.toMs === 'number');

    breakStore();
    for (const counter of [150, 160, 170, 180]) await failedPoll(counter);
    history.append = append;
    await poll(at(0.6, 190));
    assert.deepEqual(await prices(), [0.4, 0.5, 0.5, 0.6]);
    assert.ok(Number.isNaN((await volumes()).at(-1)));
    const [, gap, ...more] = await history.listGaps('kalshi', {});
    assert.deepEqual([gap?.reason, more.length], ['store: what was read could not be written', 0]);
    assert.ok(typeof gap?.toMs === 'number');
  });
});

test('gaps that the store refused after a poll was stored are ended with the next poll', async () => {
  await withRecorder(async ({ clock, history, poll, prices }) => {
    await poll(at(0.4));
    for (let i = 0; i < 4; i++) await poll(at(null));
    const { putGap } = history;
    history.putGap = async () => {
      throw new Error('database or disk is full');
    };
    const backAt = clock.read();
    await assert.rejects(poll(at(0.5)), /disk is full/);
    clock.advance(INTERVAL_MS);
    history.putGap = putGap;
    await poll(at(0.6));
    assert.deepEqual(await prices(), [0.4, 0.5, 0.6]);
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.map(({ toMs }) => toMs),
      [backAt],
    );
  });
});

test('a gap of an asset ends with its next price also when its venue had a gap meanwhile', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    await poll(at(0.4));
    for (let i = 0; i < 4; i++) await poll(at(null));
    clock.advance(4 * INTERVAL_MS);
    await recorder.noteFailure('kalshi', 'HTTP 500');
    const toMs = clock.read();
    await poll(at(0.4));
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.map(({ toMs }) => toMs),
      [toMs, toMs],
    );
  });
});

test('the open gap of a market without a price ends when the market leaves the list', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    await poll(at(0.4));
    for (let i = 0; i < 4; i++) await poll(at(null));
    const toMs = clock.read();
    await poll();
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.map(({ toMs }) => toMs),
      [toMs],
    );
  });
});
