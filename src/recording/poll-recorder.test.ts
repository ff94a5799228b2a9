import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { binaryState, ManualClock, venuePoll } from '../../test/support/markets.ts';
import { buildKalshiAsset, countTradedSince, epochMs, HOUR_MS, type MarketState } from '../domain/index.ts';
import { toColumns } from '../history/columns/columns.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import type { ClockStep } from '../upstream/clock-watch.ts';
import { chooseObservationTime } from './observation.ts';
import { PollRecorder } from './poll-recorder.ts';

const INTERVAL_MS = 30_000;
const key = buildKalshiAsset('A');

interface Recording {
  readonly clock: ManualClock;
  readonly history: HistoryStore;
  readonly recorder: PollRecorder;
  poll(...markets: MarketState[]): Promise<void>;
  prices(): Promise<number[]>;
  volumes(): Promise<number[]>;
}

async function withRecorder(use: (recording: Recording) => Promise<void>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recorder-'));
  const clock = new ManualClock();
  const history = await openSqliteHistory({ dataDir, clock: clock.read });
  const recorder = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
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

test('a market that is not listed has an open gap after three intervals, which its return closes', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    const fromMs = clock.read();
    await poll(at(0.4));
    for (let i = 0; i < 3; i++) await poll();
    assert.deepEqual(await history.listGaps('kalshi', {}, key.storeKey), []);
    await poll();
    const [open] = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      [open?.fromMs, open?.toMs, open?.reason],
      [fromMs, null, 'not in the list of the venue'],
    );
    const toMs = clock.read();
    await poll(at(0.4));
    const [gap] = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual([gap?.fromMs, gap?.toMs, gap?.reason], [fromMs, toMs, 'not in the list of the venue']);
  });
});

test('a market that is absent over a restart has an open gap, also when it was absent for too short before it', async () => {
  for (const absentBefore of [1, 6]) {
    await withRecorder(async ({ clock, history, poll }) => {
      const b = binaryState('B', 0.5);
      const fromMs = clock.read();
      await poll(at(0.4), b);
      for (let i = 0; i < absentBefore; i++) await poll(b);
      const later = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
      await later.resume('kalshi');
      for (let i = 0; i < 4; i++) {
        await later.record(venuePoll('kalshi', clock.read(), [b]));
        clock.advance(INTERVAL_MS);
      }
      const gaps = await history.listGaps('kalshi', {}, key.storeKey);
      assert.deepEqual(
        gaps.map((gap) => [gap.fromMs, gap.toMs, gap.reason]),
        [[fromMs, null, 'not in the list of the venue']],
        `absent for ${absentBefore} polls before the restart`,
      );
      const toMs = clock.read();
      await later.record(venuePoll('kalshi', toMs, [at(0.4), b]));
      const closed = await history.listGaps('kalshi', {}, key.storeKey);
      assert.deepEqual(
        closed.map((gap) => [gap.fromMs, gap.toMs]),
        [[fromMs, toMs]],
      );
    });
  }
});

test('the gap of an absent market ends with its resolution, also with one that was stored between two runs', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    const b = binaryState('B', 0.5);
    await poll(at(0.4), b);
    for (let i = 0; i < 5; i++) await poll();
    const endMs = epochMs(clock.read() - 5_000);
    await recorder.noteEnd(key, endMs);
    const resolution = {
      asset: b.ref.asset,
      venue: 'kalshi' as const,
      storeKey: 'b',
      outcome: 'yes' as const,
      payout: 1,
      settledAt: endMs,
      source: 'test',
      disputed: null,
      recordedAt: clock.read(),
    };
    await history.putResolution(resolution);
    const later = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await later.resume('kalshi');
    for (const storeKey of ['a', 'b']) {
      const gaps = (await history.listGaps('kalshi', {}, storeKey)).filter((gap) => gap.storeKey !== null);
      assert.deepEqual(
        gaps.map(({ toMs }) => toMs),
        [endMs],
        storeKey,
      );
    }
    assert.equal(later.stats().leftOpen, 0);
  });
});

test('a market whose resolution is taken back is missed from then on', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    const closed = binaryState('A', null, { tickerOverrides: { status: 'closed' } });
    await poll(at(0.4), at(0.4));
    await recorder.noteEnd(key, clock.read());
    await poll(closed, closed, closed, closed);
    const reopenedAt = clock.read();
    recorder.noteReopened(key, reopenedAt);
    for (let i = 0; i < 5; i++) await poll(at(null));
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.filter(({ storeKey }) => storeKey !== null).map(({ fromMs, toMs }) => [fromMs, toMs]),
      [[reopenedAt, null]],
    );
  });
});

test('why a market is absent is said: below our limit, withheld, or not listed', async () => {
  await withRecorder(async ({ clock, history, recorder }) => {
    const evidence = { endpoint: 'list', row: 'c', member: null, value: null };
    const names = ['a', 'b', 'c'];
    await recorder.record(
      venuePoll(
        'kalshi',
        clock.read(),
        names.map((name) => binaryState(name, 0.5)),
      ),
    );
    const fromMs = clock.read();
    clock.advance(INTERVAL_MS);
    const held = { ...binaryState('c', null), withheld: { code: 'price_held' as const, at: evidence } };
    await recorder.record(venuePoll('kalshi', clock.read(), [held]));
    const [atOnce] = await history.listGaps('kalshi', {}, 'c');
    assert.deepEqual([atOnce?.fromMs, atOnce?.toMs], [fromMs, null]);
    for (let i = 0; i < 3; i++) {
      const poll = venuePoll('kalshi', clock.advance(INTERVAL_MS), [held]);
      await recorder.record({ ...poll, isBeyondLimit: (storeKey) => storeKey === 'a' });
    }
    const reasons = await Promise.all(
      names.map(async (name) => (await history.listGaps('kalshi', {}, name)).at(-1)?.reason),
    );
    assert.deepEqual(reasons, [
      'listed by the venue, below our own limit of markets',
      'not in the list of the venue',
      'the price moved as no market does, and no second source agrees',
    ]);
  });
});

test('a market past its stated end, closed or resolved is not missed; a gap that was open ends there', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    const endsAt = epochMs(clock.read() + 6 * INTERVAL_MS);
    const ends = { tickerOverrides: { closeTime: endsAt } };
    const closed = { tickerOverrides: { status: 'closed' as const } };
    await poll(binaryState('EARLY', 0.5, ends), binaryState('LATE', 0.5, ends), binaryState('CLOSED', 0.5));
    for (let i = 0; i < 5; i++)
      await poll(binaryState('LATE', 0.5, ends), binaryState('CLOSED', null, closed));
    for (let i = 0; i < 6; i++) await poll(binaryState('CLOSED', null, closed));
    const find = async (storeKey: string) =>
      (await history.listGaps('kalshi', {}, storeKey)).map(({ toMs }) => toMs);
    assert.deepEqual(await find('early'), [endsAt]);
    assert.deepEqual(await find('late'), []);
    assert.deepEqual(await find('closed'), []);
  });
});

test('records ahead of the clock hide no time in which the service did not run', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    clock.advance(HOUR_MS);
    await poll(at(0.4));
    clock.advance(-HOUR_MS);
    await poll(at(0.41));
    const lastPollAt = epochMs(clock.read() - INTERVAL_MS);
    clock.advance(10 * INTERVAL_MS);
    const next = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await next.resume('kalshi');
    const open = (await history.listGaps('kalshi', {})).find(({ toMs }) => toMs === null);
    assert.equal(open?.fromMs, lastPollAt);
  });
});

test('a clock that is set back ends the gaps ahead of it with the first record within them, and missing goes on', async () => {
  await withRecorder(async ({ clock, history, poll }) => {
    let step: ClockStep | null = null;
    const recorder = new PollRecorder({
      history,
      clock: clock.read,
      intervalMs: () => INTERVAL_MS,
      checkClock: () => {
        const seen = step;
        step = null;
        return seen;
      },
    });
    const record = async () => {
      await recorder.record(venuePoll('kalshi', clock.read(), [at(0.4)]));
      clock.advance(INTERVAL_MS);
    };
    await record();
    await record();
    clock.advance(HOUR_MS);
    await recorder.check('kalshi');
    await record();
    await record();
    const beforeMs = clock.read();
    const afterMs = clock.advance(-HOUR_MS);
    step = { stepMs: -HOUR_MS, beforeMs, afterMs };
    const backAt = clock.read();
    await record();
    const [gap] = await history.listGaps('kalshi', {});
    assert.equal(gap?.toMs, backAt);
    const lastPollAt = epochMs(clock.read() - INTERVAL_MS);
    clock.advance(3 * INTERVAL_MS);
    await recorder.check('kalshi');
    const open = (await history.listGaps('kalshi', {})).find(({ toMs }) => toMs === null);
    assert.equal(open?.fromMs, lastPollAt);
    await poll();
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
    const next = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await next.resume('kalshi');
    const toMs = clock.read();
    await next.record(venuePoll('kalshi', toMs, [at(0.4)]));
    const [gap] = await history.listGaps('kalshi', {});
    assert.deepEqual([gap?.fromMs, gap?.toMs, gap?.reason], [fromMs, toMs, 'the service was not running']);
  });
});

test('a gap begins where recording ended, no matter what was imported or back-filled since', async () => {
  const HOUR = 3_600_000;
  // Times of records, in ms after the last poll. The restart is an hour after that poll.
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
      const next = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
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
    const first = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await first.resume('kalshi');
    await first.record(venuePoll('kalshi', clock.advance(10 * INTERVAL_MS), [at(0.4)]));
    assert.deepEqual(await history.listGaps('kalshi', {}), []);
  });
});

test('a short restart is no gap, and a gap left open by a crash continues', async () => {
  await withRecorder(async ({ clock, history, recorder, poll }) => {
    await poll(at(0.4));
    const quick = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
    await quick.resume('kalshi');
    assert.deepEqual(await history.listGaps('kalshi', {}), []);

    clock.advance(4 * INTERVAL_MS);
    await recorder.noteFailure('kalshi', 'HTTP 500');
    const afterCrash = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
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
    const later = new PollRecorder({ history, clock: clock.read, intervalMs: () => INTERVAL_MS });
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

test('the open gap of a market without a price lasts when the market leaves the list', async () => {
  await withRecorder(async ({ history, poll }) => {
    await poll(at(0.4));
    for (let i = 0; i < 4; i++) await poll(at(null));
    await poll();
    const gaps = await history.listGaps('kalshi', {}, key.storeKey);
    assert.deepEqual(
      gaps.map(({ toMs, reason }) => [toMs, reason]),
      [[null, 'no price on the venue']],
    );
  });
});
